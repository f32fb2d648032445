import { setTimeout as sleep } from 'node:timers/promises'
import { runRandomAction, type Worker } from './actions.ts'
import type { Fixture } from './fixture.ts'
import { createRandom } from './random.ts'
import { type Counts, createShopClient, SimulationEnded } from './shopClient.ts'
import { WriteLog } from './writeLog.ts'

type Options = {
  url: string
  token: string
  fixture: Fixture
  seed: number
  people?: number
  /** The acknowledged writes of an earlier run that this one continues. */
  log?: WriteLog
}

export type Simulation = ReturnType<typeof startSimulation>

/** Concurrent workers that send random requests of every kind until they are stopped. */
export function startSimulation({ url, token, fixture, seed, people = 12, log = new WriteLog() }: Options) {
  const counts: Counts = { cut: 0, refused: 0, databaseUnavailable: 0, inUse: 0 }
  const state = {
    isStopping: false,
    isOver: false,
    isPaused: false,
    actions: 0,
    paused: 0,
    failure: undefined as unknown,
  }
  const workers = Array.from({ length: people }, async (_, index) => {
    const client = createShopClient({ url, token }, counts, () => state.isOver)
    const worker: Worker = {
      client,
      random: createRandom(seed * 1000 + index),
      fixture,
      log,
      orders: new Map(),
    }
    try {
      while (!state.isStopping) {
        if (state.isPaused) await waitForResume()
        else {
          await runRandomAction(worker)
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
    resume() {
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
