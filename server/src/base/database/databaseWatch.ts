import { setTimeout as sleep } from 'node:timers/promises'
import { OperatorError } from '../operatorError.ts'
import type { DatabaseServers } from './databaseServers.ts'
import { connect, isDatabaseUnavailable, type Pool } from './db.ts'

type Log = { info(sentence: string): void; warn(sentence: string): void }

const startTimeoutMs = 20_000

/** Waits for a database that may be starting; throws an OperatorError if it does not come. */
export async function waitForDatabase(pool: Pool, name: string, log: Log, timeoutMs = startTimeoutMs) {
  const deadline = Date.now() + timeoutMs
  for (let attempt = 1; ; attempt++) {
    try {
      return void (await pool`select 1`)
    } catch (error) {
      if (!isDatabaseUnavailable(error) || isWrongCredential(error) || Date.now() >= deadline) {
        throw new OperatorError(`DATABASE_URL cannot be reached: ${reasonOf(error, name)}`)
      }
      if (attempt === 1) log.warn(`Waiting for the database at ${name}`)
      await sleep(250)
    }
  }
}

/** A wrong password, user or database name: waiting does not help. */
const isWrongCredential = (error: unknown) => /^(28|3D)/.test(codeOf(error))

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

function reasonOf(error: unknown, name: string): string {
  const code = codeOf(error)
  if (code === 'CONNECTION_DESTROYED') return `no server of ${name} can be written to`
  if (code === 'CONNECT_TIMEOUT') return `no answer from ${name}`
  // The error of an attempt at several addresses of one host name has no message.
  return error instanceof Error && error.message !== '' ? error.message : code || 'no answer'
}

type Intervals = { everyMs: number; silenceMs: number; searchMs: number }

/**
 * Checks regularly that the database responds. A machine that loses power closes no connection: without this check,
 * requests would wait for minutes. With several servers it also finds the one that was promoted.
 */
export function watchDatabase(
  servers: DatabaseServers,
  log: Log,
  { everyMs = 5_000, silenceMs = 10_000, searchMs = 1_000 }: Partial<Intervals> = {},
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const probe = connect(servers, { max: 1 })
  const wait = (ms: number) => sleep(ms, undefined, { signal: stopping.signal, ref: false })

  async function run(): Promise<void> {
    for (;;) {
      await wait(everyMs)
      const state = await readState(probe, silenceMs)
      if (state !== 'writable') await search(state)
    }
  }

  /** Tries all servers until one is writable. */
  async function search(state: Exclude<State, 'writable'>): Promise<void> {
    const before = servers.current
    if (state === 'silent') {
      log.warn('The database does not answer: its connections are dropped')
      servers.closeConnections()
    }
    for (let isLogged = false; ; await wait(searchMs)) {
      const found = await findWritable(servers.addresses)
      if (found) {
        servers.use(found)
        // Answers of the old primary must not be used any more.
        if (found !== before) servers.closeConnections()
        if (isLogged || found !== before) log.info('The database is back')
        return
      }
      if (!isLogged) log.warn(`The database at ${servers.name} is away`)
      isLogged = true
    }
  }

  const running = run().catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error
  })
  return {
    async stop() {
      stopping.abort()
      await probe.end({ timeout: 0 })
      await running
    },
  }
}

type State = 'writable' | 'away' | 'silent'

async function readState(pool: Pool, silenceMs: number): Promise<State> {
  const answer = pool<[{ read_only: boolean }]>`
    select current_setting('transaction_read_only') = 'on' as read_only`.then(
    ([row]): State => (row.read_only ? 'away' : 'writable'),
    (): State => 'away',
  )
  // In slices: after a pause of this process, responses that have arrived are read before the timeout is reached.
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
      if ((await readState(pool, 5_000)) === 'writable') return address
      throw new Error('not writable')
    } finally {
      void pool.end({ timeout: 0 })
    }
  })
  return Promise.any(attempts).catch(() => undefined)
}
