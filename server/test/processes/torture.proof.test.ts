import { expect, test } from 'vitest'
import { torture } from '../simulation/torture.ts'

// The short form of `npm run torture`.

test('a shop killed while it writes loses nothing, stores nothing twice, and all invariants hold', async () => {
  const print = (line: string) => void process.stdout.write(`${line}\n`)
  const { findings, acknowledged, control } = await torture({ kills: 12, seed: 3, people: 8, print })
  expect(findings).toEqual({ lost: [], duplicated: [], unexpected: [], drifted: {} })
  expect(acknowledged).toBeGreaterThan(10)
  // The control run must lose something; otherwise the check would not notice a loss.
  expect(control).toBeGreaterThan(0)
})
