import { hash } from 'node:crypto'
import { getOrderPage, OrderCode } from '@our-print/contract/customer/orderPage.ts'
import type { Endpoint } from '@our-print/contract/endpoint.ts'
import { invoiceFiles } from '@our-print/contract/money/invoices.ts'
import { Id } from '@our-print/contract/values.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { varyByLanguage } from '../../base/http/answerLanguage.ts'
import { networkOf } from '../../base/http/clientAddress.ts'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { notFound, tooManyRequests } from '../../base/http/problem.ts'
import { serve } from '../../base/http/route.ts'
import { createInvoiceLinks } from '../../money/invoices/invoiceLinks.ts'
import { preflightFile } from '../../printing/preflight/preflightFile.ts'
import { readerOf } from '../languages/reader.ts'
import { findingsOf, isOpen } from '../pageFacts/customerMay.ts'
import * as pages from '../pageFacts/pageFacts.queries.ts'
import { customerActor } from '../publicPages/customerAccount.queries.ts'
import { refuseOtherSites, sendProblemPage } from '../publicPages/publicErrors.ts'
import { sendPublicPage } from '../publicPages/publicPage.ts'
import { createCustomerActs } from './customerActs.ts'
import { drawOrderPage, drawReplacement, followScript } from './drawOrderPage.ts'
import { readOffered } from './offeredWindows.ts'
import { findOrder } from './orderLinks.queries.ts'
import { composePage } from './readOrderPage.ts'
import { createThumbnails } from './thumbnails.ts'

/** Requests with a code that leads nowhere, a minute and address: one that is typed wrong, not one that is guessed. */
const missesPerMinute = 20
/** A page asks six times a minute, and many phones share an address. */
const hitsPerRequest = 2.5

const params = z.object({ code: z.string().max(200) })
/** Served as all endpoints are, but outside of the API: people see pages, not JSON. */
const pageEndpoint = {
  method: 'GET',
  url: '/o/:code',
  config: { access: 'public', unlimited: true, summary: '' },
  // Apps that pass a link on add parameters of their own.
  schema: { querystring: z.looseObject({}), response: {} },
} as const satisfies Endpoint
const formEndpoint = {
  method: 'POST',
  url: '/o/:code/:act',
  config: {
    access: 'public',
    unlimited: true,
    multipart: true,
    opensTransactions: true,
    summary: '',
    // One file, or three photos.
    bodyLimit: 101 * 1024 * 1024,
  },
  schema: { querystring: z.looseObject({}), response: {} },
} as const satisfies Endpoint

/** `GET /o/{code}`: an order for its customer, who needs no account, no script and no cookie. */
export function orderPageRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { pool, links, signer, publicRateLimit } = dependencies
  const { linkTo } = createInvoiceLinks(links, signer)
  const thumbnails = createThumbnails(dependencies)
  app.addHook('onClose', () => thumbnails.close())
  const acts = createCustomerActs(dependencies)
  const limit = app.rateLimit({ max: Math.ceil(publicRateLimit * hitsPerRequest), timeWindow: 60_000 })
  const countMiss = app.createRateLimit({
    max: Math.min(missesPerMinute, publicRateLimit),
    timeWindow: 60_000,
    keyGenerator: ({ clientAddress }) => networkOf(clientAddress),
  })

  /** The order behind a code. Only misses count against the slower limit, so nobody is kept from their own page by others. */
  async function find(request: FastifyRequest, code: string): Promise<string> {
    const order = OrderCode.safeParse(code).success ? await findOrder(pool, code) : undefined
    if (order !== undefined) return order
    const misses = await countMiss(request)
    if (!misses.isAllowed && misses.isExceeded)
      throw tooManyRequests('Too many links that lead nowhere. Please wait a moment.', misses.ttlInSeconds)
    throw notFound('Page')
  }

  /** Checks files ahead of the next look at the page: a check takes seconds, and nobody waits for it. */
  function checkFiles({ order }: pages.PageSource, request: FastifyRequest): void {
    if (!isOpen(order)) return
    for (const { id, report, removed_at } of order.files) {
      if (report || removed_at !== null) continue
      preflightFile(dependencies, id).catch((error: unknown) =>
        request.log.info({ err: error, key: id }, 'a file of an order page was not checked'),
      )
    }
  }

  async function readPage(request: FastifyRequest, code: string) {
    const source = await readOffered(pool, await find(request, code))
    checkFiles(source, request)
    return source
  }

  /** What is drawn for whoever asks, in their language. */
  async function viewPage(request: FastifyRequest, code: string) {
    const source = await readPage(request, code)
    const reader = readerOf(request, source.configuration.language)
    const { order } = source
    const page = composePage(code, source, reader.texts)
    return { code, reader, page, findings: findingsOf(order), timeZone: order.time_zone }
  }

  serve(app, pool, getOrderPage, async ({ params: { code }, request }) =>
    composePage(code, await readPage(request, code)),
  )

  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    await limit.call(app, request, reply)
  }
  const options = {
    schema: { hide: true },
    onRequest,
    config: { endpoint: pageEndpoint },
    errorHandler: (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
      const { code } = request.params as { code?: string }
      return sendProblemPage(error, request, reply, {
        pool,
        ofRule: 'This can no longer be changed here. Please ask the shop.',
        ...(code !== undefined && { back: `/o/${code}`, keepsTyped: true }),
      })
    },
  }

  app.get('/o/:code', {
    ...options,
    handler: async (request, reply) => {
      const { code } = params.parse(request.params)
      const { done } = request.query as { done?: unknown }
      const view = await viewPage(request, code)
      const body = drawOrderPage({ ...view, ...(typeof done === 'string' && { done }) })
      // Each language has its own: the body says which one it is in.
      const etag = `"${hash('sha256', body.text, 'base64url')}"`
      void reply.header('etag', etag)
      if (request.headers['if-none-match'] === etag) return varyByLanguage(reply).code(304).send()
      const { texts } = view.reader
      return sendPublicPage(reply, {
        texts,
        title: texts.say('{title} – order {number}', view.page),
        body,
        script: followScript,
      })
    },
  })

  app.get('/o/:code/pages/:file/:page', {
    ...options,
    handler: async (request, reply) => {
      const { code, file, page } = params
        .extend({ file: z.coerce.number().int(), page: z.coerce.number().int() })
        .catch({ code: '', file: 0, page: 0 })
        .parse(request.params)
      const image = await thumbnails.read(await find(request, code), file, page)
      if (!image) throw notFound('Page')
      return reply
        .headers({
          'cache-control': 'private, max-age=600',
          'content-security-policy': "default-src 'none'; sandbox",
        })
        .type('image/webp')
        .send(image)
    },
  })

  app.get('/o/:code/invoices/:invoice/:file', {
    ...options,
    handler: async (request, reply) => {
      const { code, ...asked } = request.params as Record<'code' | 'invoice' | 'file', string>
      const order = await find(request, code)
      const { success, data } = z.object({ invoice: Id, file: z.enum(invoiceFiles) }).safeParse(asked)
      if (!success || !(await pages.isInvoiceOf(pool, order, data.invoice))) throw notFound('Invoice')
      return reply.header('cache-control', 'no-store').redirect(linkTo(data.invoice, data.file), 302)
    },
  })

  /** Each act by the last part of its form’s address, with what its page says afterwards. */
  const doneBy: Record<string, (request: FastifyRequest, order: string) => Promise<string>> = {
    approve: (request, order) => acts.approve(request, order).then(() => 'approve'),
    note: (request, order) => acts.note(request, order).then(() => 'note'),
    recipient: (request, order) => acts.recipient(request, order).then(() => 'recipient'),
    window: (request, order) => acts.window(request, order).then(() => 'window'),
    cancel: (request, order) => acts.cancel(request, order),
    again: (request, order) => acts.again(request, order).then(() => 'again'),
    report: (request, order) => acts.report(request, order).then(() => 'report'),
    confirm: (request, order) => acts.confirm(request, order).then(() => 'files'),
  }

  app.post('/o/:code/:act', {
    ...options,
    bodyLimit: formEndpoint.config.bodyLimit,
    config: { endpoint: formEndpoint },
    handler: async (request, reply) => {
      const { code, act } = request.params as Record<'code' | 'act', string>
      const order = await find(request, code)
      refuseOtherSites(request, links.publicUrl)
      // For the audit, and for what the rules of orders ask of whoever changes one.
      request.actor = customerActor
      if (act === 'files') {
        const sent = await acts.replace(
          request,
          order,
          ({ configuration }) => readerOf(request, configuration.language).texts,
        )
        const view = await viewPage(request, code)
        const { texts } = view.reader
        return sendPublicPage(reply, {
          texts,
          title: texts.say('Print this file?'),
          body: drawReplacement(view, sent),
        })
      }
      const run = Object.hasOwn(doneBy, act) ? doneBy[act] : undefined
      if (!run) throw notFound('Page')
      const done = await run(request, order)
      const { lang } = request.query as { lang?: string }
      const search = new URLSearchParams({ ...(lang !== undefined && { lang }), done })
      return reply.header('cache-control', 'no-store').redirect(`/o/${code}?${search.toString()}`, 303)
    },
  })
}
