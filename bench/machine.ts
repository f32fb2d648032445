import { readFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { median } from './compare.ts'
import { watchCores } from './processor.ts'
import { root } from './servers.ts'

/** What else the machine did during a run. */
export type Quiet = {
  /** The load before the run, over a minute. */
  load: number
  /** The highest load during the run, which is mostly our own. */
  highestLoad: number
  /** The part of all cores that was busy while we did nothing: in the middle, and at most. */
  busy: number
  busiest: number
}

/** Looks at the machine from time to time while the benchmark itself does nothing. */
export function watchMachine() {
  const load = loadavg()[0] ?? 0
  const loads: number[] = [load]
  const busy: number[] = []
  return {
    look: async (milliseconds: number) => {
      const read = watchCores()
      loads.push(loadavg()[0] ?? 0)
      await sleep(milliseconds)
      busy.push(read())
    },
    found: (): Quiet => ({
      load,
      highestLoad: Math.max(...loads),
      busy: median(busy),
      busiest: Math.max(...busy),
    }),
  }
}

/** Other work took more than a tenth of the machine. */
export const wasBusy = ({ load, busy }: Quiet) => load > availableParallelism() / 2 || busy > 0.1

/** The machine and the versions, in two sentences. */
export function describeMachine(postgres: string): string {
  const lock = JSON.parse(readFileSync(new URL('package-lock.json', root), 'utf8')) as {
    packages: Record<string, { version: string }>
  }
  const version = (name: string) => {
    const known = lock.packages[`node_modules/${name}`] ?? lock.packages[`server/node_modules/${name}`]
    return known ? `, ${name} ${known.version}` : ''
  }
  const [core] = cpus()
  const gib = Math.round(totalmem() / 2 ** 30)
  const drivers = ['fastify', 'postgres', 'pg', 'autocannon'].map(version).join('')
  return `${availableParallelism()} cores (${core?.model.trim()}) and ${gib} GiB of memory, which PostgreSQL, both servers and the load share. Node ${process.versions.node}, PostgreSQL ${postgres}${drivers}.`
}
