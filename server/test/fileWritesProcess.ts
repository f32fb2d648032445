import { buildApp } from '../src/app.ts'
import { connect } from '../src/database/db.ts'
import { createSealer } from '../src/database/sealer.ts'
import { createSigner, readSigningKey } from '../src/database/secrets.ts'
import { runFileRemovals } from '../src/files/fileRemovals.ts'
import { openStorage } from '../src/files/openStorage.ts'
import type { Resources } from '../src/http/dependencies.ts'
import { Links } from '../src/http/links.ts'
import { createImposer } from '../src/imposition/imposer.ts'
import { knownPlace } from '../src/outgoing/place.ts'
import { createRequestSender } from '../src/outgoing/sendRequest.ts'
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
  lookup: { pool, timeoutMs: 1000 },
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
const app = await buildApp(resources, { publicRateLimit: 1_000_000, webDist: new URL('file:///nowhere/') })
await app.ready()
const statuses = await runFileWrites(app, pool, people)
await runFileRemovals(pool, storage, { error() {}, warn() {} })
process.stdout.write(`${JSON.stringify({ steps, statuses })}\n`)
await app.close()
await storage.close()
await pool.end({ timeout: 1 })
