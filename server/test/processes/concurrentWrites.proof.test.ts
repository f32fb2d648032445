import { beforeAll, expect, test } from 'vitest'
import { defaultLimits, kinds } from '../../src/base/http/admission.ts'
import { openSession, useApi } from '../api.ts'
import { buildStaff } from '../build.ts'
import { findBrokenInvariants } from '../invariants.ts'
import type { Answer } from '../writeClient.ts'
import { buildFixture, writes } from '../writeKinds.ts'

// Each pair of writes that can conflict: the first stalls just before its commit, the second starts, the first commits.
// Neither may answer 5xx, and all invariants must hold afterwards.

// The second write of a pair must reach the database, not wait in a queue of the server.
const limits = Object.fromEntries(
  kinds.map((kind) => [
    kind,
    { ...defaultLimits[kind], concurrency: 100, queueLength: 1_000, queueTimeoutMs: 120_000 },
  ]),
)
const api = useApi({ limits })
const stallKey = 4711
const reported = new Set<string>()
let first: { id: string; token: string }
let second: { id: string; token: string }

beforeAll(async () => {
  const signIn = async () => {
    const { id } = await buildStaff(api.db, { is_superuser: true })
    return { id, token: await openSession(api.db, id) }
  }
  first = await signIn()
  second = await signIn()
  // A deferred trigger runs just before the commit.
  await api.db.unsafe(`
    create function stall() returns trigger language plpgsql as $$
    begin
      if current_setting('our_print.actor', true) = '${first.id}' then perform pg_advisory_xact_lock_shared(${stallKey}); end if;
      return null;
    end $$`)
  const audited = await api.db<{ name: string }[]>`
    select distinct tgrelid::regclass::text as name from pg_trigger where tgname = 'record'`
  expect(audited.length).toBeGreaterThan(10)
  for (const { name } of audited) {
    await api.db.unsafe(`create constraint trigger stall after insert or update or delete on ${name}
      deferrable initially deferred for each row execute function stall()`)
  }
})

const names = Object.keys(writes).filter((name) => writes[name]?.touches.length)
const canConflict = (a: string, b: string) =>
  writes[a]?.touches.some((record) => writes[b]?.touches.includes(record)) ?? false

test.each(names)('%s, with every write that can conflict with it', async (name) => {
  const failed: string[] = []
  for (const other of names.filter((each) => canConflict(name, each))) {
    const replies = await interleave(name, other)
    // On a busy machine a request may give up waiting for the other, and says so.
    const broken = replies.filter(({ statusCode, body }) => statusCode >= 500 && !body.includes('"locked"'))
    failed.push(...broken.map((reply) => `${name} then ${other}: ${reply.statusCode} ${reply.body}`))
  }
  // Checked once for all pairs, because the check takes longer than the pairs. A failure is reported by one test only.
  const wrong = Object.entries(await findBrokenInvariants(api.db)).map(
    ([what, rows]) => `${what}: ${JSON.stringify(rows)}`,
  )
  const differences = wrong.filter((difference) => !reported.has(difference))
  for (const difference of differences) reported.add(difference)
  expect([...failed, ...differences]).toEqual([])
})

async function interleave(name: string, other: string): Promise<Answer[]> {
  const fixture = await buildFixture(api.db, api.as('admin'))
  const gate = await api.db.reserve()
  try {
    await gate`select pg_advisory_lock(${stallKey})`
    const one = start(name, first)
    await until(async () => one.isDone() || (await waiting()) >= 1)
    const blocked = await waiting()
    const two = start(other, second)
    await until(async () => two.isDone() || (await waiting()) > blocked)
    await gate`select pg_advisory_unlock(${stallKey})`
    return await Promise.all([one.reply, two.reply])
  } finally {
    // After a failure too: otherwise all later pairs would wait for this lock.
    await gate`select pg_advisory_unlock_all()`
    gate.release()
  }

  function start(what: string, { token }: typeof first) {
    let done = false
    const reply = writes[what]?.send(api.withToken(token), fixture) ?? Promise.reject(new Error(what))
    void reply.finally(() => {
      done = true
    })
    return { reply, isDone: () => done }
  }
  async function waiting(): Promise<number> {
    const [row] = await gate<[{ waiting: number }]>`
      select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    return row.waiting
  }
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 2000; attempt++) {
    if (await isTrue()) return
    await new Promise((resolve) => setTimeout(resolve, 3))
  }
  throw new Error('Neither finished nor waiting')
}
