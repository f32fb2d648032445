import { type DestinationStream, type LoggerOptions, pino } from 'pino'
import type { Env } from './env.ts'

/** Buffers lines for up to a second and flushes at exit: one write for each line takes a tenth of a request's time. */
const buffered = () => pino.destination({ sync: false, minLength: 4096, periodicFlush: 1000 })

/**
 * What a line may say beside its sentence: ids, keys of stored files, names of our own code and counts, never what people typed.
 * A test compares it with what the code logs.
 */
export const loggedFields: ReadonlySet<string> = new Set([
  'req',
  'res',
  'err',
  'ms',
  'request_id',
  'job',
  'bulk_job',
  'webhook',
  'channel',
  'kind',
  'key',
  'keys',
  'reason',
  'count',
  'failed',
])

/**
 * Logs by allowlist: of a request only its id, method, route and address, of an error only its name, message, code and
 * stack. No headers, query strings or bodies, so no password, token, code or file content reaches the log.
 */
export const createLogger = (level: Env['logLevel'], destination: DestinationStream = buffered()) => {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    // What packages log, at level trace even all headers, is not on the list.
    formatters: {
      log: (fields) => Object.fromEntries(Object.entries(fields).filter(([key]) => loggedFields.has(key))),
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
              cause: error.cause instanceof Error ? error.cause.message : undefined,
            }
          : { message: String(error) },
    },
  }
  return pino(options, destination)
}
