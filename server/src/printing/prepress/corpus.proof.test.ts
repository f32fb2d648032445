import { afterAll, beforeAll, expect, test } from 'vitest'
import { preflightCorpus } from '../../../test/preflightCorpus.ts'
import { qrCorpus } from '../../../test/qrCorpus.ts'
import { inspectPage } from './inspectPage.ts'
import { openToPrint } from './openToPrint.ts'
import { loadPdfium, type Pdfium } from './pdfium.ts'

let pdfium: Pdfium
beforeAll(async () => {
  pdfium = await loadPdfium()
})

const wrong: string[] = []
// Shown if a figure below is missed.
afterAll(() => {
  if (wrong.length > 6) process.stderr.write(`${wrong.join('\n')}\n`)
})

test('in 200 files of known truth, colour pages are found at 99 % precision and recall', async () => {
  const counts = { pages: 0, found: 0, missed: 0, invented: 0, blank: 0, otherBlank: 0 }
  let codes = 0
  for await (const { bytes, pages } of preflightCorpus(200)) {
    const document = await openToPrint(pdfium, bytes)
    expect(document?.pageCount).toBe(pages.length)
    if (!document) continue
    for (const [index, { name, ink }] of pages.entries()) {
      const report = await inspectPage(document, index)
      const seen = report?.ink
      codes += report?.unreadable_codes?.length ?? 0
      if (seen !== ink) wrong.push(`${name}: ${seen}, not ${ink}`)
      counts.pages++
      if (ink === 'color') counts[seen === 'color' ? 'found' : 'missed']++
      else if (seen === 'color') counts.invented++
      if (ink === 'none' || seen === 'none') counts[ink === seen ? 'blank' : 'otherBlank']++
    }
    document.close()
  }
  const { pages, found, missed, invented, blank, otherBlank } = counts
  expect(pages).toBe(600)
  // The corpus must hold enough of both, or the shares mean nothing.
  expect(found).toBeGreaterThan(200)
  expect(blank).toBeGreaterThan(40)
  expect(found / (found + missed)).toBeGreaterThanOrEqual(0.99)
  expect(found / (found + invented)).toBeGreaterThanOrEqual(0.99)
  expect(otherBlank).toBe(0)
  // None of these pages has a QR code.
  expect(codes).toBe(0)
})

test('in 72 pages of known truth, QR codes that a phone would not read are found, with the reason', async () => {
  const counts = { found: 0, missed: 0, invented: 0, otherReason: 0, readable: 0 }
  for await (const { bytes, name, problem } of qrCorpus(3)) {
    const document = await openToPrint(pdfium, bytes)
    if (!document) throw new Error(`${name} cannot be opened`)
    const seen = (await inspectPage(document, 0))?.unreadable_codes?.map((code) => code.problem) ?? []
    document.close()
    if (seen.some((reason) => reason !== problem) || (problem && seen.length !== 1))
      wrong.push(`${name}: ${seen.join(' ') || 'nothing'}, not ${problem}`)
    if (problem === undefined) counts[seen.length > 0 ? 'invented' : 'readable']++
    else if (seen.length === 0) counts.missed++
    else {
      counts.found++
      if (seen[0] !== problem) counts.otherReason++
    }
  }
  expect(counts).toEqual({ found: 30, missed: 0, invented: 0, otherReason: 0, readable: 42 })
})
