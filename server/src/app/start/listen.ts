import type { FastifyInstance } from 'fastify'
import { OperatorError } from '../../base/operatorError.ts'
import type { Env } from './env.ts'

/** Connections that wait to be accepted. Above Node's default of 511 the kernel drops them, and clients retry after seconds. */
const backlog = 4096

/**
 * Starts listening and returns the address. A configured PORT that is in use is an error; instead of the default port the
 * next free one is used.
 */
export async function listen(app: FastifyInstance, { host, port, portAsked }: Env): Promise<string> {
  // localhost may have two addresses; Fastify would start a second server, without the deadlines of the first.
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
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `HOST ${host} is not an address of this machine`
  return error instanceof Error ? error.message : String(error)
}
