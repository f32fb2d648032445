import { type DestinationStream, type LoggerOptions, pino } from 'pino'
import type { Env } from './env.ts'

/** Buffered for up to a second and flushed at exit: a write per request would take a tenth of its time. */
const buffered = () => pino.destination({ sync: false, minLength: 4096, periodicFlush: 1000 })

const allowed = new Set(['req', 'res', 'err', 'ms', 'request_id', 'job'])

/**
 * Logs only allowed fields: of a request its id, method, route and address, of an error its name, message, code and
 * stack. No header, query string or body is logged, so no password, token, voucher code or file content can be.
 */
export const createLogger = (level: Env['logLevel'], destination: DestinationStream = buffered()) => {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    // Drops the fields that packages log, which at the trace level include all headers.
    formatters: {
      log: (fields) => Object.fromEntries(Object.entries(fields).filter(([key]) => allowed.has(key))),
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
