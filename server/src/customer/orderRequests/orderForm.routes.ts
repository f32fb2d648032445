import { RequestedOrder, requestMegabytes, Visitor } from '@our-print/contract/customer/orderRequests.ts'
import type { Endpoint } from '@our-print/contract/endpoint.ts'
import { plainNumber } from '@our-print/contract/plainPhone.ts'
import { required } from '@our-print/contract/values.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { forbidden, Problem } from '../../base/http/problem.ts'
import { withPrintFiles } from '../../orders/receiveFiles.ts'
import { readerOf } from '../languages/reader.ts'
import { refuseOtherSites, sendProblemPage } from '../publicPages/publicErrors.ts'
import { sendPublicPage } from '../publicPages/publicPage.ts'
import * as visitorUploads from '../publicPages/visitorUploads.queries.ts'
import { drawOrderForm, drawSent, type FormView, liveScript, type Typed } from './drawOrderForm.ts'
import { checkOpen, createConfirmationProofs, keepFiles, keepRequest, measure } from './takeRequest.ts'

const mostFiles = 20
const fieldNames = [
  'website',
  'step',
  'copies',
  'color',
  'sides',
  'paper_size',
  'binding',
  'pickup',
  'notes',
  'amount',
  'name',
  'mobile',
  'email',
  'line1',
  'city',
  'state',
  'pincode',
  ...Array.from({ length: mostFiles }, (_, at) => `upload_${at}`),
]

const formEndpoint = {
  method: 'POST',
  url: '/order',
  config: {
    access: 'public',
    multipart: true,
    opensTransactions: true,
    summary: '',
    bodyLimit: requestMegabytes * 1024 * 1024 + 1024 * 1024,
  },
  schema: { querystring: z.looseObject({}), response: {} },
} as const satisfies Endpoint
const pageEndpoint = {
  method: 'GET',
  url: '/order',
  config: { access: 'public', summary: '' },
  // Apps that pass a link on add parameters of their own.
  schema: { querystring: z.looseObject({}), response: {} },
} as const satisfies Endpoint

/** `/order`: where Configuration takes orders by link, a visitor sends files, sees the price and leaves a request. */
export function orderFormRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { signer, links } = dependencies
  const proofs = createConfirmationProofs(signer)
  const nameOf = (upload: string) => `visitor upload ${upload}`
  const proofOf = (upload: string) => `${upload}?${signer.sign(nameOf(upload), visitorUploads.keptMinutes)}`

  /** The uploads that this visitor has sent before. */
  function readUploads(fields: ReadonlyMap<string, string>): string[] {
    return fieldNames.flatMap((name) => {
      const sent = name.startsWith('upload_') ? fields.get(name) : undefined
      if (!sent) return []
      const [id = '', query = ''] = sent.split('?')
      const proof = new URLSearchParams(query)
      if (!signer.check(nameOf(id), proof.get('expires') ?? '', proof.get('signature') ?? ''))
        throw forbidden('This took too long. Please send the files again.')
      return [id]
    })
  }

  const options = {
    schema: { hide: true },
    errorHandler: (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
      sendProblemPage(error, request, reply, { pool: dependencies.pool, back: '/order' }),
  }
  const show = (reply: FastifyReply, view: Omit<FormView, 'proofs'>) =>
    sendPublicPage(reply, {
      texts: view.reader.texts,
      status: Object.keys(view.errors).length > 0 ? 400 : 200,
      title: view.reader.texts.say('Order a print'),
      body: drawOrderForm({ ...view, proofs: view.measured?.files.map(({ id }) => proofOf(id)) ?? [] }),
      script: liveScript,
    })

  app.get('/order', {
    ...options,
    config: { endpoint: pageEndpoint },
    handler: async (request, reply) => {
      const { contact: shop, language } = await checkOpen(dependencies)
      const reader = readerOf(request, language)
      return show(reply, { reader, shop, typed: {}, measured: undefined, errors: {}, isRepriced: false })
    },
  })

  app.post('/order', {
    ...options,
    bodyLimit: formEndpoint.config.bodyLimit,
    config: { endpoint: formEndpoint },
    handler: async (request, reply) => {
      const { contact: shop, language } = await checkOpen(dependencies)
      const reader = readerOf(request, language)
      const { texts } = reader
      refuseOtherSites(request, links.publicUrl)
      return withPrintFiles(request, dependencies, fieldNames, async ({ fields, files: received }) => {
        const sent = (number: number) =>
          sendPublicPage(reply, {
            texts,
            status: 201,
            title: texts.say('Thank you'),
            body: drawSent(reader, shop, number),
          })
        if (fields.get('website')?.trim()) return sent(0)
        const typed: Typed = Object.fromEntries(fields)
        const files = received.filter(({ size }) => size > 0)
        const before = readUploads(fields)
        if (files.length + before.length > mostFiles) throw tooManyFiles()
        const uploads = [...before, ...(await keepFiles(request, dependencies, files, before))]
        if (uploads.length === 0)
          return show(reply, {
            reader,
            shop,
            typed,
            measured: undefined,
            errors: { files: 'Add at least one file' },
            isRepriced: false,
          })
        const { wanted, errors: wrong } = readChoices(typed)
        const measured = await measure(dependencies, uploads, wanted, texts)
        const { refusal } = measured
        const wrongChoices = refusal ? { copies: refusal, ...wrong } : wrong
        const view = { reader, shop, typed, measured, errors: wrongChoices, isRepriced: false }
        if (typed['step'] !== 'send' || files.length > 0) return show(reply, view)
        const visitor = Visitor.safeParse(pick(typed, ['name', 'mobile', 'email']))
        const title = titleFrom(measured.files[0]?.name ?? '')
        const order = RequestedOrder.safeParse({ ...wanted, title, address: addressOf(typed) })
        const errors = { ...wrongChoices, ...errorsOf(visitor), ...errorsOf(order) }
        if (!visitor.success || !order.success || Object.keys(errors).length > 0)
          return show(reply, { ...view, errors })
        if (Number(typed['amount']) !== measured.amount) return show(reply, { ...view, isRepriced: true })
        try {
          const asked = {
            visitor: visitor.data,
            wanted: order.data,
            files: uploads,
            amount: measured.amount,
            language: texts.language,
          }
          const kept = await keepRequest(request, dependencies, asked, typed)
          if ('number' in kept) return sent(kept.number)
          // A page of its own, so that a phone which loads it again after reading the message sends nothing twice.
          return reply
            .header('cache-control', 'no-store')
            .redirect(proofs.pageOf(kept.confirmation, reader.query), 303)
        } catch (error) {
          if (!(error instanceof Problem) || error.fields.length === 0) throw error
          return show(reply, {
            ...view,
            errors: Object.fromEntries(error.fields.map(({ context, message }) => [context.key, message])),
          })
        }
      })
    },
  })
}

/** A name may be longer than a title, or have nothing that can be seen. */
function titleFrom(fileName: string): string {
  const name = fileName.replace(/\.\w+$/, '').slice(0, 200)
  const title = RequestedOrder.shape.title.safeParse(name.replace(/[\ud800-\udbff]$/, ''))
  return title.success ? title.data : 'Print'
}

const tooManyFiles = () => new Problem(400, 'invalid', `At most ${mostFiles} files`)

const pick = (typed: Typed, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, typed[name] ?? '']))

const errorsOf = (parsed: z.ZodSafeParseResult<unknown>): Record<string, string> =>
  parsed.success
    ? {}
    : Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path.at(-1)), message]))

/** An address where the visitor wants it brought; else none. */
const addressOf = (typed: Typed) =>
  typed['pickup'] === 'no' ? pick(typed, ['line1', 'city', 'state', 'pincode']) : null

/** The choices as typed; one that is wrong counts as the usual one, and is named. */
function readChoices(typed: Typed) {
  const { title: _, address: __, ...shape } = RequestedOrder.shape
  const values: Record<string, unknown> = {
    ...typed,
    copies: typed['copies'] === undefined ? undefined : Number(plainNumber(typed['copies'])),
    pickup: typed['pickup'] !== 'no',
  }
  const errors: Record<string, string> = {}
  const wanted: Record<string, unknown> = { address: null }
  for (const [name, schema] of Object.entries(shape)) {
    const parsed = schema.safeParse(values[name])
    if (!parsed.success) errors[name] = parsed.error.issues[0]?.message ?? required
    wanted[name] = parsed.success ? parsed.data : schema.parse(undefined)
  }
  return { wanted: wanted as Omit<RequestedOrder, 'title'>, errors }
}
