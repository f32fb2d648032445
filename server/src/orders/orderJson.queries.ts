import { allowedTransitions, orderMoves, orderStatuses } from '@our-print/contract/orders/orderMoves.ts'
import type { Db } from '../base/database/db.ts'
import {
  array,
  boolean,
  type JsonValue,
  json,
  nullable,
  number,
  object,
  plain,
  preciseTime,
  text,
  time,
  write,
} from '../base/database/jsonSql.ts'
import { asTemplate } from '../base/database/statements.ts'
import type { Actor } from '../base/http/route.ts'

/** What `signLinks` replaces by a link. Unescaped, this character is only white space between JSON values. */
export const linkMark = '\t'

type Role = Pick<Actor, 'is_superuser'>

/**
 * An order, as every response has it, for the rows `o` of orders, `u` of its customer and `s` of its staff user. A file's
 * `url` is linkMark and the ids of order and file.
 */
const orderFields = (role: Role) => ({
  id: plain('o.id'),
  number: number('o.number'),
  title: text('o.title'),
  status: plain('o.status'),
  order_type: plain('o.order_type'),
  user_subscription_plan: nullable('o.user_subscription_plan', plain('o.user_subscription_plan')),
  plan_pages: number('o.plan_pages'),
  user: plain('o.user_id'),
  user_data: object({
    id: plain('u.id'),
    first_name: text('u.first_name'),
    last_name: text('u.last_name'),
    email: nullable('u.email', text('u.email')),
    mobile: text('u.mobile'),
  }),
  assigned_user: nullable('o.assigned_user', plain('o.assigned_user')),
  assigned_user_data: nullable('s.id', object({ id: plain('s.id'), full_name: text('s.full_name') })),
  shelf_place: nullable('o.shelf_place', text('o.shelf_place')),
  order_files: files,
  pdf_page_count: number('o.pdf_page_count'),
  copies: number('o.copies'),
  color: text('o.color'),
  color_pages: nullable('o.color_pages', number('o.color_pages')),
  sides: text('o.sides'),
  paper_size: text('o.paper_size'),
  binding: text('o.binding'),
  layout: plain('o.layout'),
  fit: plain('o.fit'),
  bundle: boolean('o.bundle'),
  impressions: number('coalesce(o.impressions, o.pdf_page_count)'),
  blank_sides: number('o.blank_sides'),
  notes: text('o.notes'),
  pickup: boolean('o.pickup'),
  address: nullable('o.address', json('o.address')),
  amount: rupees('o.amount'),
  discount: rupees('o.discount'),
  coupon_code: nullable('o.coupon_code', text('o.coupon_code')),
  payable: rupees('o.payable'),
  created_at: time('o.created_at'),
  assigned_at: nullable('o.assigned_at', time('o.assigned_at')),
  out_for_delivery_at: nullable('o.out_for_delivery_at', time('o.out_for_delivery_at')),
  delivered_at: nullable('o.delivered_at', time('o.delivered_at')),
  cancelled_at: nullable('o.cancelled_at', time('o.cancelled_at')),
  attempts: number('o.attempts'),
  last_failed_attempt: lastFailedAttempt,
  delivery_proof: optional(proof, 'from delivery_proofs p where p.order_id = o.id'),
  allowed_transitions: transitionsOf(role),
  version: number('o.version'),
})

const fileLink = json(`e'${JSON.stringify(linkMark).slice(1, -1)}"' || f.order_id || '/' || f.id || '"'`)

const files = array(
  object({
    id: plain('f.id'),
    name: text('f.name'),
    content_type: text('f.content_type'),
    size: number('f.size'),
    page_count: number('f.page_count'),
    page_ranges: nullable('f.page_ranges', plain('f.page_ranges')),
    removed_at: nullable('f.removed_at', preciseTime('f.removed_at')),
    url: fileLink,
  }),
  "from order_files f where f.order_id = o.id and f.kind = 'print'",
  'f.position',
)

/** A proof of delivery, for a row `p`. */
const proof = object({
  id: plain('p.id'),
  received_by: text('p.received_by'),
  at: preciseTime('p.created_at'),
  by: nameOf('p.added_by'),
  pictures: array(
    object({
      id: plain('f.id'),
      kind: plain('f.kind'),
      content_type: text('f.content_type'),
      size: number('f.size'),
      url: fileLink,
    }),
    "from order_files f where f.order_id = p.order_id and f.kind <> 'print'",
    'f.kind',
  ),
})

/** Read only where the counter says that there is one. */
const lastFailedAttempt = json(
  `case when o.attempts = 0 then 'null' else ${write(
    optional(
      object({ at: preciseTime('h.at'), by: nameOf('h.by'), note: nullable('h.note', text('h.note')) }),
      `from order_history h
      where h.order_id = o.id and h.from_status = 'out-for-delivery' and h.to_status = 'assigned'
      order by h.at desc, h.id desc limit 1`,
    ),
  )} end`,
)

const history = array(
  object({
    at: preciseTime('h.at'),
    by: nameOf('h.by'),
    from: nullable('h.from_status', plain('h.from_status')),
    to: plain('h.to_status'),
    note: nullable('h.note', text('h.note')),
  }),
  'from order_history h where h.order_id = o.id',
  'h.at, h.id',
)

/** A staff user's name. Not a join: for one order PostgreSQL would read all staff users. */
function nameOf(id: string): JsonValue {
  return json(`coalesce((select to_json(full_name)::text from staff_users where id = ${id}), 'null')`)
}

/** The value of the row that a subquery finds, if there is one; `source` is what follows its `select`. */
function optional(value: JsonValue, source: string): JsonValue {
  return json(`coalesce((select ${write(value)} ${source}), 'null')`)
}

function rupees(paise: string): JsonValue {
  return json(`${paise} / 100.0::float8`)
}

/** The rule of `allowedTransitions` as SQL, one case for each status; a staff user's may end some time after the delivery. */
function transitionsOf(role: Role): JsonValue {
  const cases = orderStatuses.map((status) => {
    const at = (delivered_at: string | null) =>
      JSON.stringify(allowedTransitions(role, { status, delivered_at }))
    const [now, later] = [at(new Date().toISOString()), at(null)]
    if (now === later) return `when '${status}' then '${now}'`
    const minutes = orderMoves.find(({ from, staffMinutes }) => from === status && staffMinutes)?.staffMinutes
    return `when '${status}' then
      case when o.delivered_at >= now() - interval '${minutes} minutes' then '${now}' else '${later}' end`
  })
  return json(`case o.status ${cases.join(' ')} end`)
}

/** Whoever knows the code of a ticket has its paper, so a staff user does not get it here. */
function ticketCodeFor({ is_superuser }: Role): JsonValue {
  return json(is_superuser ? `coalesce('"' || ticket_code(o.id) || '"', 'null')` : `'null'`)
}

// The texts are long and there are two roles: made once.
const makeTexts = (role: Role) => {
  const fields = orderFields(role)
  return {
    listed: asTemplate(write(object(fields))),
    single: asTemplate(write(object({ ...fields, history, ticket_code: ticketCodeFor(role) }))),
  }
}
const texts = { admin: makeTexts({ is_superuser: true }), staff: makeTexts({ is_superuser: false }) }
const textsOf = ({ is_superuser }: Role) => (is_superuser ? texts.admin : texts.staff)

/** An order of a list as the text of a JSON object. */
export const orderJson = (db: Db, actor: Role) => db(textsOf(actor).listed)
/** A single order with its history. */
export const orderJsonWithHistory = (db: Db, actor: Role) => db(textsOf(actor).single)

/** A proof of delivery `p` as the text of a JSON object. */
const proofText = asTemplate(write(proof))
export const proofJson = (db: Db) => db(proofText)

export const joinPeople = (db: Db) =>
  db`join users u on u.id = o.user_id left join staff_users s on s.id = o.assigned_user`
