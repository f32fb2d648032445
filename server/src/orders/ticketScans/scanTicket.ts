import { orderStatusLabels } from '@our-print/contract/orders/orderMoves.ts'
import { readScanned, type Scanned } from '@our-print/contract/orders/scannedText.ts'
import type {
  createTicketScan,
  ScannedOrder,
  ScanRefusal,
  ScanResult,
  TicketScan,
} from '@our-print/contract/orders/ticketScans.ts'
import { can } from '@our-print/contract/people/abilities.ts'
import { seesAllOrders } from '@our-print/contract/people/mayCall.ts'
import { required } from '@our-print/contract/values.ts'
import type { z } from 'zod'
import type { Db } from '../../base/database/db.ts'
import { whenDone } from '../../base/database/doneTimes.ts'
import { conflict, invalid, notFound, tooManyRequests } from '../../base/http/problem.ts'
import type { Actor } from '../../base/http/route.ts'
import { lacking } from '../../people/session/access.ts'
import { decideMove, lockOrders, type MoveRequest, makeMoves, refuseTaking } from '../moveOrders.queries.ts'
import { findNamed, readNamed } from '../namedOrders.queries.ts'
import { whenDoneTo } from '../orderHistory.queries.ts'
import { setShelfPlace } from '../shelfPlaces.queries.ts'
import * as scans from './ticketScans.queries.ts'

type Sent = z.output<typeof createTicketScan.schema.body>
type Outcome = { result: ScanResult; reason: ScanRefusal | null; message: string }
type Found = scans.FoundOrder

/**
 * Does what a ticket was scanned for, or says why not; keeps the scan in either case. For a staff user an order that is
 * not theirs is like one that does not exist: what is done and what is said are the same.
 */
export async function scanTicket(db: Db, actor: Actor, sent: Sent): Promise<TicketScan> {
  refuseForeignFields(actor, sent)
  const isOffice = scans.isOffice(actor, sent.purpose)
  if (!isOffice) await limitMisses(db, actor)
  const named = readNamed(sent.code)
  const order = named && (await scans.lockOrder(db, actor, named, sent.purpose))
  // Before its moves: they are not before themselves.
  const done = order && (await whenDoneTo(db, [order.id], sent.happened_at))(order.id)
  const { result, reason, message } = order
    ? await use(db, actor, sent, order, named)
    : unknownTicket(isOffice, readScanned(sent.code))
  const shelf_place = sent.purpose === 'shelf' && result !== 'refused' ? (sent.shelf_place ?? null) : null
  const storedScan = await scans.insert(db, {
    by: actor.id,
    purpose: sent.purpose,
    result,
    reason,
    // Who reads the scans sees which order was tried.
    order_id: order?.id ?? (await findNamed(db, named)),
    shelf_place,
    code: sent.code,
    ...(done ?? whenDone(sent.happened_at, new Date().toISOString())),
  })
  const now = order && (await scans.readOrder(db, order.id))
  return {
    ...storedScan,
    purpose: sent.purpose,
    result,
    reason,
    message,
    order: now ? shownTo(actor, now) : null,
  }
}

/** A person at the door misses now and then; somebody who tries numbers misses again and again. */
async function limitMisses(db: Db, actor: Actor): Promise<void> {
  const seconds = await scans.secondsToWait(db, actor.id)
  if (seconds === 0) return
  throw tooManyRequests(
    'Too many scans of orders that are not yours. Take your orders from your list for now, and scan again later.',
    seconds,
  )
}

function refuseForeignFields(actor: Actor, { purpose, courier, shelf_place }: Sent): void {
  if (purpose === 'press' && !can(actor, 'floor')) throw lacking('floor')
  if (courier && !can(actor, 'assign')) throw lacking('assign')
  if (courier) refuseTaking(actor, courier)
  if (courier && purpose !== 'hand_over') throw invalid('courier', 'This is for a hand-over')
  if (purpose === 'shelf' && shelf_place === undefined) throw invalid('shelf_place', required)
  if (purpose !== 'shelf' && shelf_place !== undefined) throw invalid('shelf_place', 'This is for a shelf')
}

function unknownTicket(isOffice: boolean, named: Scanned | undefined): Outcome {
  if (!named) return refuse('unknown_ticket', 'This is not the code of a job ticket.')
  if ('place' in named) {
    return refuse('unknown_ticket', `This is the shelf place ${named.place}, not a job ticket.`)
  }
  if (!isOffice) {
    return refuse('not_yours', 'This is none of your orders. Ask at the desk if you should deliver it.')
  }
  return 'number' in named
    ? refuse('unknown_ticket', `This shop has no order ${named.number}.`)
    : refuse('unknown_ticket', 'This job ticket is not of this shop.')
}

function use(db: Db, actor: Actor, sent: Sent, order: Found, named: Scanned | undefined): Promise<Outcome> {
  const { purpose, expected_order } = sent
  if (expected_order && expected_order !== order.id) {
    return refused('wrong_order', 'This is the bundle of another order.')
  }
  if (purpose === 'press') return accepted(`This is order ${order.number}.`)
  if (order.status === 'cancelled') {
    return refused('cancelled', 'This order is cancelled. Put it aside, it must not be delivered.')
  }
  return purpose === 'shelf'
    ? putOnShelf(db, order, sent.shelf_place ?? null)
    : handOver(db, actor, order, { ...sent, note: noteOf(named) })
}

const noteOf = (named: Scanned | undefined) =>
  named && 'order' in named ? 'Job ticket scanned' : 'Order number typed at the hand-over'

async function putOnShelf(db: Db, order: Found, place: string | null): Promise<Outcome> {
  if (order.status === 'delivered') return refuse('delivered', 'This order is delivered already.')
  if (order.status === 'out-for-delivery') {
    return refuse(
      'already_out',
      'This order is out for delivery. Enter the failed attempt first, if it is back.',
    )
  }
  const where = place ? `at ${place}` : 'on no shelf'
  if (order.shelf_place === place) return repeat(`Order ${order.number} is ${where} already.`)
  await setShelfPlace(db, order.id, place)
  return accept(`Order ${order.number} is ${where} now.`)
}

type HandOver = Pick<Sent, 'courier' | 'happened_at'> & { note: string }

/** Out for delivery with its courier. What nobody has yet becomes theirs, where the configuration lets them take it. */
async function handOver(
  db: Db,
  actor: Actor,
  order: Found,
  { courier, note, happened_at }: HandOver,
): Promise<Outcome> {
  const isOffice = scans.isOffice(actor, 'hand_over')
  const receiver = isOffice ? (courier ?? order.assigned_user) : actor.id
  if (order.assigned_user && order.assigned_user !== receiver) return notTheirs(order)
  if (order.status === 'delivered') return refuse('delivered', 'This order is delivered already.')
  const holder = isOffice ? (order.assignee ?? 'its courier') : 'you'
  if (order.status === 'out-for-delivery') {
    const text = `Order ${order.number} is already out with ${holder}.`
    return order.is_just_out ? repeat(text) : refuse('already_out', text)
  }
  if (order.has_printers && !order.is_printed) return refuse('not_printed', printedText(order))
  if (!receiver) return refuse('no_courier', 'Nobody has this order yet. Choose the courier first.')
  if (order.status === 'confirmed') {
    // Taking an order that nobody has is the one assignment that a staff user may make: by its ticket in the hand.
    await move(db, { ...actor, is_superuser: true }, order.id, {
      assigned_user: receiver,
      note,
      happened_at,
    })
  }
  await move(db, actor, order.id, { status: 'out-for-delivery', note, happened_at })
  const { assignee } = await scans.readOrder(db, order.id)
  return accept(
    isOffice
      ? `Order ${order.number} is out for delivery with ${assignee}.`
      : `Order ${order.number} is out for delivery with you.`,
  )
}

type DatedMove = MoveRequest & Pick<Sent, 'happened_at'>

async function move(db: Db, actor: Actor, id: string, wanted: DatedMove): Promise<void> {
  const { status, assigned_user, happened_at } = wanted
  const order = (await lockOrders(db, actor, [{ id, status, assigned_user }], happened_at)).get(id)
  if (!order) throw notFound('Order')
  if (assigned_user && !order.named_is_active)
    throw conflict('The courier is not an active staff user.', 'inactive_assignee')
  const decided = decideMove(actor, order, wanted)
  if (decided) await makeMoves(db, actor, [decided])
}

function printedText({ impressions, impressions_printed }: Found): string {
  const sides = impressions === 1 ? 'side' : 'sides'
  return impressions_printed <= 0
    ? `Not printed yet: ${impressions} ${sides} to print.`
    : `Not fully printed: ${impressions_printed} of ${impressions} ${sides} are printed.`
}

const notTheirs = ({ assignee, status }: Found): Outcome =>
  refuse('not_yours', `This order is ${assignee}’s (${orderStatusLabels[status]}).`)

const accept = (message: string): Outcome => ({ result: 'accepted', reason: null, message })
const repeat = (message: string): Outcome => ({ result: 'repeated', reason: null, message })
const refuse = (reason: ScanRefusal, message: string): Outcome => ({ result: 'refused', reason, message })
const accepted = async (message: string) => accept(message)
const refused = async (reason: ScanRefusal, message: string) => refuse(reason, message)

/** What a person may see of an order; a staff user sees their own. */
function shownTo(actor: Actor, order: Found): ScannedOrder | null {
  const { assigned_user, assignee, is_printed, is_just_out, has_printers, ...shown } = order
  if (!seesAllOrders(actor) && assigned_user !== actor.id) return null
  return {
    ...shown,
    assigned_user_data: assigned_user ? { id: assigned_user, full_name: assignee ?? '' } : null,
  }
}
