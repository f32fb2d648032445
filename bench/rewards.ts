import { mkdirSync } from 'node:fs'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { connect } from '../server/src/database/db.ts'
import { startEmbeddedPostgres } from '../server/src/start/embeddedDatabase.ts'
import { compare, median } from './compare.ts'
import type { Request } from './load.ts'
import { openSession } from './openSession.ts'
import { readOptions } from './options.ts'
import { sellBare, sellByApi } from './purchases.ts'
import { printFigures } from './report.ts'
import { seedRewards } from './rewardsSeed.ts'
import { allowBareWrites } from './seed.ts'
import { root, startLoad, startOurs } from './servers.ts'
import type { Work } from './works.ts'

// `npm run bench:rewards`: vouchers and referrals, each compared with a smaller case in the same run.

const options = readOptions({
  rounds: 3,
  seconds: 2,
  only: '',
  /** Vouchers of the large company. */
  codes: 1_000_000,
  referrers: 100_000,
  /** The port of PostgreSQL; our server uses the next. */
  port: 5611,
})
const say = (sentence: string) => console.log(`  ${sentence}`)
const folder = fileURLToPath(new URL('.cache/bench/', root))
const { codes, referrers, port, ...pace } = options

mkdirSync(folder, { recursive: true })
const postgres = await startEmbeddedPostgres({ dataDir: folder, port, log: say })
await allowBareWrites(postgres)
const load = startLoad()
try {
  await measure()
} finally {
  load.stop()
  await postgres.stop()
}
process.exit(0)

async function measure(): Promise<void> {
  const databaseUrl = await seedRewards(postgres.url, { codes, referrers }, say)
  const db = connect(databaseUrl, { max: 2 })
  const [admin] = await db<[{ id: string }]>`select id from staff_users where is_superuser limit 1`
  const headers = { authorization: `Token ${await openSession(db, admin.id)}` }
  const ours = await startOurs(databaseUrl, port + 1, `${folder}server`)
  const everyClient = (path: string) => async (clients: number) =>
    Array.from({ length: clients }, (): Request[] => [{ path, headers }])
  const clientOf = async (name: string) => {
    const [client] = await db<[{ id: string }]>`select id from clients where name = ${name}`
    return `/api/get-voucher/?client_id=${client.id}&limit=10`
  }
  const referrals = (start: number) => `/referral_app/referrals-stats/?start=${start}&end=${start + 50}`
  const works: Work[] = [
    {
      name: `vouchers of ${codes.toLocaleString('en')}, beside of 10`,
      target: { throughput: 1 / 1.5, p50: 1.5 },
      requests: everyClient(await clientOf('Large')),
      beside: everyClient(await clientOf('Small')),
    },
    ...[referrers / 2, referrers - 50].map((start) => ({
      name: `referrers from ${start.toLocaleString('en')}, beside from 0`,
      target: { throughput: 1 / 1.2, p50: 1.2 },
      requests: everyClient(referrals(start)),
      beside: everyClient(referrals(0)),
    })),
  ]
  try {
    say(`load of the machine before: ${loadavg()[0]}`)
    for (const work of works) {
      if (work.name.includes(options.only)) {
        printFigures(await compare(work, { ours, limit: { ...ours }, load }, pace))
      }
    }
    if ('purchases'.includes(options.only)) await measureSales()
  } finally {
    await ours.stop()
    await db.end()
  }

  async function measureSales(): Promise<void> {
    const rounds: { ours: number; bare: number }[] = []
    for (let round = 0; round <= pace.rounds; round++) {
      const both = {
        ours: await sellByApi(db, ours, load, headers, pace.seconds),
        bare: await sellBare(databaseUrl, admin.id, pace.seconds),
      }
      // The first round is a warm-up.
      if (round > 0) rounds.push(both)
    }
    const ratio = median(rounds.map(({ ours, bare }) => ours / bare))
    const perSecond = median(rounds.map(({ ours }) => ours))
    say(
      `purchases at 16 clients ${Math.round(perSecond)}/s, ${ratio.toFixed(2)} of a bare transaction of the same rows (≥ 0.4) ${ratio >= 0.4 ? 'ok' : 'MISSED'}`,
    )
  }
}
