import ipp from '@sealsystems/ipp'
import { expect, test } from 'vitest'
import { readCapabilities, readStatus } from './capabilities.ts'
import { IppError } from './ippError.ts'
import { readJob } from './ippJobs.ts'
import { decodeAnswer } from './ippMessage.ts'

/** An answer with every kind of value that printers send. */
const whole = ipp.serialize({
  version: '2.0',
  statusCode: 'successful-ok',
  id: 7,
  'operation-attributes-tag': {
    'attributes-charset': 'utf-8',
    'attributes-natural-language': 'en',
    'status-message': 'successful-ok',
  },
  'job-attributes-tag': [
    {
      'job-id': 3,
      'job-name': 'Our Print 1',
      'job-state': 'processing',
      'job-state-reasons': ['job-printing'],
    },
    { 'job-id': 4, 'job-name': 'Our Print 2', 'job-state': 'pending', 'date-time-at-creation': new Date(0) },
  ],
  'printer-attributes-tag': {
    'printer-state': 'idle',
    'printer-state-reasons': ['media-low-warning', 'door-open-report'],
    'copies-supported': [[1, 200]],
    'color-supported': true,
    'printer-resolution-supported': [[600, 600, 'dpi']],
    'media-col-database': [{ 'media-size': { 'x-dimension': 21000, 'y-dimension': 29700 } }],
    'marker-levels': [50, -2],
    'marker-names': ['Black', 'Waste'],
  },
})

/** Random numbers that are the same in each run. */
function createRandom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

test('an answer is decoded', () => {
  const { status, jobs, printer } = decodeAnswer(whole, 7)
  expect(status).toBe('successful-ok')
  expect(jobs.map((job) => readJob(job))).toMatchObject([
    { id: 3, state: 'processing', message: null },
    { id: 4, state: 'pending' },
  ])
  expect(readStatus(printer)).toMatchObject({
    state: 'idle',
    message: 'Little paper is left. A door is open',
    supplies: [{ level: 50 }, { name: 'Waste', level: null }],
  })
  expect(readCapabilities(printer).mostCopies).toBe(200)
})

test('10,000 damaged answers are decoded or refused: none ends in another error, or never', () => {
  const random = createRandom(1)
  let refused = 0
  for (let n = 0; n < 10_000; n++) {
    const damaged = Buffer.from(whole.subarray(0, random(8) === 0 ? random(whole.length) : whole.length))
    for (let left = random(4); left >= 0; left--) {
      if (damaged.length > 8) damaged[8 + random(damaged.length - 8)] = random(2) ? random(256) : 0xff
    }
    try {
      const { jobs, printer } = decodeAnswer(damaged, 7)
      readStatus(printer)
      for (const job of jobs) readJob(job)
    } catch (error) {
      if (!(error instanceof IppError)) throw error
      expect(error.kind).toBe('rubbish')
      refused += 1
    }
  }
  expect(refused).toBeGreaterThan(1_000)
})
