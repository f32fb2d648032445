import type { FastifyRequest } from 'fastify'

/** HEAD is answered as GET is, without the body. */
export const isRead = ({ method }: Pick<FastifyRequest, 'method'>): boolean =>
  method === 'GET' || method === 'HEAD'
