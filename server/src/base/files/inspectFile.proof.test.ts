import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeBombPdf, makeLyingPdf, makePdf } from '../../../test/pdf.ts'
import { FileRefused, inspectFile } from './inspectFile.ts'
import { createPageCounter } from './pdfPages.ts'

// A bomb may take five seconds of CPU time, and other tests may use the machine.
vi.setConfig({ testTimeout: 180_000 })

const folder = await mkdtemp(join(tmpdir(), 'inspect-'))
// However busy the machine is, it refuses none of these files.
const counter = createPageCounter({ timeoutMs: 600_000 })
afterAll(async () => {
  await counter.close()
  await rm(folder, { recursive: true, force: true })
})

let files = 0
async function inspect(bytes: Buffer | string, name: string) {
  // Uploads are stored without their names, so the path does not show the type.
  const path = join(folder, String(files++))
  await writeFile(path, bytes)
  return inspectFile(path, name, counter)
}
const refusal = async (bytes: Buffer | string, name: string) => {
  const error: unknown = await inspect(bytes, name).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(FileRefused)
  return error instanceof FileRefused ? error.message : ''
}

const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'white', noise } })
const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'white' } })

let png: Buffer
let jpeg: Buffer
let pdf: Buffer
beforeAll(async () => {
  png = await picture(640, 480).png().toBuffer()
  jpeg = await picture(640, 480).jpeg().toBuffer()
  pdf = await makePdf(3)
})

describe('accepts', () => {
  test('a PDF with any file name', async () => {
    expect(await inspect(pdf, 'photo.png')).toEqual({ content_type: 'application/pdf', page_count: 3 })
    const mailed = Buffer.concat([Buffer.from('\r\n\x1b%-12345X@PJL\r\n'), pdf])
    expect(await inspect(mailed, 'mailed.pdf')).toEqual({ content_type: 'application/pdf', page_count: 3 })
  })

  test('a PNG and a JPEG, each as one page', async () => {
    expect(await inspect(png, 'photo.pdf')).toEqual({ content_type: 'image/png', page_count: 1 })
    expect(await inspect(jpeg, 'photo')).toEqual({ content_type: 'image/jpeg', page_count: 1 })
  })

  test('images in rare formats', async () => {
    const forms = [
      picture(300, 200).png({ progressive: true }),
      picture(300, 200).png({ palette: true }),
      picture(300, 200).ensureAlpha().toColourspace('rgb16').png(),
      picture(300, 200).jpeg({ progressive: true }),
      picture(300, 200).grayscale().jpeg(),
      picture(300, 200).toColourspace('cmyk').jpeg(),
      picture(1, 1).png(),
    ]
    for (const form of forms)
      expect(await inspect(await form.toBuffer(), 'x')).toMatchObject({ page_count: 1 })
  })

  test('an image of exactly 50 megapixels', async () => {
    expect(await inspect(await blank(10_000, 5_000).png().toBuffer(), 'poster.png')).toMatchObject({
      page_count: 1,
    })
  })
})

describe('refuses under the file name', () => {
  test('an image of more than 50 megapixels', async () => {
    const sentence = 'poster.png has more than 50 megapixels; make it smaller and try again'
    expect(await refusal(await blank(10_000, 6_000).png().toBuffer(), 'poster.png')).toBe(sentence)
  })

  test('a small image file that declares a large size', async () => {
    const bomb = Buffer.from(png)
    bomb.writeUInt32BE(1_000_000, 16)
    bomb.writeUInt32BE(1_000_000, 20)
    expect(await refusal(bomb, 'bomb.png')).toMatch(/^bomb\.png (has more than 50 megapixels|is damaged)/)
  })

  test.each([0.01, 0.5, 0.95, 0.999])('images cut off at %d of their length', async (part) => {
    for (const whole of [png, jpeg, await picture(300, 200).jpeg({ progressive: true }).toBuffer()]) {
      const cut = whole.subarray(0, Math.floor(whole.length * part))
      expect(await refusal(cut, 'half.jpg')).toMatch(/^half\.jpg is (damaged|not a PDF)/)
    }
  })

  test('an image with a damaged middle', async () => {
    const damaged = Buffer.from(png)
    const middle = Math.floor(damaged.length / 2)
    damaged.fill(0, middle, middle + 100)
    expect(await refusal(damaged, 'scratched.png')).toMatch(/^scratched\.png is damaged/)
  })

  test('PDFs that are encrypted, truncated, with a wrong page count, or a bomb', async () => {
    const encrypted = await makePdf(1, { userPassword: 'secret', ownerPassword: 'other' })
    expect(await refusal(encrypted, 'bank.pdf')).toBe(
      'bank.pdf opens only with a password; open it, print or save it as a PDF without one, and add that file',
    )
    expect(await refusal(pdf.subarray(0, 1500), 'half.pdf')).toMatch(/^half\.pdf is damaged/)
    expect(await refusal(makeLyingPdf({ says: 1, has: 9 }), 'thesis.pdf')).toMatch(/^thesis\.pdf is damaged/)
    expect(await refusal(makeBombPdf(1024), 'bomb.pdf')).toMatch(/^bomb\.pdf takes too much time or memory/)
  })

  test.each([
    ['empty.pdf', ''],
    ['notes.pdf', 'Just some text'],
    ['invoice.docx', Buffer.from('PK\x03\x04 word/document.xml')],
    ['setup.exe', Buffer.from('MZ\x90\x00')],
    ['logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['page.html', '<!doctype html><title>%PDF-1.4</title>'],
    ['marked.xml', '\ufeff <?xml version="1.0"?><!-- %PDF-1.4 -->'],
    ['dancing.gif', Buffer.from('GIF89a\x01\x00\x01\x00')],
    ['archive.pdf', Buffer.from('PK\x03\x04 %PDF-1.4')],
    ['late.pdf', Buffer.concat([Buffer.alloc(1024, 'x'), Buffer.from('%PDF-1.4')])],
  ])('%s, which has another type', async (name, bytes) => {
    expect(await refusal(bytes, name)).toBe(`${name} is not a PDF, PNG or JPEG file`)
  })

  test('a whole PDF inside a GIF', async () => {
    const polyglot = Buffer.concat([Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00'), pdf])
    expect(await refusal(polyglot, 'both.pdf')).toBe('both.pdf is not a PDF, PNG or JPEG file')
  })
})
