import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  makeCircularPdf,
  makeLyingPdf,
  makePdf,
  makePdfWithLyingBranch,
  makePdfWithWrongOffsets,
} from '../../../test/pdf.ts'
import { reason, usePageCounter } from '../../../test/usePageCounter.ts'

const { folder, counter, count } = await usePageCounter()
const pdfVersions = ['1.3', '1.4', '1.6', '1.7ext3'] as const

describe('counts', () => {
  test.each([1, 3, 120])('%i pages', async (pages) => {
    expect(await count(await makePdf(pages))).toBe(pages)
  })

  test('5,000 pages', { tags: ['proof'] }, async () => {
    expect(await count(await makePdf(5_000))).toBe(5_000)
  })

  test('bytes as well as a path, also a part of a larger buffer', async () => {
    const whole = Buffer.concat([Buffer.from('other bytes'), await makePdf(3)])
    expect(await counter.count(whole.subarray(11))).toBe(3)
    await expect(counter.count(Buffer.from('%PDF-'))).rejects.toEqual(reason('broken'))
  })

  test('pages after lines that a mail gateway put before the header', async () => {
    expect(await count(Buffer.concat([Buffer.from('Received: by mail\r\n\r\n'), await makePdf(3)]))).toBe(3)
  })

  test('pages before padding', async () => {
    expect(await count(Buffer.concat([await makePdf(3), Buffer.alloc(50_000)]))).toBe(3)
  })

  test.each([
    ['a line', '\r\n-- \r\nSent by a mail gateway\r\n'],
    ['more than readers search', 'x'.repeat(5_000)],
    ['a web page', `<html><body>${'<p>Downloads'.repeat(10_000)}</body></html>`],
    ['random bytes', Buffer.from(Array.from({ length: 20_000 }, (_, i) => (i * 7919) % 251))],
  ])('pages before %s', async (_name, junk) => {
    // Poppler, qpdf, Ghostscript and PDFium read all of these.
    expect(await count(Buffer.concat([await makePdf(3), Buffer.from(junk)]))).toBe(3)
  })

  test.each(pdfVersions)('pages of a PDF %s with a password for changing only', async (pdfVersion) => {
    const printing = 'highResolution'
    expect(await count(await makePdf(2, { pdfVersion, ownerPassword: 'o', permissions: { printing } }))).toBe(
      2,
    )
  })

  test('pages of a complete file with wrong offsets', async () => {
    expect(await count(makePdfWithWrongOffsets())).toBe(2)
  })
})

describe('refuses', () => {
  test('5,001 pages', { tags: ['proof'] }, async () => {
    await expect(count(await makePdf(5_001))).rejects.toEqual(reason('too many pages'))
  })

  test.each(pdfVersions)(
    'PDF %s with a password for opening, or that may not be printed',
    async (pdfVersion) => {
      const ownerPassword = 'other'
      const toOpen = await makePdf(2, { pdfVersion, ownerPassword, userPassword: 'secret' })
      await expect(count(toOpen)).rejects.toEqual(reason('encrypted'))
      const toSee = await makePdf(2, { pdfVersion, ownerPassword })
      await expect(count(toSee)).rejects.toEqual(reason('not to be printed'))
      const coarse = { pdfVersion, ownerPassword, permissions: { printing: 'lowResolution' } } as const
      // The oldest encryption knows only one way to print.
      if (pdfVersion === '1.3') expect(await count(await makePdf(2, coarse))).toBe(2)
      else await expect(count(await makePdf(2, coarse))).rejects.toEqual(reason('not to be printed well'))
    },
  )

  test.each([
    ['an object', '\n9 0 obj\n<< /Type /Page >>\nendobj\n'],
    ['a stream', `\n9 0 obj\n<< /Length 99999 >>\nstream\n${'q '.repeat(3_000)}`],
    [
      'a table',
      '\n9 0 obj\nnull\nendobj\nxref\n9 1\n0000001234 00000 n \ntrailer\n<< /Size 10 >>\nstartxref',
    ],
  ])(
    'a file whose last change is cut after %s: readers would show it without the change',
    async (_name, part) => {
      await expect(count(Buffer.concat([await makePdf(2), Buffer.from(part)]))).rejects.toEqual(
        reason('broken'),
      )
    },
  )

  test.each([0.02, 0.3, 0.6, 0.9, 0.99])('a file truncated at %d of its length', async (part) => {
    const whole = await makePdf(20)
    const plain = makeLyingPdf({ says: 20, has: 20 })
    const cut = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length * part))
    await expect(count(cut(whole))).rejects.toEqual(reason('broken'))
    await expect(count(cut(plain))).rejects.toEqual(reason('broken'))
  })

  test.each([
    { says: 10, has: 3 },
    { says: 1, has: 120 },
    { says: 0, has: 3 },
    { says: -1, has: 3 },
    { says: 2_147_483_647, has: 3 },
    { says: 0, has: 0 },
  ])('a file that declares $says pages and has $has', async (lie) => {
    await expect(count(makeLyingPdf(lie))).rejects.toEqual(reason('broken'))
  })

  test('a wrong page count in a branch, although the total is right', async () => {
    await expect(count(makePdfWithLyingBranch())).rejects.toEqual(reason('broken'))
  })

  test('a page tree that contains itself', async () => {
    await expect(count(makeCircularPdf())).rejects.toEqual(reason('broken'))
  })

  test('endlessly nested brackets', async () => {
    const nested = Buffer.from(`%PDF-1.4\n1 0 obj\n${'['.repeat(2_000_000)}\nendobj\nstartxref\n9\n%%EOF`)
    await expect(count(nested)).rejects.toEqual(reason('broken'))
  })
})

test('a missing file is an error, not a refusal of the file', async () => {
  await expect(counter.count(join(folder, 'nowhere.pdf'))).rejects.toThrow('The checking process failed')
  expect(await count(await makePdf(1))).toBe(1)
})
