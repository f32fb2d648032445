import type { Endpoint } from '@our-print/contract/endpoint.ts'
import { plainDigits } from '@our-print/contract/plainPhone.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { readForm } from '../../base/http/form.ts'
import { forbidden } from '../../base/http/problem.ts'
import { inActorTransaction } from '../../base/http/route.ts'
import { readerOf } from '../languages/reader.ts'
import { customerActor } from '../publicPages/customerAccount.queries.ts'
import { refuseOtherSites, sendProblemPage } from '../publicPages/publicErrors.ts'
import { sendPublicPage } from '../publicPages/publicPage.ts'
import * as confirmations from './confirmations.queries.ts'
import { drawConfirmation, drawExpired } from './drawConfirmation.ts'
import { drawSent } from './drawOrderForm.ts'
import { hashCode } from './requestCodes.ts'
import { checkOpen, createConfirmationProofs } from './takeRequest.ts'

const pageEndpoint = {
  method: 'GET',
  url: '/order/confirm',
  config: { access: 'public', summary: '' },
  // Apps that pass a link on add parameters of their own.
  schema: { querystring: z.looseObject({}), response: {} },
} as const satisfies Endpoint
const formEndpoint = {
  method: 'POST',
  url: '/order/confirm',
  config: { access: 'public', multipart: true, opensTransactions: true, summary: '', bodyLimit: 64 * 1024 },
  schema: { querystring: z.looseObject({}), response: {} },
} as const satisfies Endpoint
/** What the form has; not in the endpoint, because the API description would show it. */
const form = z.object({
  proof: z.string().max(300).default(''),
  code: z.string().max(100).default(''),
  step: z.enum(['confirm', 'new']).default('confirm'),
})

/** `/order/confirm`: where a visitor types the code that was sent to them, which makes their request. */
export function confirmRequestRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { pool, sealer, links, signer } = dependencies
  const proofs = createConfirmationProofs(signer)
  const options = {
    schema: { hide: true },
    errorHandler: (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
      sendProblemPage(error, request, reply, { pool, back: '/order' }),
  }

  function read(proof: string): string {
    const id = proofs.read(proof)
    if (id === undefined) throw forbidden('This took too long. Please send your files again.')
    return id
  }

  /** The page as it is now; `tried`: a code was typed that did not count. */
  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    id: string,
    { tried = false, isNew = false } = {},
  ) {
    const { contact: shop, language } = await checkOpen(dependencies)
    const reader = readerOf(request, language)
    const { texts } = reader
    const { say } = texts
    const { state, address, number } = await confirmations.get(pool, id)
    if (state === 'confirmed')
      return sendPublicPage(reply, {
        texts,
        title: say('Thank you'),
        body: drawSent(reader, shop, number ?? 0),
      })
    if (state === 'expired')
      return sendPublicPage(reply, {
        texts,
        status: 410,
        title: say('The code has run out'),
        body: drawExpired(reader, shop),
      })
    const error =
      state === 'exhausted'
        ? say('That was wrong too often. Please send a new code.')
        : tried
          ? say('This is not the code that we sent last. Please look once more.')
          : undefined
    const body = drawConfirmation({ reader, shop, proof: proofs.of(id), address, error, isNew })
    return sendPublicPage(reply, { texts, status: tried ? 400 : 200, title: say('Type the code'), body })
  }

  app.get('/order/confirm', {
    ...options,
    config: { endpoint: pageEndpoint },
    handler: (request, reply) => {
      const { proof, new: isNew } = request.query as { proof?: unknown; new?: unknown }
      return show(request, reply, read(typeof proof === 'string' ? proof : ''), { isNew: isNew === 'yes' })
    },
  })

  app.post('/order/confirm', {
    ...options,
    bodyLimit: formEndpoint.config.bodyLimit,
    config: { endpoint: formEndpoint },
    handler: async (request, reply) => {
      const { language } = await checkOpen(dependencies)
      const { query } = readerOf(request, language)
      refuseOtherSites(request, links.publicUrl)
      const { proof, code, step } = (
        await readForm(request, { ...formEndpoint, schema: { form, response: {} } })
      ).fields
      const id = read(proof)
      request.actor = customerActor
      if (step === 'new') {
        await inActorTransaction(pool, request, (tx) => confirmations.renew(tx, id))
        return reply.header('cache-control', 'no-store').redirect(`${proofs.pageOf(id, query)}&new=yes`, 303)
      }
      const hash = await hashCode(sealer, id, plainDigits(code).replace(/\D/g, ''))
      const became = await inActorTransaction(pool, request, (tx) => confirmations.confirm(tx, id, hash))
      if (became === 'confirmed')
        return reply.header('cache-control', 'no-store').redirect(proofs.pageOf(id, query), 303)
      return show(request, reply, id, { tried: true })
    },
  })
}
