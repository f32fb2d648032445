import { type DestinationStream, type LoggerOptions, pino } from 'pino'
import type { Env } from './env.ts'

/** Written in one go for many requests, within a second, and what is left at exit: a write each is a tenth of their time. */
const inBulk = () => pino.destination({ sync: false, minLength: 4096, periodicFlush: 1000 })

const allowed = new Set(['req', 'res', 'err', 'ms', 'request_id', 'job'])

/**
 * The log, by allowlist: of a request only its id, method, route and address, of an error only its kind, message and
 * stack. No header, no query string, no body, so no password, token, code or file content can reach it.
 */
export const createLogger = (level: Env['logLevel'], destination: DestinationStream = inBulk()) => {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    // What a package thinks worth noting, at the finest level even all headers, is not on the list.
    formatters: {
      log: (noted) => Object.fromEntries(Object.entries(noted).filter(([key]) => allowed.has(key))),
    },
    serializers: {
      req: (request: {
        id: string
        method: string
        routeOptions?: { url?: string }
        clientAddress: string
      }) => ({
        id: request.id,
        method: request.method,
        route: request.routeOptions?.url ?? 'none',
        ip: request.clientAddress,
      }),
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
      err: (error: unknown) =>
        error instanceof Error
          ? {
              name: error.name,
              message: error.message,
              code: (error as { code?: unknown }).code,
              stack: error.stack,
            }
          : { message: String(error) },
    },
  }
  return pino(options, destination)
}
