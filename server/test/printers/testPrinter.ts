import { createHash, X509Certificate } from 'node:crypto'
import http, { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import ipp, { type Message } from '@sealsystems/ipp'
import { type Abilities, answerTo, type Toner, type Untruths } from './testAnswers.ts'
import { testCertificate, testCertificateKey } from './testCertificate.ts'
import { type PrintedJob, TestEngine } from './testEngine.ts'

/** Answers that no printer should give. */
export type Rubbish =
  | 'html'
  | 'garbage'
  | 'truncated'
  | 'wrong id'
  | 'endless'
  | 'redirect'
  | 'lying length'
  | 'no answer'

type Options = Partial<Abilities> & {
  port?: number
  secure?: boolean
  /** What it asks for; `Digest` is asked for, but not understood. */
  signIn?: { username: string; password: string; scheme?: 'Basic' | 'Digest' }
  firstJobId?: number
}

/** A printer that prints nothing, but counts truly: IPP over HTTP on loopback, and controls for what people do to printers. */
export type TestPrinter = {
  uri: string
  port: number
  /** SHA-256 of its certificate. */
  certificate: Buffer
  /** Loads so many sheets. */
  paper(sheets: number): void
  refill(): void
  /** Milliseconds that one side takes. */
  speed(ms: number): void
  /** Off: nothing answers, and nothing is printed; jobs are still there when it is on again. */
  power(state: 'on' | 'off'): Promise<void>
  /** Answers rubbish from now on; null: as it should again. */
  rubbish(kind: Rubbish | null): void
  /**
   * Closes the connection at the next request of this operation: before it is carried out, in the middle of its bytes, or after,
   * without an answer.
   */
  dropDuring(operation: string, when?: 'before' | 'after'): void
  /** Milliseconds before each answer. */
  slow(ms: number): void
  toner(levels: Partial<Toner>): void
  /** The jobs, and what really was printed of each. */
  jobs(): PrintedJob[]
  forgetJobs(): void
  /** Gives the job that prints up, for these reasons. */
  abort(...reasons: string[]): void
  /** Answers these attributes in place of the true ones, from now on. */
  lie(untruths: Untruths): void
  /** All sides that it ever printed, and the requests that it got, by operation. */
  impressions(): number
  requests(): Record<string, number>
  close(): Promise<void>
}

type Receive = (request: IncomingMessage, response: ServerResponse, hangUp: () => void) => Promise<void>

const path = '/ipp/print'

/** Starts a test printer on loopback. */
export async function startTestPrinter(options: Options = {}): Promise<TestPrinter> {
  const { secure = false, signIn, firstJobId, port: wantedPort = 0, ...abilities } = options
  const engine = new TestEngine(firstJobId)
  const toner: Toner = { black: 80, cyan: 70, magenta: 60, yellow: 50 }
  const requests: Record<string, number> = {}
  let rubbishKind: Rubbish | null = null
  let drop: { operation: string; when: 'before' | 'after' } | null = null
  let delay = 0

  const server = secure
    ? https.createServer({ cert: testCertificate, key: testCertificateKey }, listener(receive))
    : http.createServer(listener(receive))
  server.keepAliveTimeout = 1_000
  await listen(wantedPort)
  const { port } = server.address() as AddressInfo
  const uri = `${secure ? 'ipps' : 'ipp'}://127.0.0.1:${port}${path}`
  const context = {
    engine,
    toner,
    uri,
    untruths: {} as Untruths,
    abilities: {
      color: true,
      duplex: true,
      media: ['iso_a4_210x297mm', 'iso_a3_297x420mm', 'na_letter_8.5x11in'],
      createJob: true,
      formats: ['application/pdf'],
      mostCopies: 999,
      copyHandling: ['separate-documents-uncollated-copies', 'separate-documents-collated-copies'],
      scalings: ['auto', 'auto-fit', 'fill', 'fit', 'none'],
      ...abilities,
    },
  }

  async function receive(...[request, response, hangUp]: Parameters<Receive>): Promise<void> {
    if (request.url !== path) return void response.writeHead(404).end()
    if (request.headers['content-type'] !== 'application/ipp') return void response.writeHead(400).end()
    if (signIn && request.headers.authorization !== basic(signIn)) {
      const challenge = `${signIn.scheme ?? 'Basic'} realm="printer"`
      return void response.writeHead(401, { 'www-authenticate': challenge, connection: 'close' }).end()
    }
    const message = await readMessage(request)
    const operation = message.operation ?? 'unknown'
    requests[operation] = (requests[operation] ?? 0) + 1
    const dropped = drop?.operation === operation ? drop : null
    if (dropped) drop = null
    if (dropped?.when === 'before') return hangUp()
    const answer = ipp.serialize(await answerTo(message, context))
    if (delay > 0) await sleep(delay, undefined, { ref: false })
    if (dropped || !engine.isPowered) return hangUp()
    if (rubbishKind) return answerRubbish(rubbishKind, answer, response)
    response.writeHead(200, { 'content-type': 'application/ipp' }).end(answer)
  }

  /** The message with its document. A connection that is to be dropped ends in the middle of the bytes. */
  async function readMessage(request: IncomingMessage): Promise<Message> {
    if (
      drop?.when === 'before' &&
      drop.operation === 'Send-Document' &&
      request.headers['transfer-encoding']
    ) {
      for await (const chunk of request as AsyncIterable<Buffer>) return ipp.parse(chunk)
    }
    return ipp.parse(await buffer(request))
  }

  function listen(onPort: number): Promise<void> {
    return new Promise((resolve, reject) => {
      server.once('error', reject).listen(onPort, '127.0.0.1', resolve)
    })
  }

  async function shut(): Promise<void> {
    engine.stop()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }

  return {
    uri,
    port,
    certificate: createHash('sha256').update(new X509Certificate(testCertificate).raw).digest(),
    paper(sheets) {
      engine.paper = sheets
      engine.wake()
    },
    refill() {
      engine.paper = 500
      engine.wake()
    },
    speed(ms) {
      engine.msPerImpression = ms
    },
    async power(state) {
      if (state === 'off') return shut()
      await listen(port)
      engine.isPowered = true
      engine.wake()
    },
    rubbish(kind) {
      rubbishKind = kind
    },
    dropDuring(operation, when = 'before') {
      drop = { operation, when }
    },
    slow(ms) {
      delay = ms
    },
    toner(levels) {
      Object.assign(toner, levels)
    },
    jobs: () => structuredClone(engine.jobs),
    forgetJobs() {
      engine.jobs.length = 0
    },
    abort: (...reasons) => engine.abort(reasons),
    lie(untruths) {
      context.untruths = untruths
    },
    impressions: () => engine.impressions,
    requests: () => ({ ...requests }),
    close: shut,
  }
}

const basic = ({ username, password }: { username: string; password: string }) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

/** A client that goes away in the middle, or sends rubbish, is no reason to end the process. */
const listener =
  (receive: Receive): RequestListener =>
  (request, response) => {
    const { socket } = request
    receive(request, response, () => socket.destroy()).catch(() => socket.destroy())
  }

function answerRubbish(kind: Rubbish, answer: Buffer, response: ServerResponse): void {
  const send = (bytes: Buffer) => response.writeHead(200, { 'content-type': 'application/ipp' }).end(bytes)
  switch (kind) {
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in to the router</h1>')
      return
    case 'redirect':
      response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
      return
    case 'garbage':
      send(Buffer.alloc(2_000, 0xa5))
      return
    case 'truncated':
      send(answer.subarray(0, answer.length - 5))
      return
    case 'wrong id':
      answer.writeUInt32BE(answer.readUInt32BE(4) + 1, 4)
      send(answer)
      return
    case 'lying length':
      // The length of the first value becomes one that a careless reader takes for a negative one.
      answer.writeUInt16BE(0xffee, 9 + 2 + answer.readUInt16BE(10))
      send(answer)
      return
    case 'endless':
      response.writeHead(200, { 'content-type': 'application/ipp' })
      response.on('drain', write)
      write()
      return
    case 'no answer':
  }

  function write(): void {
    while (!response.destroyed && response.write(answer));
  }
}
