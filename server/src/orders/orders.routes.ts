import { listCustomerFiles } from '@our-print/contract/orders/customerFiles.ts'
import * as proofContract from '@our-print/contract/orders/deliveryProofs.ts'
import { duplicateOrder as duplicateContract } from '@our-print/contract/orders/duplicateOrder.ts'
import * as files from '@our-print/contract/orders/orderFiles.ts'
import * as moves from '@our-print/contract/orders/orderMoves.ts'
import * as contract from '@our-print/contract/orders/orders.ts'
import { listStopPositions } from '@our-print/contract/orders/positions.ts'
import { priceOrder as priceContract } from '@our-print/contract/orders/priceOrder.ts'
import { printFileTypes } from '@our-print/contract/orders/printFileTypes.ts'
import { getPrint } from '@our-print/contract/orders/printPage.ts'
import { saveRoundSequence } from '@our-print/contract/orders/saveRoundSequence.ts'
import { can } from '@our-print/contract/people/abilities.ts'
import { seesAllOrders } from '@our-print/contract/people/mayCall.ts'
import { handOver } from '@our-print/contract/people/staff.ts'
import { getStaffDashboard } from '@our-print/contract/shop/dashboard.ts'
import type { FastifyInstance } from 'fastify'
import { removeNow } from '../base/files/fileRemovals.ts'
import type { Dependencies } from '../base/http/dependencies.ts'
import { readForm } from '../base/http/form.ts'
import { JsonText, type TextRows } from '../base/http/jsonText.ts'
import { forbidden, notFound, Problem } from '../base/http/problem.ts'
import { presentRecord, serve, withIdempotentWrite } from '../base/http/route.ts'
import { serveList, servePage } from '../base/http/servePage.ts'
import { positionsOf } from '../people/customers/positions.queries.ts'
import { lacking } from '../people/session/access.ts'
import { createDeliveryProof } from './createDeliveryProof.ts'
import { createOrder } from './createOrder.ts'
import { createUpload } from './createUpload.ts'
import * as customerFiles from './customerFiles.queries.ts'
import * as proofs from './deliveryProofs.queries.ts'
import { duplicateOrder } from './duplicateOrder.ts'
import * as handOvers from './handOver.queries.ts'
import { filterOf, refuseHidden } from './listFilter.ts'
import * as orderFiles from './orderFiles.queries.ts'
import { refuseLongSort } from './orderFilter.queries.ts'
import { createLinkSigner, getOrder } from './orderJson.queries.ts'
import * as orders from './orders.queries.ts'
import { soughtBy } from './orderText.queries.ts'
import * as personOrders from './personOrders.queries.ts'
import { judgeDue } from './promises/atRisk.ts'
import { deleteUpload } from './receiveFiles.ts'
import * as roundSequences from './roundSequences.queries.ts'
import { search, searchForStaff } from './searchOrders.queries.ts'
import { sendFile } from './sendFile.ts'
import { patchOrder, priceOrder } from './updateOrder.ts'

// Without the allowed moves: they depend on the actor and the time, and an exported file outlives both.
// Without what is shown beside a single order, too. A column that was added later comes last, for who reads them by place.
const columns = contract.Order.omit({
  allowed_transitions: true,
  history: true,
  ticket_code: true,
  is_open_to_change: true,
  last_failed_attempt: true,
  delivery_proof: true,
  tax: true,
}).extend({ tax: contract.Order.shape.tax })

export function orderRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { pool, quickPool, searchPool, links, signer, storage, officeConverter } = dependencies
  const signLinks = createLinkSigner(links, signer)
  const signPage = async (page: Promise<TextRows>) => {
    const { results, ...counted } = await page
    return { ...counted, results: signLinks(results) }
  }

  servePage(
    app,
    dependencies,
    contract.listOrders,
    { name: 'orders', columns },
    async ({ query: sent, actor }) => {
      refuseHidden(actor, sent)
      const { query: text, ...filter } = await judgeDue(quickPool, filterOf(sent))
      const query = text ? soughtBy(actor, text) : undefined
      // A page of a search knows its hits first.
      if (!filter.user && (sent.format || !query)) await refuseLongSort(searchPool, filter)
      const find = () => {
        if (filter.user)
          return personOrders.listForCustomer(quickPool, actor, { ...filter, user: filter.user, query })
        if (query) return search(pool, actor, searchPool, filter, query)
        return orders.isListedByTime(filter)
          ? orders.list(quickPool, actor, filter)
          : orders.listByIndex(searchPool, actor, filter)
      }
      return {
        select: (db) => orders.select(db, actor, { ...filter, query }),
        page: () => signPage(find()),
      }
    },
  )

  serve(app, pool, listStopPositions, ({ db, actor }) => positionsOf(db, actor.id))
  serve(app, pool, saveRoundSequence, async ({ db, body, actor }) => {
    await roundSequences.save(db, actor.id, body)
    return null
  })
  const ofCustomer = { name: 'files', of: { table: 'users', missing: () => notFound('Customer') } }
  serveList(app, dependencies, listCustomerFiles, ofCustomer, customerFiles)

  servePage(
    app,
    dependencies,
    contract.listMyOrders,
    { name: 'orders', columns },
    async ({ query: sent, actor }) => {
      const assigned_user = sent.assigned_user ?? actor.id
      const isOwn = assigned_user === actor.id
      if (!isOwn && !seesAllOrders(actor)) throw forbidden('You can only see your own orders')
      if (!isOwn) refuseHidden(actor, sent)
      if (!isOwn && sent.format && !can(actor, 'exports')) throw lacking('exports')
      const query = sent.query && (isOwn ? sent.query : soughtBy(actor, sent.query))
      const filter = await judgeDue(quickPool, { ...sent, assigned_user, query: query || undefined })
      const find = () =>
        query
          ? searchForStaff(pool, actor, searchPool, filter, query)
          : personOrders.listForStaff(quickPool, actor, filter)
      return {
        select: (db) => personOrders.selectForStaff(db, actor, filter),
        page: () => signPage(find()),
      }
    },
  )

  serve(app, pool, contract.getOrder, async ({ params, actor }) =>
    signLinks(await getOrder(quickPool, actor, params.id)),
  )

  serve(app, pool, contract.updateOrder, (call) => patchOrder(dependencies, call, signLinks))

  serve(app, pool, priceContract, (call) =>
    presentRecord(priceOrder(dependencies, call), (answer) =>
      answer instanceof JsonText ? signLinks(answer) : answer,
    ),
  )

  serve(app, pool, handOver, async ({ db, actor, params, body }) => ({
    moved: await handOvers.handOver(db, actor, params.id, body.to),
  }))

  serve(app, pool, contract.createOrder, ({ request, actor }) =>
    createOrder(request, actor, dependencies, signLinks),
  )

  serve(app, pool, duplicateContract, ({ request, actor, params }) =>
    duplicateOrder(request, actor, params.id, dependencies, signLinks),
  )

  serve(app, pool, proofContract.createDeliveryProof, async ({ request, actor, params }) => {
    const form = await readForm(request, proofContract.createDeliveryProof)
    return createDeliveryProof(request, actor, params.id, form, dependencies, signLinks)
  })

  serve(app, pool, proofContract.deleteDeliveryProof, async ({ params, request }) => {
    const unused = await withIdempotentWrite(pool, request, params, (tx) => proofs.remove(tx, params.id))
    await removeNow(pool, storage, request.log, unused)
    return null
  })

  serve(app, pool, files.listPrintFileTypes, async () => ({
    names: printFileTypes
      .filter(({ isOffice }) => !isOffice || officeConverter.isAvailable)
      .map(({ name }) => name),
  }))

  serve(app, pool, files.createUpload, ({ request }) => createUpload(request, dependencies))

  serve(app, pool, files.deleteUpload, async ({ params, request, actor }) => {
    await deleteUpload(request, dependencies, params.id, actor.id)
    return null
  })

  serve(app, pool, files.listOrderFiles, async ({ query, actor }) => {
    const order = await getOrder(pool, actor, query.order_id)
    return (signLinks(order).toJSON() as contract.Order).order_files
  })

  serve(app, pool, files.readOrderFile, async ({ params, query, request, reply }) => {
    if (!signer.check(`order ${params.order_id}`, query.expires, query.signature)) {
      throw new Problem(403, 'link_expired', 'This link is no longer valid; open the order again')
    }
    const file = await orderFiles.get(pool, params.order_id, params.id)
    if (!file) throw notFound('File')
    await sendFile(request, reply, storage, file, query.download === '1')
  })

  serve(app, pool, contract.listOrderStatuses, async ({ actor }) =>
    moves.orderStatuses.map((value) => ({
      value,
      label: moves.orderStatusLabels[value],
      next: moves.allowedTransitions(actor, { status: value, delivered_at: new Date().toISOString() }),
    })),
  )

  serve(app, pool, getPrint, ({ params }) => orders.getPrint(pool, params.id))

  serve(app, pool, getStaffDashboard, async ({ actor }) => {
    const { oldest_waiting, ...counts } = await personOrders.staffDashboard(pool, actor)
    return { ...counts, oldest_waiting: signLinks(oldest_waiting).toJSON() as contract.Order[] }
  })
}
