import { readFile } from 'node:fs/promises'
import type { Language } from '@our-print/contract/customer/languages.ts'
import type { Invoice, InvoiceFile } from '@our-print/contract/money/invoices.ts'
import type { Quote } from '@our-print/contract/orders/quotes.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { address, buildClient, buildOrder, buildUser } from '../../../test/build.ts'
import { buildPrinter, buildPrintJob } from '../../../test/buildPrinting.ts'
import { makePdf } from '../../../test/pdf.ts'
import { useScriptFonts } from '../../../test/scriptFonts.ts'
import { textOfPdf } from '../../../test/textOfPdf.ts'
import { languageOf } from '../../customer/languages/paperLanguage.queries.ts'
import { withCover } from '../../printing/printJobs/coverPage.ts'

// Papers of all features, because what they are written with is the same.

const fonts = useScriptFonts()

const api = useApi()
const admin = api.as('admin')

const customer = async (language: Language | null) => {
  const { id } = await buildUser(api.db)
  await api.db`update users set version = version + 1, message_language = ${language} where id = ${id}`
  return id
}
const shopReads = (language: Language) =>
  api.db`update configurations set version = version + 1, language = ${language}`
const issued = async (user: string): Promise<Invoice> => {
  const { id } = await buildOrder(api.db, { user, amount: 118_00 })
  return (await admin.post('/api/invoices/', { order: id })).json()
}
const textOf = async (address: string) => textOfPdf((await admin.get(address)).rawPayload)
const formOf = ({ files }: Invoice, file: InvoiceFile) =>
  textOf(new URL(String(files[file]), 'http://shop').href.replace('http://shop', ''))

beforeAll(async () => {
  const settings = (await admin.get('/api/invoice-settings')).json<{ seller: object }>()
  const seller = { ...settings.seller, name: 'Our Print', state: 'Maharashtra' }
  await admin.put('/api/invoice-settings', { ...settings, seller })
})

describe.skipIf(!fonts)('papers', () => {
  test('are in the language of the customer, else of the shop', async () => {
    const of = async (language: Language | null) => languageOf(api.db, await customer(language))
    expect([await of('hi'), await of('ar'), await of(null), await languageOf(api.db, null)]).toEqual([
      'hi',
      'ar',
      'en',
      'en',
    ])
    await shopReads('hi')
    expect([await of('en'), await of(null), await languageOf(api.db, null)]).toEqual(['en', 'hi', 'hi'])
    await shopReads('en')
  })

  test('an invoice stays in the language in which it was issued, and so do its credit notes', {
    tags: ['proof'],
  }, async () => {
    const user = await customer('hi')
    const invoice = await issued(user)
    expect(invoice).toMatchObject({ language: 'hi', lines: [{ text: 'छपाई: Thesis' }, { text: 'डिलीवरी' }] })
    await api.db`update users set version = version + 1, message_language = 'en' where id = ${user}`
    const reply = await admin.post(`/api/invoices/${invoice.id}/credit/`, { reason: 'धब्बा' })
    const note = reply.json<Invoice>()
    expect(note).toMatchObject({ language: 'hi', lines: [{ text: 'छपाई: Thesis' }, { text: 'डिलीवरी' }] })
    for (const file of ['pdf', 'receipt', 'facturx'] as const)
      expect(await formOf(invoice, file)).toContain('कर')
    expect(await formOf(note, 'pdf')).toContain('धब')
    expect(await issued(user)).toMatchObject({
      language: 'en',
      lines: [{ text: 'Printing: Thesis' }, { text: 'Delivery' }],
    })
  })

  test('an invoice from before languages is English', async () => {
    const invoice = await issued(await customer('hi'))
    await api.db`alter table invoices disable trigger user`
    await api.db`update invoices set content = content - 'language' where id = ${invoice.id}`
    await api.db`alter table invoices enable trigger user`
    expect((await admin.get(`/api/invoices/${invoice.id}/`)).json()).toMatchObject({ language: 'en' })
    expect(await formOf(invoice, 'pdf')).toContain('Invoice')
  })

  test('a quote and a statement are in the language of their customer', { tags: ['proof'] }, async () => {
    const user = await customer('hi')
    const form = new FormData()
    form.append('files', new Blob([new Uint8Array(await makePdf(2))]), 'a.pdf')
    const { id: upload } = (await admin.upload('/api/order-uploads/', form)).json<{ id: string }>()
    const order = { user, title: 'Thesis', address, uploads: [upload] }
    const quote = (await admin.post('/api/quotes/', { order })).json<Quote>()
    const text = await textOf(`/api/quotes/${quote.id}/pdf/`)
    for (const words of ['छपाई', 'a.pdf – 2 पेज']) expect(text).toContain(words)
    expect(text).not.toContain('Printing')
    const statement = await textOf(`/api/users/${user}/statement/?format=pdf`)
    expect(statement).toContain('शेष')
    expect(statement).not.toMatch(/balance/i)
  })

  test('what the shop reads is in its language', { tags: ['proof'] }, async () => {
    await shopReads('hi')
    const [{ day }] = await api.db<[{ day: string }]>`select shop_day(now())::text as day`
    const { id: client } = await buildClient(api.db)
    const texts = await Promise.all([
      textOf(`/api/days/${day}/report/?format=pdf`),
      textOf(`/api/clients/${client}/voucher-statement/?month=${day.slice(0, 7)}&format=pdf`),
    ])
    for (const text of texts) expect(text).toMatch(/\p{Script=Devanagari}/u)
    expect(texts.join(' ')).not.toMatch(/Difference|Opening|Together/)
    const csv = (await admin.get(`/api/days/${day}/report/?format=csv`)).body
    expect(csv).not.toMatch(/\p{Script=Devanagari}/u)
    const order = await buildOrder(api.db, { address, title: 'शोध' })
    await api.db`update orders set version = version + 1, promised_at = '2026-11-25T11:30:00Z' where id = ${order.id}`
    const printer = await buildPrinter(api.db)
    const job = await buildPrintJob(api.db, { order: order.id, printer: printer.id })
    const covered = { id: job.id, number: 7, copies: 2, paper_size: 'A4' }
    const cover = await withCover(api.resources, covered, async (path) => textOfPdf(await readFile(path)))
    for (const words of ['25 नव', '2026, 5:00', String(order.number)]) expect(cover).toContain(words)
    await shopReads('en')
  })
})
