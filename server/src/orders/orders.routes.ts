import * as files from '@our-print/contract/orderFiles.ts'
import * as moves from '@our-print/contract/orderMoves.ts'
import * as contract from '@our-print/contract/orders.ts'
import { handOver } from '@our-print/contract/staff.ts'
import type { FastifyInstance } from 'fastify'
import type { Pool } from '../database/db.ts'
import type { Signer } from '../database/secrets.ts'
import type { CsvExports } from '../http/csv.ts'
import type { Links } from '../http/links.ts'
import { forbidden, notFound, Problem } from '../http/problem.ts'
import { type Actor, presented, serve } from '../http/route.ts'
import { changeOrder } from './changeOrder.ts'
import { changeOrders } from './changeOrders.ts'
import * as handOvers from './handOver.queries.ts'
import { createSearchKeeper } from './keepSearches.ts'
import * as orderFiles from './orderFiles.queries.ts'
import * as orders from './orders.queries.ts'
import { createPresenter } from './presentOrder.ts'
import { sendFile } from './readFile.ts'
import { discard, type Intake } from './receiveFiles.ts'
import { search, searchOfStaff } from './searchOrders.queries.ts'
import { takeOrder } from './takeOrder.ts'
import { takeUpload } from './takeUpload.ts'

type Ground = Intake & { searchPool: Pool; links: Links; signer: Signer }

// Moves depend on who asks, and links to files live minutes: neither is for a file that is kept.
const csvOrder = contract.Order.omit({ allowed_transitions: true, history: true })

export function orderRoutes(app: FastifyInstance, ground: Ground, csv: CsvExports): void {
  const { pool, searchPool, links, signer, storage } = ground
  const present = createPresenter(links, signer)
  const keepSearch = createSearchKeeper(searchPool, app.log)
  const presentAll = <T extends { results: orders.OrderRow[] }>(rows: T, actor: Actor) => ({
    ...rows,
    results: rows.results.map((order) => present(order, actor)),
  })

  serve(app, pool, contract.listOrders, async ({ query, actor, request, reply }) => {
    const { order_type, exclude_order_type, user, query: words, format, ...rest } = query
    const order_types = contract.orderTypes.filter(
      (type) => type !== exclude_order_type && (order_type === undefined || type === order_type),
    )
    const filter = { ...rest, order_types }
    if (format) {
      return csv.send(reply, 'orders', csvOrder, (db) => orders.select(db, { ...filter, user, query: words }))
    }
    const rows = user
      ? await orders.listOfUser(pool, { ...filter, user, query: words })
      : words?.trim()
        ? await search(pool, searchPool, filter, words, keepSearch)
        : await orders.list(pool, filter)
    return links.page(request, query, presentAll(rows, actor))
  })

  serve(app, pool, contract.listMyOrders, async ({ query, actor, request, reply }) => {
    const assigned_user = query.assigned_user ?? actor.id
    if (assigned_user !== actor.id && !actor.is_superuser) throw forbidden('You can only see your own orders')
    const filter = { ...query, assigned_user }
    if (query.format) return csv.send(reply, 'orders', csvOrder, (db) => orders.selectOfStaff(db, filter))
    const words = query.query?.trim()
    const rows = words
      ? await searchOfStaff(pool, searchPool, filter, words, keepSearch)
      : await orders.listOfStaff(pool, filter)
    return links.page(request, query, presentAll(rows, actor))
  })

  serve(app, pool, contract.getOrder, async ({ params, actor }) =>
    present(await orders.get(pool, actor, params.id), actor),
  )

  serve(app, pool, contract.patchOrder, ({ db, params, body, actor }) => {
    const change = async () => {
      await changeOrder(db, actor, params.id, body)
      return orders.get(db, actor, params.id)
    }
    return presented(change(), (order) => present(order, actor))
  })

  serve(app, pool, contract.moveOrders, ({ db, body, actor }) => changeOrders(db, actor, body))

  serve(app, pool, handOver, async ({ db, actor, params, body }) => ({
    moved: await handOvers.handOver(db, actor.id, params.id, body.to),
  }))

  serve(app, pool, contract.takeOrder, async ({ request, actor }) => {
    const order = await takeOrder(request, actor, ground, (row) => present(row, actor))
    return order as contract.Order
  })

  serve(app, pool, files.uploadFile, ({ request }) => takeUpload(request, ground))

  serve(app, pool, files.removeUpload, async ({ params, request, actor }) => {
    if ((await discard(request, ground, [params.id], actor.id)) === 0) throw notFound('File')
    return null
  })

  serve(app, pool, files.listOrderFiles, async ({ query, actor }) => {
    const order = await orders.get(pool, actor, query.order_id)
    return present(order, actor).order_files
  })

  serve(app, pool, files.readOrderFile, async ({ params, query, request, reply }) => {
    if (!signer.check(`order ${params.order_id}`, query.expires, query.signature)) {
      throw new Problem(403, 'link_expired', 'This link is no longer valid; open the order again')
    }
    const file = await orderFiles.find(pool, params.order_id, params.id)
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

  serve(app, pool, contract.getPrint, ({ params }) => orders.getPrint(pool, params.id))

  serve(app, pool, contract.getStaffDashboard, async ({ actor }) => {
    const { oldest_waiting, ...counts } = await orders.staffDashboard(pool, actor.id)
    return { ...counts, oldest_waiting: oldest_waiting.map((order) => present(order, actor)) }
  })
}
