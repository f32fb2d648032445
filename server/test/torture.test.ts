import { expect, test } from 'vitest'
import { torture } from './mixedWork/torture.ts'

// The short form of `npm run torture`.

test('a shop that is killed at its work loses nothing, doubles nothing, and everything adds up', async () => {
  const tell = (line: string) => void process.stdout.write(`${line}\n`)
  const { wrong, acknowledged, control } = await torture({ kills: 4, seed: 3, people: 8, tell })
  expect(wrong).toEqual({ lost: [], doubled: [], strange: [], drifted: {} })
  expect(acknowledged).toBeGreaterThan(10)
  // Or this count would not see a loss.
  expect(control).toBeGreaterThan(0)
}, 300_000)
