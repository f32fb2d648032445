import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from '../../src/base/database/db.ts'
import { buildFixture, type Fixture, writes } from '../writeKinds.ts'
import { createRandom } from './random.ts'
import { createShopClient, noCounts, SimulationEnded } from './shopClient.ts'
import { WriteLog } from './writeLog.ts'

type Options = {
  url: string
  token: string
  seed: number
  people?: number
  /** The acknowledged writes of an earlier run that this one continues. */
  log?: WriteLog
}

export type Simulation = ReturnType<typeof startSimulation>

/** Concurrent people who send random writes of every kind, paused until they have fixtures, until they are stopped. */
export function startSimulation({ url, token, seed, people = 12, log = new WriteLog() }: Options) {
  const counts = noCounts()
  const state = {
    isStopping: false,
    isOver: false,
    isPaused: true,
    fixtures: [] as Fixture[],
    actions: 0,
    paused: 0,
    failure: undefined as unknown,
  }
  const client = createShopClient({ url, token }, { log, counts, isOver: () => state.isOver })
  const workers = Array.from({ length: people }, async (_, index) => {
    const random = createRandom(seed * 1000 + index)
    try {
      while (!state.isStopping) {
        if (state.isPaused) await waitForResume()
        else {
          await random.pick(Object.values(writes)).send(client, random.pick(state.fixtures))
          state.actions++
        }
      }
    } catch (error) {
      if (!(error instanceof SimulationEnded)) state.failure = error
    }
  })

  async function waitForResume(): Promise<void> {
    state.paused++
    while (state.isPaused && !state.isStopping) await sleep(5)
    state.paused--
  }

  async function until(isSo: () => boolean, timeout: number): Promise<void> {
    for (const deadline = Date.now() + timeout; !isSo(); await sleep(5)) {
      if (state.failure) throw state.failure
      if (Date.now() > deadline) throw new Error(`Only ${state.actions} actions after ${timeout} ms`)
    }
  }

  async function finish(): Promise<void> {
    await Promise.all(workers)
    if (state.failure) throw state.failure
  }

  return {
    log,
    counts,
    actionCount: () => state.actions,
    /** Resolves when this many more actions have run. */
    runMore: (actions: number, timeout = 60_000) => {
      const target = state.actions + actions
      return until(() => state.actions >= target, timeout)
    },
    /** Every worker finishes its action, with a response to each request, and waits. */
    async pause() {
      state.isPaused = true
      await until(() => state.paused === people, 60_000)
    },
    /** With new records, because the old ones are delivered, cancelled and deleted after some writes. */
    async resume(db: Pool) {
      state.fixtures = []
      for (let made = 0; made < 8; made++) state.fixtures.push(await buildFixture(db, client))
      state.isPaused = false
    },
    /** Every worker finishes its action and ends. */
    async stop() {
      state.isStopping = true
      await finish()
    },
    /** Ends at once: no worker retries a request any more. */
    async abandon() {
      state.isStopping = true
      state.isOver = true
      await finish()
    },
  }
}
