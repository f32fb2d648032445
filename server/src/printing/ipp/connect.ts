import { createHash, timingSafeEqual } from 'node:crypto'
import net from 'node:net'
import tls from 'node:tls'
import { IppError } from './ippError.ts'
import { isMadeUp, type PrinterAddress } from './printerAddress.ts'

/** Opens a connection to the printer; nothing is sent before its certificate is checked. */
export async function connectTo(
  { uri, host, port, isSecure }: PrinterAddress,
  pinned: Buffer | null,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<net.Socket> {
  if (isMadeUp(uri)) {
    throw new IppError('unreachable', 'This is an address of the demo: there is no printer.')
  }
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  // The certificate is checked below: printers sign their own.
  const name = net.isIP(host) ? {} : { servername: host }
  const socket = isSecure
    ? tls.connect({ host, port, ...name, rejectUnauthorized: false }, resolve)
    : net.connect({ host, port }, resolve)
  const fail = (error: Error) => reject(error)
  const giveUp = () => reject(new IppError('timeout', 'The request was given up.'))
  socket.once('error', fail)
  socket.once('close', () => reject(new IppError('unreachable', 'The printer closed the connection.')))
  signal?.addEventListener('abort', giveUp, { once: true })
  if (signal?.aborted) giveUp()
  const timer = setTimeout(
    () => reject(new IppError('timeout', `The printer did not answer within ${timeoutMs / 1000} seconds.`)),
    timeoutMs,
  )
  try {
    await promise
    if (socket instanceof tls.TLSSocket) checkCertificate(socket, pinned)
    return socket
  } catch (error) {
    socket.on('error', () => {}).destroy()
    throw error
  } finally {
    clearTimeout(timer)
    socket.off('error', fail)
    signal?.removeEventListener('abort', giveUp)
  }
}

/** A certificate that a person accepted is the only one that counts, whoever signed another; without one, authorities do. */
function checkCertificate(socket: tls.TLSSocket, pinned: Buffer | null): void {
  if (!pinned && socket.authorized) return
  const { raw } = socket.getPeerCertificate()
  const certificate = createHash('sha256').update(raw).digest()
  if (pinned?.length === certificate.length && timingSafeEqual(pinned, certificate)) return
  throw new IppError(
    'certificate',
    pinned
      ? 'The printer shows another certificate than the one that was accepted.'
      : 'The printer signs its own certificate, which nobody has accepted yet.',
    { certificate },
  )
}
