import { createConnection, type Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { withStatements } from './statements.ts'

/*
 * The only file that depends on what the PostgreSQL driver (postgres.js) does inside, beyond its documentation: the
 * workarounds for its behaviour when a connection is lost, and at the end of a COPY. postgresDriver.test.ts and db.test.ts
 * fail if an upgrade changes what is used here.
 */

/** An option that the driver accepts but its types leave out. */
export interface SocketOption {
  /** Opens the socket of each connection. The driver's own sockets cannot be destroyed from outside. */
  socket: () => Socket
}

/** The length of the protocol's CancelRequest message. */
const cancelRequestBytes = 16

/** The error of a connection that the server has closed, or that was closed because the server does not respond. */
export class ConnectionDropped extends Error {
  readonly code = 'CONNECTION_DESTROYED'
  constructor() {
    super('The database server does not answer any more')
  }
}

/** Opens the socket of a connection and adds it to `sockets`. The driver writes to it before it is connected. */
export function openSocket(server: string, sockets: Set<Socket>): Socket {
  const { hostname, port } = new URL(server)
  const host = hostname.replace(/^\[|\]$/g, '') || 'localhost'
  const socket = createConnection({ host, port: Number(port || 5432) })
  // No 'close' listener: for TLS the driver removes all listeners.
  for (const each of sockets) if (each.destroyed) sockets.delete(each)
  sockets.add(socket)
  // Without an error the driver reconnects immediately and forever, and its statement waits. Only a connection that sends
  // a CancelRequest ends like this normally.
  socket.once('end', () => {
    if (socket.bytesWritten > cancelRequestBytes) socket.destroy(new ConnectionDropped())
  })
  // The driver reads these two for TLS.
  return Object.assign(socket, { host: hostname, port: Number(port || 5432) })
}

/**
 * Whether a statement failed with this error. The driver passes the errors of its sockets on as they are, and adds the text of
 * the statement to each.
 */
export const isErrorOfStatement = (error: Error): boolean =>
  Object.hasOwn(error, 'query') && Object.hasOwn(error, 'parameters')

type Work = (tx: unknown) => Promise<unknown>
type Begin = (...parameters: [...string[], Work]) => Promise<unknown>
type WithSavepoint = { savepoint: Begin }

/**
 * Changes begin() and savepoint() so that a transaction that has lost its connection is never resumed. The driver rejects
 * the promise of begin() by itself, but when the work rejects too it sends `rollback`: without a socket that throws and
 * ends the process, and on a reopened connection it mixes up the results of later statements. So the work's promise is
 * left pending; nothing waits for it any more.
 */
export function withoutStrayRollbacks<P extends { begin: unknown }>(
  pool: P,
  isConnectionLost: (error: unknown) => boolean,
): P {
  const begin = (pool.begin as Begin).bind(pool)
  const guard = (parameters: [...string[], Work]): [...string[], Work] => {
    const work = parameters.at(-1) as Work
    const guardedWork: Work = async (tx) => {
      const transaction = tx as WithSavepoint
      const savepoint = transaction.savepoint.bind(transaction)
      const guardedSavepoint: Begin = (...inner) => savepoint(...guard(inner))
      try {
        return await work(withStatements(Object.assign(transaction, { savepoint: guardedSavepoint })))
      } catch (error) {
        if (isConnectionLost(error)) return new Promise(() => {})
        throw error
      }
    }
    return [...(parameters.slice(0, -1) as string[]), guardedWork]
  }
  const guardedBegin: Begin = (...parameters) => begin(...guard(parameters))
  return Object.assign(pool, { begin: guardedBegin })
}

/**
 * Repairs the stream of `copy … to stdout`. The driver pauses its socket while the last rows wait to be read and resumes it
 * in the stream's `_read`, which is not called after the end: the connection would never run another statement.
 */
export function resumeAfterCopy(rows: Readable): Readable {
  const source: { _read: (size: number) => void } = rows
  return rows.once('end', () => source['_read'](0))
}
