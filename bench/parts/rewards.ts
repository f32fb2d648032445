import { compare, median } from '../compare.ts'
import type { Request } from '../load.ts'
import { figure, milliseconds } from '../report/format.ts'
import { seedRewards } from '../seed/rewardsSeed.ts'
import { type Bench, inShop, type OpenShop, type Row, type Section } from './part.ts'
import { sellBare, sellByApi } from './purchases.ts'

const pace = { rounds: 3, seconds: 1.5, single: 1, warmUp: 300 }

/** Vouchers and referrals, each compared with a smaller case in the same run, and sales with bare SQL. */
export async function measureRewards(bench: Bench): Promise<Section> {
  const orders = bench.sizes.at(-1) ?? 0
  // As many vouchers as orders, and a referrer for every tenth.
  const size = { codes: orders, referrers: Math.max(1000, orders / 10) }
  const databaseUrl = await seedRewards(bench.postgresUrl, size, bench.say)
  const rows = await inShop(bench, databaseUrl, async (shop) => [
    await vouchers(bench, shop, size.codes),
    await referrals(bench, shop, size.referrers / 2, size.referrers),
    await referrals(bench, shop, size.referrers - 50, size.referrers),
    await sales(bench, shop, databaseUrl),
  ])
  return {
    about: `A page in a shop with much is compared with the same page where there is little. A sale is compared with a transaction of plain SQL that writes the same rows over 16 connections, without server, triggers or checks.`,
    rows,
  }
}

const everyClient = (path: string, headers: Record<string, string>) => async (clients: number) =>
  Array.from({ length: clients }, (): Request[] => [{ path, headers }])

async function besideLess(
  bench: Bench,
  { server, headers }: OpenShop,
  paths: { much: string; little: string },
) {
  const { perSecond, p50, p50Ratio } = await compare(
    { server, requests: everyClient(paths.much, headers) },
    { server, requests: everyClient(paths.little, headers) },
    bench,
    pace,
  )
  return { measured: `${figure(perSecond)}/s, p50 ${milliseconds(p50)}`, ratio: p50Ratio ?? Number.NaN }
}

async function vouchers(bench: Bench, shop: OpenShop, codes: number): Promise<Row> {
  const pageOf = async (name: string) => {
    const [client] = await shop.db<[{ id: string }]>`select id from clients where name = ${name}`
    return `/api/get-voucher/?client_id=${client.id}&limit=10`
  }
  const paths = { much: await pageOf('Large'), little: await pageOf('Small') }
  const { measured, ratio } = await besideLess(bench, shop, paths)
  return {
    work: `first page of a company's ${codes.toLocaleString('en')} vouchers`,
    measured,
    beside: `p50 ${ratio.toFixed(2)} of a company with 10`,
    target: '≤ 1.5',
    isKept: ratio <= 1.5,
  }
}

async function referrals(bench: Bench, shop: OpenShop, start: number, referrers: number): Promise<Row> {
  const page = (from: number) => `/referral_app/referrals-stats/?start=${from}&end=${from + 50}`
  const { measured, ratio } = await besideLess(bench, shop, { much: page(start), little: page(0) })
  return {
    work: `referrers from ${start.toLocaleString('en')} of ${referrers.toLocaleString('en')}`,
    measured,
    beside: `p50 ${ratio.toFixed(2)} of the first page`,
    target: '≤ 1.2',
    isKept: ratio <= 1.2,
  }
}

async function sales({ load }: Bench, { db, server, headers }: OpenShop, databaseUrl: string): Promise<Row> {
  const [admin] = await db<[{ id: string }]>`select id from staff_users where is_superuser limit 1`
  const rounds: { ours: number; bare: number }[] = []
  for (let round = 0; round <= pace.rounds; round++) {
    const both = {
      ours: await sellByApi(db, server, load, headers, pace.seconds),
      bare: await sellBare(databaseUrl, admin.id, pace.seconds),
    }
    // The first round is a warm-up.
    if (round > 0) rounds.push(both)
  }
  const ratio = median(rounds.map(({ ours, bare }) => ours / bare))
  return {
    work: 'sales of a voucher at 16 clients',
    measured: `${figure(median(rounds.map(({ ours }) => ours)))}/s`,
    beside: `${ratio.toFixed(2)} of a bare transaction`,
    target: '≥ 0.4',
    isKept: ratio >= 0.4,
  }
}
