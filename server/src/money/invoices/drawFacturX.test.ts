import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import fc, { seed } from '../../../../test/fastCheck.ts'
import { openedPdfs } from '../../../test/openedPdf.ts'
import { anyInvoice, india, invoiceOf } from '../../../test/randomInvoices.ts'
import { readXml } from '../../../test/readInvoices.ts'
import { createPdfManager, isPdfDict, isPdfStream, type PdfDict } from '../../base/files/pdfjs.ts'
import { drawFacturX } from './drawFacturX.ts'
import { drawInvoice } from './drawInvoice.ts'
import type { InvoiceRow } from './invoices.queries.ts'
import { writeCii } from './writeCii.ts'

const draw = (invoice: InvoiceRow) => buffer(drawFacturX(invoice))
const basket = [
  { tax: 'GST', amount: 118_00 },
  { tax: 'none', amount: 50_00 },
]
const someInvoices = () => [
  ...fc.sample(anyInvoice, { numRuns: 5, seed }),
  invoiceOf(Array.from({ length: 90 }, () => ({ tax: 'VAT', amount: 1_234 }))),
]

test('a reader finds the XML of any invoice in it, byte for byte, and it is drawn the same again', async () => {
  const invoices = someInvoices()
  const pdfs = await Promise.all(invoices.map(draw))
  const again = await Promise.all(invoices.map(draw))
  expect(pdfs.map((bytes, index) => bytes.equals(again[index] ?? Buffer.alloc(0)))).not.toContain(false)
  const opened = await openedPdfs(pdfs)
  for (const [index, { files }] of opened.entries())
    expect(files).toEqual([
      { name: 'factur-x.xml', content: writeCii(invoices[index] as InvoiceRow).toString('base64') },
    ])
  expect(opened.at(-1)?.pages).toBeGreaterThan(1)
})

test('its metadata says what it is, whatever its seller is called; so does that of the plain PDF', async () => {
  const invoice = invoiceOf(basket, { seller: { ...india, name: 'A & B <\u0001> “Χαρτί”' } })
  const [hybrid, plain] = await openedPdfs([await draw(invoice), await buffer(drawInvoice(invoice))])
  for (const [opened, count] of [
    [hybrid, 1],
    [plain, 0],
  ] as const) {
    const document = readXml(opened?.metadata ?? '')
    const texts = (name: string) =>
      [...document.getElementsByTagName(name)].map(({ textContent }) => textContent?.trim())
    expect([texts('pdfaid:part'), texts('pdfaid:conformance')]).toEqual([['3'], ['B']])
    expect(texts('dc:creator')).toEqual(['A & B < > “Χαρτί”'])
    expect(texts('dc:title')).toEqual(['Tax invoice INV/26-27/7'])
    expect(texts('xmp:CreateDate')).toEqual(['2026-11-28T06:30:15Z'])
    const said = {
      'fx:DocumentType': 'INVOICE',
      'fx:DocumentFileName': 'factur-x.xml',
      'fx:Version': '1.0',
      'fx:ConformanceLevel': 'EN 16931',
      'pdfaSchema:namespaceURI': 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#',
      'pdfaSchema:prefix': 'fx',
    }
    for (const [name, value] of Object.entries(said))
      expect([name, texts(name)]).toEqual([name, Array<string>(count).fill(value)])
    expect(texts('pdfaProperty:name').map((name) => `fx:${name}`)).toEqual(
      count ? Object.keys(said).filter((name) => name.startsWith('fx:')) : [],
    )
    expect(document.documentElement.nodeName).toBe('x:xmpmeta')
  }
})

/** What is in a dictionary, by the names on the way. */
const inside = (from: unknown, ...names: (string | number)[]): unknown =>
  names.reduce<unknown>((value, name) => {
    const dict = isPdfStream(value) ? value.dict : value
    if (Array.isArray(dict)) return isPdfDict(from) ? from.xref.fetchIfRef(dict[Number(name)]) : dict
    return isPdfDict(dict) ? dict.get(String(name)) : undefined
  }, from)
const nameOf = (value: unknown) => (value as { name?: string } | undefined)?.name

test('has what PDF/A-3 asks for: colours, fonts, the file and an id, and nothing that it forbids', async () => {
  const bytes = await draw(invoiceOf(basket, { buyer_data: { ...india, name: 'Χαρτί\u000b Жук 印' } }))
  expect(bytes.subarray(0, 15).toString('latin1')).toMatch(/^%PDF-1\.7\n%[\x80-\xff]{4}/)
  const { pdfDocument } = await readManager(bytes)
  const { trailer } = pdfDocument.xref
  expect([trailer?.has('Encrypt'), trailer?.has('ID')]).toEqual([false, true])
  expect(bytes.toString('latin1')).toMatch(/\/ID \[<([0-9a-f]{32})> <\1>\]/)
  const root = trailer?.get('Root') as unknown as PdfDict
  expect(
    [...root.getKeys()].filter((key) => /^(AA|OpenAction|OCProperties|AcroForm|Perms)$/.test(key)),
  ).toEqual([])

  const profile = inside(root, 'OutputIntents', 0, 'DestOutputProfile')
  const icc = isPdfStream(profile) ? Buffer.from(profile.getBytes(10_000)) : Buffer.alloc(0)
  expect(nameOf(inside(root, 'OutputIntents', 0, 'S'))).toBe('GTS_PDFA1')
  expect([inside(profile, 'N'), icc.toString('latin1', 16, 20), icc.toString('latin1', 36, 40)]).toEqual([
    3,
    'RGB ',
    'acsp',
  ])
  expect(icc.readUInt32BE(0)).toBe(icc.length)

  // Metadata is not compressed, so that programs find it without reading the PDF.
  expect(inside(root, 'Metadata', 'Filter')).toBeUndefined()
  const specification = inside(root, 'AF', 0)
  expect(inside(root, 'Names', 'EmbeddedFiles', 'Names', 1)).toBe(specification)
  expect(nameOf(inside(specification, 'AFRelationship'))).toBe('Alternative')
  expect(nameOf(inside(specification, 'EF', 'F', 'Subtype'))).toBe('text/xml')
  expect(inside(specification, 'EF', 'F', 'Params', 'ModDate')).toBe('D:20261128063015Z')

  for (const [page] of (await pdfDocument.catalog.getAllPageDicts()).values()) {
    const fonts = inside(page, 'Resources', 'Font')
    const names = isPdfDict(fonts) ? [...fonts.getKeys()] : []
    expect(names.length).toBeGreaterThan(1)
    for (const name of names) {
      const descendant = inside(page, 'Resources', 'Font', name, 'DescendantFonts', 0)
      expect(isPdfStream(inside(descendant, 'FontDescriptor', 'FontFile2'))).toBe(true)
      expect(nameOf(inside(descendant, 'CIDToGIDMap'))).toBe('Identity')
    }
    expect(inside(page, 'Resources', 'ExtGState')).toBeUndefined()
    // Glyph 0 is what a font shows for a letter that it lacks.
    const content = inside(page, 'Contents')
    const drawn = isPdfStream(content) ? Buffer.from(content.getBytes(1_000_000)).toString('latin1') : ''
    const glyphs = [...drawn.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
    expect(glyphs.length).toBeGreaterThan(100)
    expect(glyphs).not.toContain('0000')
    expect(inside(page, 'Group')).toBeUndefined()
  }
})

async function readManager(bytes: Buffer) {
  const manager = createPdfManager(bytes)
  await manager.initDocument(false)
  return manager
}

const program = (name: string, args: string[]) => spawnSync(name, args, { encoding: 'utf8' })
const found = ['qpdf', 'pdfdetach', 'verapdf'].filter((name) => !program(name, ['--version']).error)

test.skipIf(found.length === 0)('programs of this machine find no fault in it', async () => {
  const invoice = invoiceOf(basket)
  const folder = mkdtempSync(join(tmpdir(), 'facturx-'))
  const [pdf, xml] = [join(folder, 'invoice.pdf'), join(folder, 'factur-x.xml')]
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(pdf, await draw(invoice))
  const acts: Record<string, string[]> = {
    qpdf: ['--check', pdf],
    pdfdetach: ['-save', '1', '-o', xml, pdf],
    verapdf: ['--flavour', '3b', pdf],
  }
  for (const name of found) {
    const { status, stdout, stderr } = program(name, acts[name] ?? [])
    expect([name, status, status === 0 ? '' : stdout + stderr]).toEqual([name, 0, ''])
  }
  if (found.includes('pdfdetach')) expect(readFileSync(xml).equals(writeCii(invoice))).toBe(true)
})
