import * as settingsContract from '@our-print/contract/money/invoiceSettings.ts'
import * as contract from '@our-print/contract/money/invoices.ts'
import * as registersContract from '@our-print/contract/money/registers.ts'
import { getTaxRules } from '@our-print/contract/money/taxRules.ts'
import { toPaise } from '@our-print/contract/orders/price.ts'
import { create as disposition } from 'content-disposition'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { forbidden } from '../../base/http/problem.ts'
import { alreadySent, serve } from '../../base/http/route.ts'
import { serveList } from '../../base/http/servePage.ts'
import { credit } from './creditInvoices.queries.ts'
import { storedForm, typeOf } from './invoiceFiles.ts'
import { createInvoiceLinks } from './invoiceLinks.ts'
import * as settings from './invoiceSettings.queries.ts'
import * as invoices from './invoices.queries.ts'
import { isOfVouchers } from './invoiceTexts.ts'
import { issueForVouchers } from './issueForVouchers.queries.ts'
import { issueForMonth, issueForOrder } from './issueInvoices.ts'
import * as registers from './registers.queries.ts'

// Their sequence is the number’s; the orders of a month are no cell.
const columns = contract.InvoiceFacts.omit({ orders: true })

export function invoiceRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { pool, links, signer, storage } = dependencies
  const { nameOf, linkTo } = createInvoiceLinks(links, signer)
  const present = (row: invoices.InvoiceRow): contract.Invoice => ({
    ...row,
    files: {
      pdf: linkTo(row.id, 'pdf'),
      receipt: isOfVouchers(row) ? null : linkTo(row.id, 'receipt'),
      ubl: linkTo(row.id, 'ubl'),
      facturx: linkTo(row.id, 'facturx'),
    },
  })

  serveList(app, dependencies, contract.listInvoices, { name: 'invoices', columns }, invoices)
  serve(app, pool, contract.getInvoice, async ({ db, params }) => present(await invoices.get(db, params.id)))
  serve(app, pool, contract.createInvoice, async ({ db, actor, body: { order, client, month } }) => {
    const id = order
      ? await issueForOrder(db, actor.id, order)
      : await issueForMonth(db, actor.id, client ?? '', month ?? '')
    return present(await invoices.get(db, id))
  })
  serve(app, pool, contract.createVoucherInvoice, async ({ db, actor, params, body: { month } }) =>
    present(await invoices.get(db, await issueForVouchers(db, actor.id, params.id, month))),
  )
  serve(app, pool, contract.creditInvoice, async ({ db, actor, params, body: { reason, lines } }) => {
    const taken = lines?.map(({ line, amount }) => ({ line, amount: toPaise(amount) }))
    return present(await invoices.get(db, await credit(db, actor.id, params.id, { reason, taken })))
  })
  serve(app, pool, contract.readInvoiceFile, async ({ db, params: { id }, query, reply, request }) => {
    const { file } = query
    if (!signer.check(nameOf(id, file), query.expires, query.signature))
      throw forbidden('This link has expired. Reload the page that showed it.')
    const { number } = await invoices.get(db, id)
    const { storage_key, size } = await storedForm(dependencies, request.log, id, file)
    const { extension, contentType } = typeOf[file]
    void reply
      .type(contentType)
      .header('cache-control', 'private, max-age=900')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('content-disposition', disposition(`${number.replaceAll('/', '-')}-${file}.${extension}`))
      .header('content-length', String(size))
    await reply.send(await storage.read(storage_key))
    return alreadySent
  })
  serve(app, pool, settingsContract.getInvoiceSettings, ({ db }) => settings.get(db))
  serve(app, pool, getTaxRules, async ({ db }) => {
    const { prices_contain_tax, seller, taxes, work } = await settings.get(db)
    const { state, country_code } = seller
    return { rules: prices_contain_tax ? null : { seller: { state, country_code }, taxes, work } }
  })
  serve(app, pool, settingsContract.updateInvoiceSettings, ({ db, body }) => settings.save(db, body))
  serve(app, pool, settingsContract.getClientBilling, ({ db, params }) => settings.getBilling(db, params.id))
  serve(app, pool, settingsContract.updateClientBilling, ({ db, params, body }) =>
    settings.saveBilling(db, params.id, body),
  )
  serveList(app, dependencies, registersContract.listSales, { name: 'sales' }, registers.sales)
  serveList(
    app,
    dependencies,
    registersContract.listOutstanding,
    { name: 'outstanding' },
    registers.outstanding,
  )
}
