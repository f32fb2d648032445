import { buildApp } from '../server/src/app.ts'
import { inBatches } from '../server/src/database/batches.ts'
import { connect } from '../server/src/database/db.ts'
import { createSealer } from '../server/src/database/sealer.ts'
import { createSigner, readSigningKey } from '../server/src/database/secrets.ts'
import { openStorage } from '../server/src/files/openStorage.ts'
import { createPageCounter } from '../server/src/files/pdfPages.ts'
import { createPictures } from '../server/src/files/pictures.ts'
import { Links } from '../server/src/http/links.ts'
import { createImposer } from '../server/src/imposition/imposer.ts'
import { knownPlace } from '../server/src/outgoing/place.ts'
import { createRequestSender } from '../server/src/outgoing/sendRequest.ts'
import { createLogger } from '../server/src/start/logger.ts'

// The limit for scans: our own app with its hooks and log, answering 302 without a write. `/bare` has no query; `/look`
// looks up the target of the code, in batches over one connection, as a scan does.

const { DATABASE_URL = '', PORT, DATA_DIR = '' } = process.env
const pool = connect(DATABASE_URL)
const scanPool = connect(DATABASE_URL, { max: 1 })
const app = await buildApp(
  {
    pool,
    searchPool: pool,
    lookup: { pool, timeoutMs: 1000 },
    exportPool: pool,
    quickPool: scanPool,
    scanPool,
    storage: await openStorage({ dataDir: DATA_DIR, s3: undefined }),
    pageCounter: createPageCounter(),
    pictures: createPictures(),
    signer: createSigner(await readSigningKey(pool)),
    sealer: createSealer(async () => undefined),
    links: new Links(`http://127.0.0.1:${PORT}`),
    imposer: createImposer(`${DATA_DIR}/sheets`),
    uploadFolder: `${DATA_DIR}/incoming`,
    sender: createRequestSender({ http: false, loopback: false }),
    place: knownPlace,
  },
  { logger: createLogger('info'), checkResponses: false },
)

app.get('/bare', (_request, reply) =>
  reply.header('cache-control', 'no-store').redirect('https://example.test/offer', 302),
)

const look = inBatches(async (codes: number[]) => {
  const rows = await scanPool<{ code: number; redirection_url: string }[]>`
    select code, redirection_url from qr_codes
    where code = any(${codes}) and is_active and validity >= shop_day(now()) and deleted_at is null`
  const byCode = new Map(rows.map((row) => [row.code, row.redirection_url]))
  return codes.map((code) => byCode.get(code) ?? '')
})
app.get<{ Querystring: { qr_code: string } }>('/look', async ({ query }, reply) => {
  const address = await look(Number(query.qr_code))
  return reply.header('cache-control', 'no-store').redirect(new URL(address).href, 302)
})

await app.listen({ host: '127.0.0.1', port: Number(PORT) })
