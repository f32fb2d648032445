import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'

// Reads streams of events in a process of its own. Most are only drained; of some each event's delay is noted.

export type LiveJob =
  | { do: 'open'; url: string; tokens: string[]; each: number; noted: number }
  | { do: 'take' }
  | { do: 'slow'; url: string; token: string }
  | { do: 'close' }
export type Taken = { delays: number[]; open: number; slowMs: number | null }

const requests: ClientRequest[] = []
let delays: number[] = []
let open = 0
let slowMs: number | null = null

function openStream(url: string, token: string, isNoted: boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = get(`${url}/api/events`, { agent: false, headers: { authorization: `Token ${token}` } })
    requests.push(request)
    request.once('error', reject)
    request.once('response', (response) => {
      if (response.statusCode !== 200) return reject(new Error(`A stream answered ${response.statusCode}`))
      open++
      response.once('close', () => open--)
      response.on('error', () => {})
      if (isNoted) note(response)
      else response.resume()
      return resolve()
    })
  })
}

function note(response: IncomingMessage): void {
  let rest = ''
  response.setEncoding('utf8').on('data', (chunk: string) => {
    const now = Date.now()
    const messages = (rest + chunk).split('\n\n')
    rest = messages.pop() ?? ''
    for (const message of messages) {
      const at = /"at":"([^"]+)"/.exec(message)?.[1]
      if (at) delays.push(now - Date.parse(at))
    }
  })
}

/** A reader that takes the first answer and then nothing any more. */
function readSlowly(url: string, token: string): void {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const started = Date.now()
  socket.write(`GET /api/events HTTP/1.1\r\nhost: x\r\nauthorization: Token ${token}\r\n\r\n`)
  socket.once('data', () => socket.pause())
  socket.on('error', () => {})
  // A paused socket does not hear of the end: it is resumed when the server has cut it off, which shows in its state.
  const timer = setInterval(() => {
    socket.write('\r\n', (error) => {
      if (!error || slowMs !== null) return
      slowMs = Date.now() - started
      clearInterval(timer)
      socket.destroy()
    })
  }, 250)
}

process.on('message', (job: LiveJob) => {
  void run(job).then((answer) => process.send?.(answer))
})

async function run(job: LiveJob): Promise<Taken> {
  if (job.do === 'open') {
    for (const [index, token] of job.tokens.entries()) {
      const isNoted = index * job.each < job.noted
      await Promise.all(Array.from({ length: job.each }, () => openStream(job.url, token, isNoted)))
    }
  }
  if (job.do === 'slow') readSlowly(job.url, job.token)
  if (job.do === 'close') for (const request of requests.splice(0)) request.destroy()
  const taken = { delays, open, slowMs }
  delays = []
  return taken
}
