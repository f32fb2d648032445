import { allowedTransitions, orderMoves, orderStatuses } from '@our-print/contract/orders/orderMoves.ts'
import type { Db } from '../base/database/db.ts'
import { asTemplate } from '../base/database/statements.ts'
import { JsonText } from '../base/http/jsonText.ts'
import type { Links, Signer } from '../base/http/links.ts'
import { notFound } from '../base/http/problem.ts'
import type { Actor } from '../base/http/route.ts'

type Role = Pick<Actor, 'is_superuser'>

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

/** The rule of `allowedTransitions` as SQL, one case for each status; a staff user's may end some time after the delivery. */
function transitionsOf(role: Role): string {
  const cases = orderStatuses.map((status) => {
    const at = (delivered_at: string | null) =>
      `'${JSON.stringify(allowedTransitions(role, { status, delivered_at }))}'::json`
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

/** A proof of delivery, for a row `p`. */
const proof = `
  p.id, p.received_by, ${preciseTime('p.created_at')} as at, ${nameOf('p.added_by')} as by,
  ${all(`
    select f.id, f.kind, f.content_type, f.size, f.order_id || '/' || f.id as url
    from order_files f where f.order_id = p.order_id and f.kind <> 'print' order by f.kind`)} as pictures`

/** Read only where the counter says that there is one. */
const lastFailedAttempt = `case when o.attempts > 0 then ${one(`
  select ${preciseTime('h.at')} as at, ${nameOf('h.by')} as by, h.note from order_history h
  where h.order_id = o.id and h.from_status = 'out-for-delivery' and h.to_status = 'assigned'
  order by h.at desc, h.id desc limit 1`)} end`

/** An order, as every response has it, for the rows `o` of orders, `u` of its customer and `s` of its staff user. */
const orderColumns = (role: Role) => `
  o.id, o.number, o.title, o.status, o.order_type, o.user_subscription_plan, o.plan_pages, o.user_id as user,
  ${one('select u.id, u.first_name, u.last_name, u.email, u.mobile')} as user_data, o.assigned_user,
  case when s.id is not null then ${one('select s.id, s.full_name')} end as assigned_user_data,
  o.shelf_place, ${files} as order_files, o.pdf_page_count, o.copies, o.color, o.color_pages, o.sides, o.paper_size,
  o.binding, o.layout, o.fit, o.bundle, coalesce(o.impressions, o.pdf_page_count) as impressions, o.blank_sides, o.notes,
  o.pickup, o.address, ${rupees('o.amount')} as amount, ${rupees('o.discount')} as discount, o.coupon_code,
  ${rupees('o.payable')} as payable, ${time('o.created_at')} as created_at, ${time('o.assigned_at')} as assigned_at,
  ${time('o.out_for_delivery_at')} as out_for_delivery_at, ${time('o.delivered_at')} as delivered_at,
  ${time('o.cancelled_at')} as cancelled_at, o.attempts, ${lastFailedAttempt} as last_failed_attempt,
  ${one(`select ${proof} from delivery_proofs p where p.order_id = o.id`)} as delivery_proof,
  ${transitionsOf(role)} as allowed_transitions, o.version`

const history = all(`
  select ${preciseTime('h.at')} as at, ${nameOf('h.by')} as by, h.from_status as from, h.to_status as to, h.note
  from order_history h where h.order_id = o.id order by h.at, h.id`)

/** Whoever knows the code of a ticket has its paper, so a staff user does not get it here. */
const ticketCodeFor = ({ is_superuser }: Role) => (is_superuser ? 'ticket_code(o.id)' : 'null')

// The texts are long and there are two roles: made once.
const makeTexts = (role: Role) => ({
  listed: asTemplate(one(`select ${orderColumns(role)}`)),
  single: asTemplate(
    one(`select ${orderColumns(role)}, ${history} as history, ${ticketCodeFor(role)} as ticket_code`),
  ),
})
const texts = { admin: makeTexts({ is_superuser: true }), staff: makeTexts({ is_superuser: false }) }
const textsOf = ({ is_superuser }: Role) => (is_superuser ? texts.admin : texts.staff)

/** An order of a list as a JSON object. */
export const orderJson = (db: Db, actor: Role) => db(textsOf(actor).listed)

/** A proof of delivery `p` as a JSON object. */
const proofText = asTemplate(one(`select ${proof}`))
export const proofJson = (db: Db) => db(proofText)

export const joinPeople = (db: Db) =>
  db`join users u on u.id = o.user_id left join staff_users s on s.id = o.assigned_user`

/** One order with its history; 404 also if the actor may not see it. */
export async function getOrder(db: Db, actor: Actor, id: string): Promise<JsonText> {
  const [row] = await db<{ order: string }[]>`
    select ${db(textsOf(actor).single)}::text as order from orders o ${joinPeople(db)}
    where o.id = ${id} and ${actor.is_superuser ? db`true` : db`o.assigned_user = ${actor.id}`}`
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
