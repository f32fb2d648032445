import type { FastifyInstance } from 'fastify'
import type { Env } from './env.ts'
import { OperatorError } from './operatorError.ts'

/** Connections that wait to be accepted: with the usual 511 a rush is not refused but dropped, and tries again after seconds. */
const backlog = 4096

/**
 * Listens and answers the address. A port that was asked for and is taken is an error; the default one moves on to
 * the next free one.
 */
export async function listen(app: FastifyInstance, { host, port, portAsked }: Env): Promise<string> {
  // One name of two addresses would make a second server, without the deadlines of the first.
  const address = host === 'localhost' ? '127.0.0.1' : host
  const last = portAsked ? port : port + 20
  for (let candidate = port; candidate <= last; candidate++) {
    try {
      await app.listen({ host: address, port: candidate, backlog })
      const name = host === '0.0.0.0' || host === '::' || host === '127.0.0.1' ? 'localhost' : host
      return `http://${name.includes(':') ? `[${name}]` : name}:${candidate}`
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      if (code === 'EADDRINUSE' && candidate < last) continue
      throw new OperatorError(reason(code, host, candidate, portAsked, error))
    }
  }
  throw new OperatorError('no port is free')
}

function reason(code: unknown, host: string, port: number, asked: boolean, error: unknown): string {
  if (code === 'EADDRINUSE') {
    return asked
      ? `PORT ${port} is used by another program`
      : `the ports up to ${port} are used by other programs`
  }
  if (code === 'EACCES') return `PORT ${port} may not be used by this user`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST ${host} is not an address of this machine`
  return error instanceof Error ? error.message : String(error)
}
