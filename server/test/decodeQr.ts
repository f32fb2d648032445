import { execFile, spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp from 'sharp'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

// Independent decoders for our QR codes: zxing, and zbarimg where it is installed.

/** A QR code found in an image, with its position in pixels. */
export type Found = { text: string; left: number; top: number; width: number; height: number; level: string }

/** The pages of a PDF as PNG images, rendered by PDFium as in Chromium. */
export async function renderPages(pdf: Buffer, dpi: number): Promise<Buffer[]> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(new Uint8Array(pdf))
  const pages: Buffer[] = []
  for (const page of document.pages()) {
    const { data } = await page.render({
      scale: dpi / 72,
      render: ({ data: pixels, width, height }) =>
        sharp(pixels, { raw: { width, height, channels: 4 } })
          .flatten({ background: '#fff' })
          .png()
          .toBuffer(),
    })
    pages.push(Buffer.from(data))
  }
  document.destroy()
  library.destroy()
  return pages
}

let isPrepared = false

/** All QR codes in an image, in reading order. */
export async function decodeQr(picture: Buffer): Promise<Found[]> {
  if (!isPrepared) {
    // By default zxing-wasm downloads this file.
    const wasm = await readFile(new URL(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
    await prepareZXingModule({
      overrides: { wasmBinary: new Uint8Array(wasm).buffer },
      fireImmediately: true,
    })
    isPrepared = true
  }
  const found = await readBarcodes(new Uint8Array(picture), { formats: ['QRCode'], maxNumberOfSymbols: 255 })
  return found
    .map(({ text, position: { topLeft, topRight, bottomLeft }, ecLevel }) => ({
      text,
      left: topLeft.x,
      top: topLeft.y,
      width: topRight.x - topLeft.x,
      height: bottomLeft.y - topLeft.y,
      level: ecLevel,
    }))
    .toSorted((a, b) => Math.round((a.top - b.top) / 20) || a.left - b.left)
}

/** Not on every machine; asked once, because a start of a process that fails takes as long as one that does not. */
export const hasZbar = spawnSync('zbarimg', ['--version']).error === undefined

/** What zbarimg reads from images of one QR code each. */
export async function decodeByZbar(paths: string[]): Promise<string[]> {
  const options = ['--quiet', '--raw', '-Sdisable', '-Sqrcode.enable']
  const { stdout } = await promisify(execFile)('zbarimg', [...options, ...paths])
  return stdout.trim().split('\n')
}
