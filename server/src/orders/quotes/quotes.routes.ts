import * as contract from '@our-print/contract/orders/quotes.ts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { alreadySent, serve } from '../../base/http/route.ts'
import { serveList } from '../../base/http/servePage.ts'
import { languageOf } from '../../customer/languages/paperLanguage.queries.ts'
import * as configurations from '../../shop/configurations/configurations.queries.ts'
import { createLinkSigner } from '../orderJson.queries.ts'
import { confirmQuote, createQuote, updateQuote } from './changeQuotes.ts'
import * as quotes from './quotes.queries.ts'

export function quoteRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { pool, links, signer } = dependencies
  const signLinks = createLinkSigner(links, signer)
  serveList(app, dependencies, contract.listQuotes, { name: 'quotes' }, quotes)
  serve(app, pool, contract.getQuote, ({ db, params }) => quotes.get(db, params.id))
  serve(app, pool, contract.createQuote, (call) => createQuote(call, dependencies))
  serve(app, pool, contract.updateQuote, (call) => updateQuote(call, dependencies))
  serve(app, pool, contract.confirmQuote, (call) => confirmQuote(call, dependencies, signLinks))
  serve(app, pool, contract.getQuotePdf, async ({ db, params, reply }) => {
    // Loaded with the first one, because the PDF writer takes much memory.
    const { drawQuote } = await import('./quotePdf.ts')
    const quote = await quotes.get(db, params.id)
    const { contact } = await configurations.get(db)
    void reply
      .type('application/pdf')
      .header('content-disposition', `inline; filename="quote-${quote.number}.pdf"`)
    await reply.send(drawQuote(quote, contact, await languageOf(db, quote.order.user)))
    return alreadySent
  })
}
