import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Misbehaviour } from '../../../test/processes/misbehavingCheck.ts'
import { until } from '../../../test/until.ts'
import { checkingLimits, pdfiumMegabytes } from './checkingLimits.ts'
import { type CheckingPool, createCheckingPool } from './checkingPool.ts'
import type { CheckLimits } from './checkingProcess.ts'

// Each attempt starts a process, and other tests may use the machine.
vi.setConfig({ testTimeout: 30_000 })

const program = join(import.meta.dirname, '../../../test/processes/misbehavingCheck.ts')
const unavailable = { status: 503, code: 'check_unavailable', retryAfter: 5 }

let folder: string
let pool: CheckingPool<number, Misbehaviour>
const open = (path: string, limits: Partial<CheckLimits> = { timeoutMs: 20_000 }) =>
  createCheckingPool<number, Misbehaviour>(
    path,
    { ...checkingLimits.pages, processes: 1, idleMs: 20_000, ...limits },
    { writableFolder: folder },
  )
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'checking-'))
  pool = open(program)
})
afterEach(async () => {
  await pool.close()
  await rm(folder, { recursive: true })
})

const ask = (how: Misbehaviour['how'], times: number, filling?: Buffer) =>
  pool.use((send) => send({ folder, how, times, ...(filling && { filling }) }))
const attempts = () => readdirSync(folder).length

describe('a process that dies', () => {
  test.each(['SIGKILL', 'SIGTERM', 'SIGSEGV', 'exit', 'disconnect'] as const)(
    'in the middle by %s has its file judged again in a new one',
    async (how) => {
      expect(await ask(how, 1)).toBe(2)
    },
  )

  test.each(['SIGKILL', 'SIGTERM', 'exit', 'disconnect'] as const)(
    'and whose successor dies too, by %s, says nothing about the file: 503',
    async (how) => {
      await expect(ask(how, 2)).rejects.toMatchObject(unavailable)
      expect(attempts()).toBe(2)
      // The next file is not affected.
      expect(await ask(how, 2)).toBe(3)
    },
  )

  test.each(['SIGSEGV', 'SIGABRT'] as const)(
    'twice by an error of its own, %s, cannot read the file',
    async (how) => expect(await ask(how, 9)).toBe('exceeded'),
  )

  test('at its start refuses all with 503', async () => {
    await pool.close()
    pool = open(join(folder, 'nowhere.ts'))
    for (const asked of await Promise.allSettled(Array.from({ length: 5 }, () => ask('exit', 0))))
      expect(asked).toMatchObject({ reason: unavailable })
  })

  test('while a file is written to it (EPIPE) has it judged again', async () => {
    await ask('SIGSTOP', 1)
    const pid = Number(readFileSync(join(folder, '1'), 'utf8'))
    await until('it is stopped', () => /^State:\s+T/m.test(readFileSync(`/proc/${pid}/status`, 'latin1')))
    // More than a pipe holds, so the write is under way when the process dies.
    const asked = ask('SIGSTOP', 1, Buffer.alloc(8 * 1024 * 1024))
    setImmediate(() => process.kill(pid, 'SIGKILL'))
    expect(await asked).toBe(2)
  })
})

test('a file for which there is no memory is not judged again', async () => {
  expect(await ask('no memory', 9)).toBe('exceeded')
  expect(attempts()).toBe(1)
  expect(await ask('no memory', 1)).toBe(2)
})

test.each([
  { how: 'hang', timeoutMs: 2_000 },
  { how: 'loop', timeoutMs: 600_000, stepCpuMs: 500 },
  { how: 'loop', timeoutMs: 600_000, fileCpuMs: 500 },
] as const)(
  'a file that takes too long, or one step of it, is not judged again: %j',
  async ({ how, ...limits }) => {
    await pool.close()
    pool = open(program, limits)
    expect(await ask(how, 9)).toBe('exceeded')
    expect(attempts()).toBe(1)
  },
)

// On a busy machine a good file takes long, but no more CPU time than elsewhere.
test('a file that takes long without CPU time is checked', async () => {
  await pool.close()
  pool = open(program, { timeoutMs: 600_000, fileCpuMs: 500 })
  expect(await ask('idle', 1)).toBe(1)
})

test('a mistake in the program is an error', async () => {
  await expect(ask('fault', 1)).rejects.toThrow('a mistake in the program')
  expect(await ask('fault', 1)).toBe(2)
})

test('all processes together stay below 2.3 GB', () => {
  const { pages, pictures, preflight, sheets } = checkingLimits
  const most = [pages, pictures].reduce((sum, kind) => sum + kind.processes * kind.megabytes, 0)
  expect(most + pdfiumMegabytes).toBeLessThanOrEqual(2_300)
  expect(preflight.budget).toBe(sheets.budget)
  expect(preflight.processes * preflight.megabytes).toBeLessThanOrEqual(pdfiumMegabytes)
  expect(sheets.megabytes).toBeLessThanOrEqual(pdfiumMegabytes)
})
