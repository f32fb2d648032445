import { mkdirSync } from 'node:fs'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { connect } from '../server/src/database/db.ts'
import { startEmbeddedPostgres } from '../server/src/start/embeddedDatabase.ts'
import { compare, median } from './compare.ts'
import type { Request } from './load.ts'
import { openSession } from './openSession.ts'
import { buyBare, buyFromUs } from './purchases.ts'
import { printFigures } from './report.ts'
import { seedRewards } from './rewardsSeed.ts'
import { allowBareWrites } from './seed.ts'
import { root, startLoad, startOurs } from './servers.ts'
import type { Work } from './works.ts'

// `node bench/rewards.ts`: vouchers and referrals, each beside a named work of the same kind in the same run.

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
    /** Codes of the large company, and customers who brought others. */
    codes: { type: 'string', default: '1000000' },
    referrers: { type: 'string', default: '100000' },
  },
})
const say = (sentence: string) => console.log(`  ${sentence}`)
const folder = fileURLToPath(new URL('.cache/bench/', root))
const ports = { postgres: 5611, ours: 4513 }
const pace = { rounds: Number(options.rounds), seconds: Number(options.seconds) }
const [codes, referrers] = [Number(options.codes), Number(options.referrers)]

mkdirSync(folder, { recursive: true })
const postgres = await startEmbeddedPostgres({ dataDir: folder, port: ports.postgres, log: say })
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
  const ours = await startOurs(databaseUrl, ports.ours, `${folder}server`)
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
    if ('purchases'.includes(options.only)) await measurePurchases()
  } finally {
    await ours.stop()
    await db.end()
  }

  async function measurePurchases(): Promise<void> {
    const rounds: { ours: number; bare: number }[] = []
    for (let round = 0; round <= pace.rounds; round++) {
      const both = {
        ours: await buyFromUs(db, ours, load, headers, pace.seconds),
        bare: await buyBare(databaseUrl, admin.id, pace.seconds),
      }
      // The first warms both up.
      if (round > 0) rounds.push(both)
    }
    const ratio = median(rounds.map(({ ours, bare }) => ours / bare))
    const perSecond = median(rounds.map(({ ours }) => ours))
    say(
      `purchases at 16 clients ${Math.round(perSecond)}/s, ${ratio.toFixed(2)} of a bare transaction of the same rows (≥ 0.4) ${ratio >= 0.4 ? 'ok' : 'MISSED'}`,
    )
  }
}
