import { expect, test } from 'vitest'
import { layeredPdfs, makePdfWithUnit } from '../../../test/annotatedPdfs.ts'
import { makeLyingPdf, makePdf, makePdfWithOperators } from '../../../test/pdf.ts'
import { createPdfManager, isPdfDict, isPdfStream } from './pdfjs.ts'

// What countPdfPages.ts and openToPrint.ts rely on inside pdf.js. If an upgrade breaks it, change pdfjs.ts. Recovery from wrong offsets is
// tested in pdfPages.test.ts.

const open = async (bytes: Buffer) => {
  const manager = createPdfManager(bytes)
  await manager.initDocument(false)
  return manager.pdfDocument
}

test('the page tree is read leaf by leaf, whatever /Count says', async () => {
  const { catalog, xref } = await open(await makePdf(3))
  const pages = [...(await catalog.getAllPageDicts()).values()]
  expect(pages).toHaveLength(3)
  expect(pages.every((entry) => entry.length === 2 && !(entry[0] instanceof Error))).toBe(true)
  expect(catalog.toplevelPagesDict.get('Count')).toBe(3)
  expect(xref.trailer?.has('Root')).toBe(true)
  expect(xref.trailer?.has('Encrypt')).toBe(false)
  const lying = await open(makeLyingPdf({ says: 2, has: 5 }))
  expect((await lying.catalog.getAllPageDicts()).size).toBe(5)
  expect(lying.catalog.toplevelPagesDict.get('Count')).toBe(2)
})

test('a page’s unit, layers and permissions are read', async () => {
  const { catalog } = await open(makePdfWithUnit())
  const [[page] = []] = (await catalog.getAllPageDicts()).values()
  expect(page instanceof Error || page?.get('UserUnit')).toBe(2)
  const [, layered = Buffer.alloc(0)] = layeredPdfs['a hidden layer'] ?? []
  expect((await open(layered)).xref.trailer?.get('Root')?.has('OCProperties')).toBe(true)
  const owned = await open(await makePdf(1, { ownerPassword: 'other' }))
  expect(Number(owned.xref.trailer?.get('Encrypt')?.get('P')) & 4).toBe(0)
})

test('what a page draws is found in its dictionaries, as it is in the file', async () => {
  const { catalog } = await open(makePdfWithOperators(1, { times: 2 }))
  const [[page] = []] = [...(await catalog.getAllPageDicts()).values()]
  if (!page || page instanceof Error) throw new Error('No page')
  expect(page.getRaw('Contents')).toHaveLength(2)
  const parent = page.get('Parent')
  const resources = isPdfDict(parent) ? parent.get('Resources') : undefined
  const forms = isPdfDict(resources) ? resources.get('XObject') : undefined
  if (!isPdfDict(forms)) throw new Error('No forms')
  expect([[...forms.getKeys()], String(forms.getRaw('F'))]).toEqual([['F'], '4R'])
  const form = page.xref.fetchIfRef(forms.getRaw('F'))
  if (!isPdfStream(form)) throw new Error('No stream')
  const { bytes, start, end, length } = form.getOriginalStream()
  expect(bytes?.subarray(start, end)).toHaveLength(length)
  expect(length).toBe(form.dict.get('Length'))
  expect(form.getBytes(100)).toHaveLength(100)
})
