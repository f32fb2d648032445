import { setTimeout as sleep } from 'node:timers/promises'
import { doSomething, type Worker } from './acts.ts'
import { type Counts, createAsker, WorkIsOver } from './ask.ts'
import { createChance } from './chance.ts'
import { Ledger } from './ledger.ts'
import type { Scene } from './scene.ts'

type Wanted = {
  url: string
  token: string
  scene: Scene
  seed: number
  people?: number
  /** What they were told before, where the work goes on. */
  ledger?: Ledger
}

export type MixedWork = ReturnType<typeof startMixedWork>

/** People who do everything that a shop does, until they are told to stop. */
export function startMixedWork({ url, token, scene, seed, people = 12, ledger = new Ledger() }: Wanted) {
  const counts: Counts = { cut: 0, refused: 0, away: 0, inUse: 0 }
  const state = {
    isStopping: false,
    isOver: false,
    isPaused: false,
    acts: 0,
    atRest: 0,
    failure: undefined as unknown,
  }
  const workers = Array.from({ length: people }, async (_, index) => {
    const ask = createAsker({ url, token }, counts, () => state.isOver)
    const worker: Worker = {
      ask,
      chance: createChance(seed * 1000 + index),
      scene,
      ledger,
      orders: new Map(),
    }
    try {
      while (!state.isStopping) {
        if (state.isPaused) await rest()
        else {
          await doSomething(worker)
          state.acts++
        }
      }
    } catch (error) {
      if (!(error instanceof WorkIsOver)) state.failure = error
    }
  })

  async function rest(): Promise<void> {
    state.atRest++
    while (state.isPaused && !state.isStopping) await sleep(5)
    state.atRest--
  }

  async function until(isSo: () => boolean, timeout: number): Promise<void> {
    for (const deadline = Date.now() + timeout; !isSo(); await sleep(5)) {
      if (state.failure) throw state.failure
      if (Date.now() > deadline) throw new Error(`After ${timeout} ms ${state.acts} things are done`)
    }
  }

  async function finish(): Promise<void> {
    await Promise.all(workers)
    if (state.failure) throw state.failure
  }

  return {
    ledger,
    counts,
    acts: () => state.acts,
    /** Resolves when so many more things were done. */
    more: (acts: number, timeout = 60_000) => {
      const enough = state.acts + acts
      return until(() => state.acts >= enough, timeout)
    },
    /** Everyone finishes what they are at, asking until it is answered, and waits. */
    async pause() {
      state.isPaused = true
      await until(() => state.atRest === people, 60_000)
    },
    resume() {
      state.isPaused = false
    },
    /** Everyone finishes what they are at, and goes home. */
    async stop() {
      state.isStopping = true
      await finish()
    },
    /** Nobody waits for an answer any more. */
    async abandon() {
      state.isStopping = true
      state.isOver = true
      await finish()
    },
  }
}
