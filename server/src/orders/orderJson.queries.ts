import { allowedTransitions, orderMoves, orderStatuses } from '@our-print/contract/orders/orderMoves.ts'
import type { OrderLine } from '@our-print/contract/orders/orderPrice.ts'
import type { Order } from '@our-print/contract/orders/orders.ts'
import { type Ability, can } from '@our-print/contract/people/abilities.ts'
import type { Db } from '../base/database/db.ts'
import { asTemplate } from '../base/database/statements.ts'
import { JsonText } from '../base/http/jsonText.ts'
import type { Links, Signer } from '../base/http/links.ts'
import { notFound } from '../base/http/problem.ts'
import type { Actor } from '../base/http/route.ts'
import { type Reader, seesOrder } from './seesOrder.queries.ts'

/** A time in the format of all responses. The time zone of each session is UTC. */
const time = (at: string) => `replace(replace(${at}::text, ' ', 'T'), '+00', 'Z')`
/** The same always with microseconds, as the entries of a history have it. */
const preciseTime = (at: string) => `to_char(${at} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
const rupees = (paise: string) => `${paise} / 100.0::float8`
/** A staff user's name. Not a join: for one order PostgreSQL would read all staff users. */
const nameOf = (id: string) => `(select full_name from staff_users where id = ${id})`
/** The row that a statement finds, as an object; null if there is none. */
const one = (statement: string) => `(select to_json(found) from (${statement}) found)`
/** Its rows as an array, in their sequence. */
const all = (statement: string) => `(select coalesce(json_agg(found), '[]') from (${statement}) found)`

/** Stands for the id of the person who reads. */
const me = '@me@'
const isOwn = `o.assigned_user = ${me}`

/** The rule of `allowedTransitions` as SQL; only who has abilities sees the orders of others, too. */
function transitionsOf(reader: Reader): string {
  const own = transitionsBy(reader, true)
  const others = transitionsBy(reader, false)
  return hasAbilities(reader) && own !== others ? `case when ${isOwn} then ${own} else ${others} end` : own
}

const hasAbilities = ({ is_superuser, abilities = [] }: Reader) => !is_superuser && abilities.length > 0

/** One case for each status; a staff user's may end some time after the delivery. */
function transitionsBy(reader: Reader, is_own: boolean): string {
  const cases = orderStatuses.map((status) => {
    const at = (delivered_at: string | null) =>
      `'${JSON.stringify(allowedTransitions(reader, { status, delivered_at, is_own }))}'::json`
    const [now, later] = [at(new Date().toISOString()), at(null)]
    if (now === later) return `when '${status}' then ${now}`
    const minutes = orderMoves.find(({ from, staffMinutes }) => from === status && staffMinutes)?.staffMinutes
    return `when '${status}' then
      case when o.delivered_at >= now() - interval '${minutes} minutes' then ${now} else ${later} end`
  })
  return `case o.status ${cases.join(' ')} end`
}

// `signLinks` makes a link of each url.
const files = all(`
  select f.id, f.name, f.content_type, f.size, f.page_count, f.page_ranges,
    ${preciseTime('f.removed_at')} as removed_at, f.order_id || '/' || f.id as url
  from order_files f where f.order_id = o.id and f.kind = 'print' order by f.position`)

/** When it was done, for a row with the time `at` of its arrival. */
const doneTimes = (row: string, at: string) => `
  ${preciseTime(`coalesce(${row}.happened_at, ${at})`)} as happened_at, ${preciseTime(`${row}.said_at`)} as said_at`

/** A proof of delivery, for a row `p`. */
const proof = `
  p.id, p.received_by, ${preciseTime('p.created_at')} as at, ${doneTimes('p', 'p.created_at')}, ${nameOf('p.added_by')} as by,
  ${all(`
    select f.id, f.kind, f.content_type, f.size, f.order_id || '/' || f.id as url
    from order_files f where f.order_id = p.order_id and f.kind <> 'print' order by f.kind`)} as pictures`

/** Read only where the counter says that there is one. */
const lastFailedAttempt = `case when o.attempts > 0 then ${one(`
  select ${preciseTime('h.at')} as at, ${nameOf('h.by')} as by, h.note from order_history h
  where h.order_id = o.id and h.from_status = 'out-for-delivery' and h.to_status = 'assigned'
  order by h.at desc, h.id desc limit 1`)} end`

/** What is charged besides printing; few orders have any. */
const lines = `case when o.lines = '[]' then '[]'::json else ${all(`
  select l.text, l.quantity, ${rupees('l.price')} as price
  from jsonb_to_recordset(o.lines) as l (text text, quantity int, price bigint)`)} end`
const priceByHand = `case when o.calculated_amount is not null then ${rupees('o.amount')} end`

/** A column that others' orders show with an ability only; their own order shows everything to whoever delivers it. */
const seen = (reader: Reader, ability: Ability, column: string) =>
  hasAbilities(reader) && !can(reader, ability) ? `case when ${isOwn} then ${column} end` : column

/** A key that takes orders, and reads neither them nor customers, finds nobody's contacts by ordering for them. */
const seesContacts = ({ scopes }: Reader) =>
  !scopes || scopes.includes('orders:read') || scopes.includes('users:write')

const contact = (reader: Reader, column: string) =>
  seesContacts(reader) ? seen(reader, 'customers', column) : 'null'

/** An order, as every response has it, for the rows `o` of orders, `u` of its customer and `s` of its staff user. */
const orderColumns = (reader: Reader) => `
  o.id, o.number, o.title, o.status, o.order_type, o.user_subscription_plan, o.plan_pages, o.user_id as user,
  ${one(`select u.id, u.first_name, u.last_name, ${contact(reader, 'u.email')} as email,
    ${contact(reader, 'u.mobile')} as mobile`)} as user_data, o.assigned_user,
  case when s.id is not null then ${one('select s.id, s.full_name')} end as assigned_user_data,
  o.shelf_place, ${time('o.promised_at')} as promised_at, ${time('o.window_from')} as window_from, o.printed, o.is_ready, ${files} as order_files, o.pdf_page_count, o.copies, o.color, o.color_pages, o.sides, o.paper_size,
  o.binding, o.layout, o.fit, o.bundle, coalesce(o.impressions, o.pdf_page_count) as impressions, o.blank_sides, o.notes,
  o.pickup, ${seen(reader, 'customers', 'o.address')} as address, ${seen(reader, 'prices', rupees('o.amount'))} as amount,
  ${seen(reader, 'prices', rupees('o.discount'))} as discount, ${seen(reader, 'prices', 'o.coupon_code')} as coupon_code,
  ${seen(reader, 'prices', rupees('coalesce(o.tax, 0)'))} as tax, ${seen(reader, 'prices', rupees('o.payable'))} as payable, ${seen(reader, 'prices', lines)} as lines,
  ${seen(reader, 'prices', priceByHand)} as price_by_hand, ${seen(reader, 'prices', 'o.price_by_hand_reason')} as price_by_hand_reason,
  ${seen(reader, 'prices', rupees('coalesce(o.calculated_amount, o.amount)'))} as calculated_amount,
  ${seen(reader, 'prices', rupees('(o.paid + o.settled_before)'))} as paid, ${seen(reader, 'prices', rupees('o.due'))} as due,
  ${seen(reader, 'prices', 'o.payment_status')} as payment_status, o.pay_by, o.client_id as billed_to,
  case when o.client_id is not null then ${one('select c.id, c.name from clients c where c.id = o.client_id')} end as billed_to_data,
  ${time('o.created_at')} as created_at, ${time('o.assigned_at')} as assigned_at,
  ${time('o.out_for_delivery_at')} as out_for_delivery_at, ${time('o.delivered_at')} as delivered_at,
  ${time('o.cancelled_at')} as cancelled_at, o.attempts, ${lastFailedAttempt} as last_failed_attempt,
  ${one(`select ${proof} from delivery_proofs p where p.order_id = o.id`)} as delivery_proof,
  ${transitionsOf(reader)} as allowed_transitions, o.version`

/** Changes of these fields are shown to whom the fields are. */
const fieldsOf: readonly (readonly [Ability, readonly string[]])[] = [
  ['prices', ['payable', 'lines', 'coupon_code', 'price_by_hand', 'price_by_hand_reason']],
  ['customers', ['user', 'address']],
]

/** What an entry of the history says was changed, without what the reader does not see. */
function changesFor(reader: Reader): string {
  const hidden = fieldsOf.flatMap(([ability, fields]) => (can(reader, ability) ? [] : fields))
  if (!hasAbilities(reader) || hidden.length === 0) return 'h.changes'
  const names = hidden.map((field) => `'${field}'`).join(', ')
  const seen = `(select coalesce(jsonb_agg(c order by nth), '[]')
    from jsonb_array_elements(h.changes) with ordinality change (c, nth) where c ->> 'field' not in (${names}))`
  return `case when h.changes is null or ${isOwn} then h.changes else ${seen} end`
}

const historyFor = (reader: Reader) =>
  all(`
  select ${preciseTime('h.at')} as at, ${doneTimes('h', 'h.at')}, ${nameOf('h.by')} as by, h.from_status as from, h.to_status as to, h.note,
    h.is_ready, h.auto_printed, h.courier_task, h.noted, ${changesFor(reader)} as changes
  from order_history h where h.order_id = o.id order by h.at, h.id`)

/** Whoever knows the code of a ticket has its paper, so a staff user does not get it here. */
const ticketCodeFor = (reader: Reader) =>
  can(reader, 'orders') || can(reader, 'floor') ? 'ticket_code(o.id)' : 'null'

// The texts are long: made once for all who may do the same.
const makeTexts = (reader: Reader) => ({
  listed: one(`select ${orderColumns(reader)}`).split(me),
  single: one(
    `select ${orderColumns(reader)}, ${historyFor(reader)} as history, ${ticketCodeFor(reader)} as ticket_code,
      is_open_to_change(o) as is_open_to_change`,
  ).split(me),
})
type Texts = { listed: TemplateStringsArray; single: TemplateStringsArray }
const madeTexts = new Map<string, Texts>()

function textsOf(reader: Reader): Texts {
  const abilities = reader.is_superuser ? 'all' : String(reader.abilities ?? '')
  const key = `${abilities} ${seesContacts(reader)}`
  const made = madeTexts.get(key)
  if (made) return made
  const { listed, single } = makeTexts(reader)
  const texts = { listed: asTemplate(...listed), single: asTemplate(...single) }
  madeTexts.set(key, texts)
  return texts
}

const withReader = (db: Db, { id }: Reader, text: TemplateStringsArray) =>
  db(text, ...text.slice(1).map(() => id))

/** An order of a list as a JSON object. */
export const orderJson = (db: Db, actor: Reader) => withReader(db, actor, textsOf(actor).listed)

/** A proof of delivery `p` as a JSON object. */
const proofText = asTemplate(one(`select ${proof}`))
export const proofJson = (db: Db) => db(proofText)

export const joinPeople = (db: Db) =>
  db`join users u on u.id = o.user_id left join staff_users s on s.id = o.assigned_user`

/** One order with its history; 404 also if the actor may not see it. */
export const getOrder = (db: Db, actor: Actor, id: string) => readAs(db, actor, actor, id)

/** Read with everything that may be hidden. */
export type WholeOrder = Order & { lines: OrderLine[] }

/** An order that the actor sees, with what they do not see of it: what is changed or copied follows from all of it. */
export const getWholeOrder = async (db: Db, actor: Actor, id: string) =>
  (await readAs(db, { ...actor, is_superuser: true }, actor, id)).toJSON() as WholeOrder

async function readAs(db: Db, reader: Reader, actor: Actor, id: string): Promise<JsonText> {
  const [row] = await db<{ order: string }[]>`
    select ${withReader(db, reader, textsOf(reader).single)}::text as order from orders o ${joinPeople(db)}
    where o.id = ${id} and ${seesOrder(db, actor)}`
  if (!row) throw notFound('Order')
  return new JsonText(row.order)
}

// A quote inside a text is escaped, so this is never one of a text.
const fileUrl = /"url":"([0-9a-f-]{36})(\/[0-9a-f-]{36})"/g

/** Makes the url of each file a link, which expires. The files of an order share a signature. */
export function createLinkSigner(links: Links, signer: Signer) {
  return ({ text }: JsonText): JsonText => {
    const signatures = new Map<string, string>()
    const signatureOf = (order: string) => {
      const signature = signatures.get(order) ?? signer.sign(`order ${order}`)
      signatures.set(order, signature)
      return signature
    }
    return new JsonText(
      text.replaceAll(
        fileUrl,
        (_, order: string, file: string) =>
          `"url":"${links.to(`/api/order-files/${order}${file}/?${signatureOf(order)}`)}"`,
      ),
    )
  }
}
