import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { useApi } from '../../test/api.ts'
import { buildQrCode } from '../../test/build.ts'
import { decodeByZbar, decodeQr, renderPages } from '../../test/decodeQr.ts'

const api = useApi()
const admin = api.as('admin')
const nobody = '01890000-0000-7000-8000-000000000000'
const urlOf = (code: number) => `http://print.test/?qr_code=${code}`
const dpi = 150
const toMm = (pixels: number) => (pixels / dpi) * 25.4

const build = async (count: number, fields: Parameters<typeof buildQrCode>[1] = {}) => {
  const codes: Awaited<ReturnType<typeof buildQrCode>>[] = []
  for (let n = 0; n < count; n++) codes.push(await buildQrCode(api.db, fields))
  return codes
}

const sheet = (ids: string[], more = '') =>
  admin.get(`/api/qr-codes/labels/?${ids.map((id) => `qr_id=${id}`).join('&')}${more}`)

async function readSheet(ids: string[], more = '') {
  const reply = await sheet(ids, more)
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/pdf'])
  const pages = await renderPages(reply.rawPayload, dpi)
  return { pdf: reply.rawPayload, pages, found: await Promise.all(pages.map(decodeQr)) }
}

describe('a sheet of labels', () => {
  test('has each QR code in its sequence, size and column, on A4', async () => {
    const codes = await build(7)
    const { found, pdf } = await readSheet(
      codes.map(({ id }) => id),
      '&size=40&columns=3',
    )
    expect(found).toHaveLength(1)
    const labels = found[0] ?? []
    expect(labels.map(({ text }) => text)).toEqual(codes.map(({ code }) => urlOf(code)))
    for (const { width, height, level } of labels) {
      expect(level).toBe('H')
      expect(Math.abs(toMm(width) - 40)).toBeLessThan(0.5)
      expect(Math.abs(toMm(height) - 40)).toBeLessThan(0.5)
    }
    const columns = new Set(labels.map(({ left }) => Math.round(toMm(left))))
    expect(columns.size).toBe(3)
    expect(pdf.toString('latin1')).toContain('/MediaBox [0 0 595.28 841.89]')
    // All vectors, no images.
    expect(pdf.toString('latin1')).not.toMatch(/\/Subtype \/Image/)
  })

  test.each([
    [15, 8],
    [20, 6],
    [25, 5],
    [40, 3],
    [60, 2],
    [90, 1],
  ])('of %d mm in %d columns can be scanned completely, page by page', async (size, columns) => {
    const ids = (await build(columns + 1)).map(({ id }) => id)
    const { found, pages } = await readSheet(ids, `&size=${size}&columns=${columns}&copies=3`)
    const texts = found.flat().map(({ text }) => text)
    expect(texts).toHaveLength(3 * ids.length)
    expect(new Set(texts).size).toBe(ids.length)

    // Each label is cut out, as in use, because zbar mixes up the corners of many codes on one page.
    const folder = await mkdtemp(join(tmpdir(), 'our-print-labels-'))
    for (const [index, page] of pages.entries()) {
      for (const { text, left, top, width, height } of found[index] ?? []) {
        const quiet = Math.floor(width * 0.1)
        const cut = {
          left: left - quiet,
          top: top - quiet,
          width: width + 2 * quiet,
          height: height + 2 * quiet,
        }
        await sharp(page).extract(cut).toFile(join(folder, 'label.png'))
        expect([text, undefined]).toContain(await decodeByZbar(join(folder, 'label.png')))
      }
    }
    await rm(folder, { recursive: true })
  })

  test('can be scanned with short and long numbers, and any company', async () => {
    const companies = ['A', 'चाय पॉइंट', 'W'.repeat(200), 'Café “Zoë” & Søns', '(\\) <>', '💥']
    const codes = await Promise.all(
      companies.map((company, index) => buildQrCode(api.db, { company, code: 10 ** (index * 2) * 7 })),
    )
    const { found } = await readSheet(codes.map(({ id }) => id))
    expect(found.flat().map(({ text }) => text)).toEqual(codes.map(({ code }) => urlOf(code)))
  })

  test('is refused under the field if it does not fit, is too large, or has an unknown QR code', async () => {
    const [one] = await build(1)
    const id = one?.id ?? ''
    const refusal = async (ids: string[], more = '') => {
      const reply = await sheet(ids, more)
      return [reply.statusCode, reply.json().errors?.[0].context.key]
    }
    expect(await refusal([id], '&size=60&columns=3')).toEqual([400, 'columns'])
    expect(await refusal([id], '&size=14')).toEqual([400, 'size'])
    expect(await refusal([id], '&size=91')).toEqual([400, 'size'])
    expect(await refusal([id], '&columns=9')).toEqual([400, 'columns'])
    expect(await refusal([id], '&columns=1.5')).toEqual([400, 'columns'])
    expect(await refusal([id], '&copies=101')).toEqual([400, 'copies'])
    expect(await refusal([])).toEqual([400, 'qr_id'])
    expect(await refusal([id, nobody])).toEqual([404, undefined])
    await admin.delete(`/api/qr-codes/?qr_id=${id}`)
    expect(await refusal([id])).toEqual([404, undefined])
    const many = (await build(21)).map(({ id: each }) => each)
    expect(await refusal(many, '&copies=100&size=15')).toEqual([400, 'copies'])
  })

  test('of 2,000 labels does not delay other requests', async () => {
    const ids = (await build(20)).map(({ id }) => id)
    let worst = 0
    let last = performance.now()
    const timer = setInterval(() => {
      worst = Math.max(worst, performance.now() - last)
      last = performance.now()
    }, 1)
    const reply = await sheet(ids, '&copies=100&size=20&columns=6')
    clearInterval(timer)
    expect(reply.statusCode).toBe(200)
    expect(worst).toBeLessThan(500)
  })
})
