import type { Endpoint } from '@our-print/contract/endpoint.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { notFound } from '../../base/http/problem.ts'
import { inActorTransaction } from '../../base/http/route.ts'
import * as choices from '../../people/customers/messageChoices.queries.ts'
import * as configurations from '../../shop/configurations/configurations.queries.ts'
import { readerOf } from '../languages/reader.ts'
import { drawBar, drawLanguages } from '../publicPages/bar.ts'
import { html } from '../publicPages/html.ts'
import { refuseOtherSites, sendProblemPage } from '../publicPages/publicErrors.ts'
import { sendPublicPage } from '../publicPages/publicPage.ts'

const pageEndpoint = {
  method: 'GET',
  url: '/unsubscribe/:code',
  config: { access: 'public', summary: '' },
  // Apps that pass a link on add parameters of their own.
  schema: { querystring: z.looseObject({}), response: {} },
} as const satisfies Endpoint
const formEndpoint = {
  ...pageEndpoint,
  method: 'POST',
  config: { access: 'public', ignoresBody: true, opensTransactions: true, summary: '' },
} as const satisfies Endpoint

/** `/unsubscribe/{code}`: what the link below an email opens, without signing in: a button that stops these emails. */
export function unsubscribeRoutes(app: FastifyInstance, { pool, links }: Dependencies): void {
  const options = {
    schema: { hide: true },
    errorHandler: (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
      sendProblemPage(error, request, reply, { pool }),
  }

  async function show(request: FastifyRequest, reply: FastifyReply) {
    const { shop, address, is_off } = await choices.findByCode(pool, codeOf(request))
    const { language } = await configurations.get(pool)
    const { texts, query } = readerOf(request, language)
    const values = { shop: shop === choices.ourShop ? texts.say(choices.ourShop) : shop, address }
    const title = is_off ? texts.say('No more emails') : texts.say('Stop emails of {shop}?', values)
    const text = is_off
      ? texts.say('{shop} sends no more emails to {address}.', values)
      : texts.say('{shop} tells {address} about orders by email.', values)
    const body = html`${drawBar(texts, values.shop, drawLanguages(texts))}
<main>
<h1>${title}</h1>
<section class="card"><p>${text}</p>
${!is_off && html`<form method="post" action="/unsubscribe/${codeOf(request)}${query}"><button class="primary">${texts.say('Stop emails')}</button></form>`}
</section></main>`
    return sendPublicPage(reply, { texts, title, body })
  }

  void app.register(async (own) => {
    own.get(pageEndpoint.url, { ...options, config: { endpoint: pageEndpoint }, handler: show })
    // The address says all; what the form sends is not read.
    own.removeAllContentTypeParsers()
    own.addContentTypeParser('*', (_request, body, done) => {
      body.resume()
      done(null)
    })
    own.post(formEndpoint.url, {
      ...options,
      config: { endpoint: formEndpoint },
      handler: async (request, reply) => {
        refuseOtherSites(request, links.publicUrl)
        await inActorTransaction(pool, request, (tx) => choices.unsubscribe(tx, codeOf(request)))
        return show(request, reply)
      },
    })
  })
}

function codeOf({ params }: FastifyRequest): string {
  const { success, data } = z.uuid().safeParse((params as { code: string }).code)
  if (!success) throw notFound('Link')
  return data
}
