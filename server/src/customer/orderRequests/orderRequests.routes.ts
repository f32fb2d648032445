import * as contract from '@our-print/contract/customer/orderRequests.ts'
import { required } from '@our-print/contract/values.ts'
import type { FastifyInstance } from 'fastify'
import { presentRows } from '../../base/database/pages.ts'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { asFields, forbidden, invalid, invalidFields, unprocessable } from '../../base/http/problem.ts'
import { alreadySent, presentRecord, serve } from '../../base/http/route.ts'
import { servePage } from '../../base/http/servePage.ts'
import { withPrintFiles } from '../../orders/receiveFiles.ts'
import { sendFile } from '../../orders/sendFile.ts'
import { readerOf } from '../languages/reader.ts'
import { acceptRequest, declineRequest } from './decideRequests.ts'
import * as requests from './orderRequests.queries.ts'
import { checkOpen, createConfirmationProofs, keepFiles, keepRequest, measure } from './takeRequest.ts'

// A link lives for minutes, a file for years.
const columns = contract.OrderRequest.omit({ files: true })

export function orderRequestRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { pool, links, signer, storage } = dependencies
  const proofs = createConfirmationProofs(signer)
  const nameOf = (file: string) => `request file ${file}`
  const present = ({ files, ...row }: requests.RequestRow): contract.OrderRequest => ({
    ...row,
    files: files.map((file) => ({
      ...file,
      url: links.to(`/api/order-request-files/${file.id}/?${signer.sign(nameOf(file.id))}`),
    })),
  })

  servePage(app, dependencies, contract.listOrderRequests, { name: 'requests', columns }, ({ query }) => ({
    select: (db) => requests.select(db, query),
    page: async (db) => presentRows(await requests.list(db, query), present),
  }))
  serve(app, pool, contract.getOrderRequest, async ({ db, params }) =>
    present(await requests.get(db, params.id)),
  )

  serve(app, pool, contract.createOrderRequest, async ({ request }) => {
    const { texts, query } = readerOf(request, (await checkOpen(dependencies)).language)
    return withPrintFiles(request, dependencies, ['request'], async ({ fields, files }) => {
      const { wanted, website, ...visitor } = readRequest(fields.get('request'))
      // As any other answer, but nothing is kept of what a robot sent.
      if (website?.trim()) return { number: 0, amount: 0, confirmation: null }
      if (files.length === 0) throw invalid('files', 'Add at least one file')
      const kept = await keepFiles(request, dependencies, files)
      const { amount, refusal } = await measure(dependencies, kept, wanted)
      if (refusal) throw unprocessable('wanted.copies', refusal)
      const { language } = texts
      const wish = { visitor, wanted, files: kept, amount, language }
      const body = [fields.get('request'), ...files.map(({ sent_sha256, name }) => [sent_sha256, name])]
      const asked = await keepRequest(request, dependencies, wish, body)
      return {
        number: null,
        confirmation: null,
        ...('number' in asked
          ? { number: asked.number }
          : { confirmation: links.to(proofs.pageOf(asked.confirmation, query)) }),
        amount: asked.amount / 100,
      }
    })
  })

  serve(app, pool, contract.acceptOrderRequest, ({ request, actor, params, body }) =>
    presentRecord(acceptRequest({ request, actor, id: params.id, body }, dependencies), present),
  )
  serve(app, pool, contract.declineOrderRequest, ({ db, actor, params, body }) =>
    presentRecord(declineRequest(db, actor, params.id, body), present),
  )

  serve(app, pool, contract.readRequestFile, async ({ params: { id }, query, request, reply }) => {
    if (!signer.check(nameOf(id), query.expires, query.signature))
      throw forbidden('This link has expired. Reload the page that showed it.')
    await sendFile(request, reply, storage, await requests.getFile(pool, id), false)
    return alreadySent
  })
}

function readRequest(json: string | undefined) {
  if (json === undefined) throw invalid('request', required)
  const parsed = contract.NewRequest.safeParse(parse(json))
  if (!parsed.success) throw invalidFields(parsed.error.issues.flatMap((issue) => asFields(issue, 'request')))
  if (!parsed.data.wanted.pickup && !parsed.data.wanted.address) throw invalid('wanted.address', required)
  return parsed.data
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw invalid('request', 'This is not valid JSON')
  }
}
