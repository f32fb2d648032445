import { createHash, timingSafeEqual } from 'node:crypto'
import { createReadStream } from 'node:fs'
import http from 'node:http'
import type { Socket } from 'node:net'
import net from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import tls from 'node:tls'
import { IppError, rubbish } from './ippError.ts'
import { isMadeUp, type PrinterAddress } from './printerAddress.ts'

export type Deadlines = {
  /** Until the connection stands, TLS included. */
  connectMs: number
  /** From the end of the request to the end of the answer. */
  answerMs: number
  /** While a document is sent: without a byte taken. A printer stops taking them while it has no paper. */
  silenceMs: number
}

type Sending = Deadlines & {
  address: PrinterAddress
  certificate: Buffer | null
  /** Sent only where the printer has asked for it. */
  authorization: string | undefined
  /** The encoded request, and the file of the document that follows it. */
  message: Buffer
  document?: string
  signal?: AbortSignal | undefined
}

/** More than any printer says about itself. */
const mostBytes = 1024 * 1024

/** The printer wants a password; `scheme` is how. */
export class SignInNeeded extends Error {
  readonly scheme: string

  constructor(challenge: string) {
    super('sign-in needed')
    // A header may name several.
    this.scheme = /(^|,)\s*basic\b/i.test(challenge)
      ? 'basic'
      : challenge.split(' ')[0]?.slice(0, 30).toLowerCase() || 'unknown'
  }
}

/**
 * Sends one request on a connection of its own and reads the bytes of the answer. Redirects are not followed, and the document
 * is read while it is sent.
 */
export async function sendRequest(sending: Sending): Promise<Buffer> {
  const { address, certificate, connectMs, signal } = sending
  // A file that cannot be read is not the printer's fault: found before the printer is asked.
  const document = sending.document === undefined ? undefined : await openDocument(sending.document)
  try {
    const socket = await connectTo(address, certificate, connectMs, signal)
    try {
      return await exchange(socket, sending, document)
    } finally {
      socket.on('error', () => {}).destroy()
    }
  } catch (error) {
    throw asIppError(error, sending)
  } finally {
    document?.destroy()
  }
}

function openDocument(path: string): Promise<Readable> {
  const { promise, resolve, reject } = Promise.withResolvers<Readable>()
  const file = createReadStream(path)
  file.once('open', () => resolve(file)).once('error', reject)
  return promise
}

async function exchange(socket: Socket, sending: Sending, document: Readable | undefined): Promise<Buffer> {
  const { address, authorization, message, silenceMs, answerMs, signal } = sending
  const late = new AbortController()
  const request = http.request({
    createConnection: () => socket,
    method: 'POST',
    path: address.path,
    headers: {
      host: `${address.host.includes(':') ? `[${address.host}]` : address.host}:${address.port}`,
      'content-type': 'application/ipp',
      accept: 'application/ipp',
      ...(authorization && { authorization }),
      // The length of a document is not known to be true until it is read: chunks.
      ...(document ? { 'transfer-encoding': 'chunked' } : { 'content-length': message.length }),
    },
    signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
  })
  const answered = Promise.withResolvers<http.IncomingMessage>()
  request.once('response', answered.resolve).once('error', answered.reject)
  socket.setTimeout(silenceMs, () => late.abort())
  const sent = document
    ? pipeline(Readable.from(joined(message, document)), request)
    : Promise.resolve(void request.end(message))
  // An early answer ends the sending; its error is then of no interest.
  sent.catch(answered.reject)
  let timer: NodeJS.Timeout | undefined
  const startDeadline = () => {
    timer ??= setTimeout(() => late.abort(), answerMs)
  }
  void sent.then(startDeadline, () => {})
  try {
    const response = await answered.promise
    startDeadline()
    return await readAnswer(response, address)
  } finally {
    clearTimeout(timer)
    request.on('error', () => {}).destroy()
    await sent.catch(() => {})
  }
}

async function* joined(message: Buffer, document: Readable): AsyncGenerator<Buffer> {
  yield message
  yield* document
}

async function readAnswer(response: http.IncomingMessage, { path }: PrinterAddress): Promise<Buffer> {
  const { statusCode: status = 0, headers } = response
  if (status === 401) throw new SignInNeeded(headers['www-authenticate'] ?? '')
  if (status === 403) throw new IppError('unauthorized', 'The printer does not let this server in.')
  if (status === 404 || status === 405) throw rubbish(`there is no printer under ${path}`)
  if (status === 426) throw new IppError('refused', 'The printer wants an encrypted connection: use ipps://.')
  if (status === 429 || status === 503) throw new IppError('busy', 'The printer is busy.')
  if (status !== 200) throw rubbish(`HTTP status ${status}`)
  const type = headers['content-type'] ?? 'nothing'
  if (!/^application\/ipp\b/i.test(type)) throw rubbish(`it is ${type.slice(0, 60)}, not IPP`)
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > mostBytes) throw rubbish('it is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const sentences: Record<string, string> = {
  ECONNREFUSED: 'Nothing answers at this address: the printer is off, or the port is wrong.',
  ENOTFOUND: 'No device has this name.',
  EAI_AGAIN: 'The name of the printer cannot be looked up at the moment.',
  EHOSTUNREACH: 'The printer cannot be reached: it is off, or not in this network.',
  ENETUNREACH: 'The printer cannot be reached: it is not in this network.',
  ETIMEDOUT: 'The printer did not answer.',
  ECONNRESET: 'The printer closed the connection.',
  EPIPE: 'The printer closed the connection.',
  EPROTO: 'The printer does not speak TLS here: try ipp:// instead of ipps://.',
}

function asIppError(error: unknown, { signal, answerMs, silenceMs }: Sending): unknown {
  if (error instanceof IppError || error instanceof SignInNeeded || !(error instanceof Error)) return error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (signal?.aborted) return new IppError('timeout', 'The request was given up.', { cause: error })
  if (code === 'ABORT_ERR') {
    const seconds = Math.min(answerMs, silenceMs) / 1000
    return new IppError('timeout', `The printer did not answer within ${seconds} seconds.`, { cause: error })
  }
  if (code.startsWith('HPE_')) return rubbish('it is not HTTP', error)
  if (code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS')) {
    return new IppError('unreachable', sentences['EPROTO'] ?? '', { cause: error })
  }
  const sentence = sentences[code] ?? `The printer cannot be reached (${code || error.message}).`
  return new IppError('unreachable', sentence, { cause: error })
}

/** Opens a connection to the printer; nothing is sent before its certificate is checked. */
async function connectTo(
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
