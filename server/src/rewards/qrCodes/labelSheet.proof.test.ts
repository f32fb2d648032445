import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { getQrLabels } from '@our-print/contract/rewards/qrCodes.ts'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildQrCode } from '../../../test/build.ts'
import { decodeByZbar, decodeQr, hasZbar, renderPages } from '../../../test/decodeQr.ts'
import { drawLabels } from './labelSheet.ts'

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

    if (!hasZbar) return
    // Each label is cut out, as in use, because zbar mixes up the corners of many codes on one page.
    const folder = await mkdtemp(join(tmpdir(), 'our-print-labels-'))
    const cuts = pages.flatMap((page, index) =>
      (found[index] ?? []).map(({ left, top, width, height }) => {
        const quiet = Math.floor(width * 0.1)
        const area = {
          left: left - quiet,
          top: top - quiet,
          width: width + 2 * quiet,
          height: height + 2 * quiet,
        }
        return sharp(page).extract(area)
      }),
    )
    const labels = cuts.map((_, at) => join(folder, `${String(at).padStart(3, '0')}.png`))
    await Promise.all(cuts.map((cut, at) => cut.toFile(labels[at] ?? '')))
    expect(await decodeByZbar(labels)).toEqual(texts)
    await rm(folder, { recursive: true })
  })

  test.each([
    ['24', 24, 70],
    ['40', 40, 52.5],
    ['65', 65, 40.65],
  ])('on a sheet of %s labels each code is inside its own label', async (kind, perPage, pitch) => {
    const [one] = await build(1)
    const { found } = await readSheet([one?.id ?? ''], `&sheet=${kind}&copies=${perPage + 1}`)
    expect(found.map((labels) => labels.length)).toEqual([perPage, 1])
    const lefts = [...new Set(found[0]?.map(({ left }) => Math.round(toMm(left))))].toSorted((a, b) => a - b)
    const steps = lefts.slice(1).map((left, at) => Math.abs(left - (lefts[at] ?? 0) - pitch))
    expect(Math.max(...steps)).toBeLessThan(1.1)
  })

  test('leaves used labels free, and draws cut marks on plain paper only when asked', async () => {
    const [one] = await build(1)
    const ids = [one?.id ?? '']
    const { found } = await readSheet(ids, '&sheet=24&used=4')
    expect(found[0]).toHaveLength(1)
    // The fifth label: second row, second column.
    expect(toMm(found[0]?.[0]?.left ?? 0)).toBeGreaterThan(70)
    expect(toMm(found[0]?.[0]?.left ?? 0)).toBeLessThan(105)
    expect(toMm(found[0]?.[0]?.top ?? 0)).toBeGreaterThan(37)
    const darkest = async (more: string) => {
      const { pages } = await readSheet(ids, more)
      const corner = { left: 30, top: 30, width: 40, height: 40 }
      // Statistics are always of the whole input.
      const { channels } = await sharp(await sharp(pages[0]).extract(corner).toBuffer()).stats()
      return channels[0]?.min ?? 255
    }
    // Around the corner of the first label.
    expect([await darkest('&marks=true'), await darkest('')]).toEqual([expect.closeTo(0, -2), 255])
  })

  test('on an own sheet is refused under the field that does not fit', async () => {
    const [one] = await build(1)
    const refusal = async (more: string) => {
      const reply = await sheet(
        [one?.id ?? ''],
        `&sheet=own&height=30&columns=4&rows=9${/width/.test(more) ? '' : '&width=50'}${more}`,
      )
      return [reply.statusCode, reply.json().errors?.[0].context.key]
    }
    expect((await sheet([one?.id ?? ''], '&sheet=own&width=50&height=30&columns=4&rows=9')).statusCode).toBe(
      200,
    )
    expect(await refusal('&gap_x=4')).toEqual([400, 'columns'])
    expect(await refusal('&top=40')).toEqual([400, 'rows'])
    expect(await refusal('&used=36')).toEqual([400, 'used'])
    expect(await refusal('&width=500')).toEqual([400, 'width'])
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

  test('of 2,000 labels leaves a turn of the event loop to other requests between its pages', async () => {
    const labels = (await build(20)).map(({ code, company }) => ({ url: urlOf(code), code, company }))
    const layout = getQrLabels.schema.querystring.parse({ qr_id: nobody, copies: 100, size: 20, columns: 6 })
    const pagesInTurn: number[] = []
    let pages = 0
    const document = drawLabels(labels, layout, 'en')
    document.on('pageAdded', () => pages++)
    document.resume()
    for (let before = 0; !document.readableEnded; before = pages) {
      await nextTurn()
      pagesInTurn.push(pages - before)
    }
    expect(pages).toBeGreaterThan(30)
    expect(Math.max(...pagesInTurn)).toBe(1)
  })
})
