import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { makeBombPdf, makePdf, makePdfWithOperators, makePdfWithPicture } from '../../../test/pdf.ts'
import { childProcesses, environmentOf } from '../../../test/processes/childProcesses.ts'
import { reason, usePageCounter } from '../../../test/usePageCounter.ts'
import { createPageCounter } from './pdfPages.ts'

const { counter, save, count } = await usePageCounter()

describe('a small file that inflates to 512 MiB', () => {
  test('is valid, apart from its size', async () => {
    expect(await count(makeBombPdf(1))).toBe(1)
  })

  test('is refused, and the counter still works', async () => {
    const bomb = await save(makeBombPdf(512))
    const good = await save(await makePdf(3))
    const answers = await Promise.allSettled([bomb, good, bomb, good].map((path) => counter.count(path)))
    expect(answers).toMatchObject([
      { reason: { reason: 'too slow or too large' } },
      { value: 3 },
      { reason: { reason: 'too slow or too large' } },
      { value: 3 },
    ])
  })
})

describe('a page that unpacks to much more than its file', () => {
  const tooMuch = { reason: { reason: 'too slow or too large' } }
  const one = async (bytes: Buffer) => (await Promise.allSettled([count(bytes)]))[0]

  test('may have 20 MiB of operators, or a large picture', async () => {
    expect(await one(makePdfWithOperators(20))).toEqual({ status: 'fulfilled', value: 1 })
    expect(await one(makePdfWithOperators(1, { times: 20 }))).toEqual({ status: 'fulfilled', value: 1 })
    expect(await one(makePdfWithOperators(20, { asForm: true }))).toEqual({ status: 'fulfilled', value: 1 })
    expect(await one(makePdfWithPicture(12_000))).toEqual({ status: 'fulfilled', value: 1 })
  })

  test('is refused with more, also if it is the same part many times, a form, or a picture', async () => {
    expect(await one(makePdfWithOperators(300))).toMatchObject(tooMuch)
    expect(await one(makePdfWithOperators(1, { times: 40 }))).toMatchObject(tooMuch)
    expect(await one(makePdfWithOperators(40, { asForm: true }))).toMatchObject(tooMuch)
    expect(await one(makePdfWithPicture(100_000))).toMatchObject(tooMuch)
  })
})

test('a file that takes too long is refused', async () => {
  const impatient = createPageCounter({ fileCpuMs: 20 })
  await expect(impatient.count(await save(makeBombPdf(64)))).rejects.toEqual(reason('too slow or too large'))
  await impatient.close()
})

test('files beyond the queue are refused', async () => {
  const path = await save(await makePdf(1))
  const answers = await Promise.allSettled(Array.from({ length: 60 }, () => counter.count(path)))
  const counted = answers.filter(({ status }) => status === 'fulfilled')
  expect(counted.length).toBe(52)
  expect(answers.at(-1)).toMatchObject({ reason: { status: 503 } })
})

test('one process checks one file after another, without secrets, and ends when idle', async () => {
  process.env.S3_SECRET_ACCESS_KEY = 'only-the-server-knows'
  const others = childProcesses()
  const mine = () => childProcesses().filter((pid) => !others.includes(pid))
  const brief = createPageCounter({ idleMs: 500 })
  const path = await save(await makePdf(1))
  await brief.count(path)
  const [pid = 0, ...more] = mine()
  expect(more).toEqual([])
  expect(environmentOf(pid)).not.toContain('only-the-server-knows')
  await brief.count(path)
  expect(mine()).toEqual([pid])
  await expect.poll(mine).toEqual([])
})

test('two files at once are checked by two processes, which both stay for the next two', async () => {
  const others = childProcesses()
  const mine = () => new Set(childProcesses().filter((pid) => !others.includes(pid)))
  const warm = createPageCounter()
  const pdf = await makePdf(1)
  await Promise.all([warm.count(pdf), warm.count(pdf)])
  const both = mine()
  expect(both.size).toBe(2)
  await Promise.all([warm.count(pdf), warm.count(pdf)])
  expect(mine()).toEqual(both)
  await warm.close()
})

test('a process that has decoded a small image is used for the next file', async () => {
  const others = childProcesses()
  const mine = () => childProcesses().filter((pid) => !others.includes(pid))
  const mixed = createPageCounter()
  const picture = sharp({ create: { width: 20, height: 20, channels: 3, background: 'white' } })
  const png = await picture.png().toBuffer()
  await mixed.count(await makePdf(1))
  const [pid = 0] = mine()
  for (let times = 1; times <= 3; times++) {
    expect(await mixed.count(png, 'image/png')).toBe(1)
    expect(mine()).toEqual([pid])
  }
  await mixed.close()
})

test('a process that uses much memory is not used for the next file', async () => {
  const others = childProcesses()
  const smallMemory = createPageCounter({ idleMegabytes: 1 })
  expect(await smallMemory.count(await save(await makePdf(2)))).toBe(2)
  await expect.poll(() => childProcesses().filter((pid) => !others.includes(pid))).toEqual([])
  await smallMemory.close()
})

test('a closed counter refuses files and leaves no process', async () => {
  const others = childProcesses()
  const closing = createPageCounter()
  closing.warm()
  expect(childProcesses().length).toBe(others.length + 1)
  await closing.close()
  expect(childProcesses()).toEqual(others)
  await expect(closing.count(await save(await makePdf(1)))).rejects.toMatchObject({ status: 503 })
})

test('closing during a count is reported as such, not as an error of the file', async () => {
  const closing = createPageCounter()
  const counting = closing.count(await save(makeBombPdf(512)))
  counting.catch(() => undefined)
  await closing.close()
  await expect(counting).rejects.toMatchObject({ status: 503, code: 'overloaded' })
})

test('its process ends when the server is killed', async () => {
  const server = fork(join(import.meta.dirname, '../../../test/countPagesProcess.ts'), [
    await save(await makePdf(1)),
  ])
  const [pid] = (await once(server, 'message')) as [number]
  expect(environmentOf(pid)).not.toBe('')
  server.kill('SIGKILL')
  await expect.poll(() => environmentOf(pid)).toBe('')
})
