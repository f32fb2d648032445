import { buildApp } from '../src/app/app.ts'
import { connect } from '../src/base/database/db.ts'
import { createSealer } from '../src/base/database/sealer.ts'
import { runFileRemovals } from '../src/base/files/fileRemovals.ts'
import { openStorage } from '../src/base/files/openStorage.ts'
import type { Resources } from '../src/base/http/dependencies.ts'
import { createSigner, Links, readSigningKey } from '../src/base/http/links.ts'
import { knownPlace } from '../src/base/outgoing/place.ts'
import { createRequestSender } from '../src/base/outgoing/sendRequest.ts'
import { createImposer } from '../src/printing/imposition/imposer.ts'
import { type People, runFileWrites } from './fileWrites.ts'
import { withFaultPoints } from './processes/faultPoints.ts'

// A process that runs all file writes and kills itself with SIGKILL at one fault point.

export type Arguments = {
  url: string
  people: People
  uploadFolder: string
  settings: Parameters<typeof openStorage>[0]
  killAt: number
}

const { url, people, uploadFolder, settings, killAt } = JSON.parse(process.argv[2] ?? '') as Arguments
const pool = connect(url, { max: 3 })
let steps = 0
const storage = withFaultPoints(await openStorage(settings), () => {
  steps++
  if (steps === killAt) process.kill(process.pid, 'SIGKILL')
})
const resources: Resources = {
  pool,
  searchPool: pool,
  lookup: { pool, timeoutMs: 60_000 },
  exportPool: pool,
  quickPool: pool,
  scanPool: pool,
  storage,
  pageCounter: { count: async () => 1, warm() {}, close: async () => {} },
  pictures: { rewrite: async (_kind, bytes) => bytes, close: async () => {} },
  signer: createSigner(await readSigningKey(pool)),
  sealer: createSealer(async () => undefined),
  links: new Links('http://print.test'),
  imposer: createImposer(uploadFolder),
  uploadFolder,
  sender: createRequestSender({ http: false, loopback: false }),
  place: knownPlace,
}
// However busy the machine is, no request is refused: each has its steps.
const app = await buildApp(resources, {
  publicRateLimit: 1_000_000,
  webDist: new URL('file:///nowhere/'),
  maxEventLoopDelay: 0,
})
await app.ready()
const statuses = await runFileWrites(app, pool, people)
await runFileRemovals(pool, storage, { error() {}, warn() {} })
process.stdout.write(`${JSON.stringify({ steps, statuses })}\n`)
await app.close()
await storage.close()
await pool.end({ timeout: 1 })
