import { measureSecondStart } from '../secondStart.ts'
import { secondStart } from '../targets.ts'
import type { Bench, Section } from './part.ts'

/** A second `npm start` with the largest database. */
export async function measureStart(bench: Bench): Promise<Section> {
  const orders = bench.sizes.at(-1) ?? 0
  const seconds = await measureSecondStart(`${bench.folder}start`, bench.port, await bench.seeded(orders))
  return {
    about: `The time from \`npm start\` until the server is ready, when all is installed and built, at ${orders.toLocaleString('en')} orders.`,
    rows: [
      {
        work: 'second start',
        measured: `${seconds.toFixed(2)} s`,
        target: `≤ ${secondStart} s`,
        isKept: seconds <= secondStart,
      },
    ],
  }
}
