import { setTimeout as sleep } from 'node:timers/promises'
import { OperatorError } from '../start/operatorError.ts'
import type { DatabaseServers } from './databaseServers.ts'
import { connect, isDatabaseAway, type Pool } from './db.ts'

type Log = { info(sentence: string): void; warn(sentence: string): void }

const startPatience = 20_000

/** Waits a while for a database that starts beside us; throws the sentence that ends our start. */
export async function waitForDatabase(pool: Pool, name: string, log: Log, patience = startPatience) {
  const deadline = Date.now() + patience
  for (let attempt = 1; ; attempt++) {
    try {
      return void (await pool`select 1`)
    } catch (error) {
      if (!isDatabaseAway(error) || isMistake(error) || Date.now() >= deadline) {
        throw new OperatorError(`DATABASE_URL cannot be reached: ${reasonOf(error, name)}`)
      }
      if (attempt === 1) log.warn(`Waiting for the database at ${name}`)
      await sleep(250)
    }
  }
}

/** A wrong password or name, which no waiting mends. */
const isMistake = (error: unknown) => /^(28|3D)/.test(codeOf(error))

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

function reasonOf(error: unknown, name: string): string {
  const code = codeOf(error)
  if (code === 'CONNECTION_DESTROYED') return `no server of ${name} can be written to`
  if (code === 'CONNECT_TIMEOUT') return `no answer from ${name}`
  // An attempt at several addresses of one name fails without words of its own.
  return error instanceof Error && error.message !== '' ? error.message : code || 'no answer'
}

type Pace = { everyMs: number; silenceMs: number; searchMs: number }

/**
 * Asks the database from time to time whether it is there. A machine that lost its power closes no connection:
 * without this, requests under way would wait for minutes. Where several servers are named, it also finds the one
 * that was promoted.
 */
export function watchDatabase(
  servers: DatabaseServers,
  log: Log,
  { everyMs = 5_000, silenceMs = 10_000, searchMs = 1_000 }: Partial<Pace> = {},
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const heart = connect(servers, { max: 1 })
  const wait = (ms: number) => sleep(ms, undefined, { signal: stopping.signal, ref: false })

  async function run(): Promise<void> {
    for (;;) {
      await wait(everyMs)
      const state = await ask(heart, silenceMs)
      if (state !== 'writable') await search(state)
    }
  }

  /** Looks until a server is found that can be written to. */
  async function search(state: Exclude<State, 'writable'>): Promise<void> {
    const before = servers.current
    if (state === 'silent') {
      log.warn('The database does not answer: its connections are dropped')
      servers.drop()
    }
    for (let isTold = false; ; await wait(searchMs)) {
      const found = await findWritable(servers.addresses)
      if (found) {
        servers.use(found)
        // Whatever the last one still answers is history.
        if (found !== before) servers.drop()
        if (isTold || found !== before) log.info('The database is back')
        return
      }
      if (!isTold) log.warn(`The database at ${servers.name} is away`)
      isTold = true
    }
  }

  const running = run().catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error
  })
  return {
    async stop() {
      stopping.abort()
      await heart.end({ timeout: 0 })
      await running
    },
  }
}

type State = 'writable' | 'away' | 'silent'

async function ask(pool: Pool, silenceMs: number): Promise<State> {
  const answer = pool<[{ read_only: boolean }]>`
    select current_setting('transaction_read_only') = 'on' as read_only`.then(
    ([row]): State => (row.read_only ? 'away' : 'writable'),
    (): State => 'away',
  )
  // In slices: after a standstill of our own, what has arrived meanwhile is read before the time is up.
  const silence = (async (): Promise<State> => {
    for (let slice = 0; slice < 5; slice++) await sleep(silenceMs / 5, undefined, { ref: false })
    return 'silent'
  })()
  return Promise.race([answer, silence])
}

async function findWritable(addresses: readonly string[]): Promise<string | undefined> {
  const attempts = addresses.map(async (address) => {
    const pool = connect(address, { max: 1 })
    try {
      if ((await ask(pool, 5_000)) === 'writable') return address
      throw new Error('not writable')
    } finally {
      void pool.end({ timeout: 0 })
    }
  })
  return Promise.any(attempts).catch(() => undefined)
}
