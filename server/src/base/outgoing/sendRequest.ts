import http from 'node:http'
import https from 'node:https'
import {
  AddressRefused,
  type AllowedTargets,
  lookupPublic,
  type ResolveName,
  whyNotAllowed,
} from './publicAddress.ts'

/**
 * What came back. `error` says why it is no success; null for an answer 2xx. `reached`: there was a connection, so without
 * an answer it is not known what became of the request.
 */
export type Answer = {
  status: number | null
  error: string | null
  text: string
  reached: boolean
  duration_ms: number
  /** After how many seconds it may be tried again, where the answer said so. */
  retryAfter?: number
}

export type RequestSender = {
  targets: AllowedTargets
  post(url: string, headers: Record<string, string>, body: string | Buffer): Promise<Answer>
  /** Ends the requests that are under way. */
  close(): void
}

type Options = AllowedTargets & {
  timeoutMs?: number
  /** For tests: how names are resolved. */
  resolveName?: ResolveName | undefined
}

/** Bytes of an answer that are read; the connection is closed after them. */
const mostBytes = 64 * 1024
/** Characters of an answer that are kept. */
const keptCharacters = 4096

/** Sends requests to addresses that people typed: see publicAddress.ts. Redirects are not followed. */
export function createRequestSender({ timeoutMs = 15_000, resolveName, ...targets }: Options): RequestSender {
  const lookup = lookupPublic(targets, resolveName)
  const settings = { keepAlive: true, maxSockets: 50, maxFreeSockets: 5, timeout: 30_000 }
  const closing = new AbortController()
  const agents = { 'http:': new http.Agent(settings), 'https:': new https.Agent(settings) }

  async function post(url: string, headers: Record<string, string>, body: string | Buffer): Promise<Answer> {
    const since = performance.now()
    const timeout = AbortSignal.timeout(timeoutMs)
    const connection = { reached: false }
    const answer = await attempt(url, headers, body, timeout, connection).catch((error: Error) => ({
      status: null,
      error: timeout.aborted ? `No complete answer within ${timeoutMs / 1000} seconds` : reasonOf(error),
      text: '',
    }))
    return { ...answer, ...connection, duration_ms: Math.round(performance.now() - since) }
  }

  async function attempt(
    url: string,
    headers: Record<string, string>,
    body: string | Buffer,
    timeout: AbortSignal,
    connection: { reached: boolean },
  ) {
    const refused = whyNotAllowed(url, targets)
    if (refused) throw new AddressRefused(refused)
    const { protocol } = new URL(url)
    const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>()
    const signal = AbortSignal.any([timeout, closing.signal])
    const request = (protocol === 'http:' ? http : https).request(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        agent: agents[protocol as keyof typeof agents],
        lookup,
        signal,
      },
      resolve,
    )
    request.on('error', reject)
    request.on('socket', (socket) => {
      const reach = () => {
        connection.reached = true
      }
      if (socket.connecting) socket.once(protocol === 'http:' ? 'connect' : 'secureConnect', reach)
      else reach()
    })
    request.end(body)
    const response = await promise
    const text = await readText(response)
    const status = response.statusCode ?? 0
    return { status, error: refusalOf(status), text, ...retryAfterOf(response.headers['retry-after']) }
  }

  return {
    targets,
    post,
    close: () => {
      closing.abort()
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

async function readText(response: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let read = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    read += chunk.length
    // Leaving the loop closes the connection.
    if (read > mostBytes) break
  }
  return Buffer.concat(chunks).toString('utf8').replaceAll('\0', '').slice(0, keptCharacters).toWellFormed()
}

/** The header gives seconds, or a time. */
function retryAfterOf(header: string | undefined): Pick<Answer, 'retryAfter'> {
  const typed = header?.trim() ?? ''
  const seconds = /^\d+$/.test(typed) ? Number(typed) : (Date.parse(typed) - Date.now()) / 1000
  return seconds > 0 ? { retryAfter: Math.ceil(Math.min(seconds, 86_400)) } : {}
}

function refusalOf(status: number): string | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return `Answered ${status}: redirects are not followed`
  return `Answered ${status}`
}

const reasonOf = (error: Error & { code?: string }) =>
  (error.message || error.code || error.name).slice(0, 500)
