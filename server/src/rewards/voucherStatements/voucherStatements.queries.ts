import {
  statementLinesShown,
  type VoucherChain,
  type VoucherStatement,
  type VoucherStatementLine,
} from '@our-print/contract/rewards/voucherStatements.ts'
import { timeInJson } from '../../base/database/days.ts'
import type { Db } from '../../base/database/db.ts'
import { notFound } from '../../base/http/problem.ts'

type Filter = { client: string; month?: string | undefined }

/** The first moment of the month, and that of the next one. */
const bounds = (db: Db, month: string | undefined) => db`
  select day_start(first::date) as since, day_start((first + interval '1 month')::date) as until
  from (select date_trunc('month', coalesce(${month ? `${month}-01` : null}::date, shop_day(now()))::timestamp) as first) m`

const net = (db: Db) => db`received - sold - voided - expired`

/**
 * The groups of a company in a month: what is there now, without what moved since. So only sales since the month began are
 * read, however many there were before.
 */
export const selectLines = (db: Db, { client, month }: Filter) => db`
  with month as materialized (${bounds(db, month)}),
  moves as materialized (
    select m.*, m.at < month.until as is_in_month
    from month cross join lateral moves_of_client(${client}, month.since) m),
  moved as (
    select voucher_info_id,
      coalesce(sum(received) filter (where is_in_month), 0)::int as received,
      coalesce(sum(sold) filter (where is_in_month), 0)::int as sold,
      coalesce(sum(voided) filter (where is_in_month), 0)::int as voided,
      coalesce(sum(expired) filter (where is_in_month), 0)::int as expired,
      coalesce(sum(due) filter (where is_in_month), 0)::float8 as due,
      coalesce(sum(${net(db)}) filter (where not is_in_month), 0)::int as later
    from moves group by 1),
  stock as (
    select i.id, i.voucher_detail, case when i.expiry_date >= shop_day(now()) then f.unsold else 0 end::int as left
    from voucher_infos i cross join lateral (
      select coalesce(sum(available), 0) as unsold from voucher_figures
      where voucher_info_id = i.id and period = 'ever') f
    where i.client_id = ${client}),
  lines as (
    select coalesce(s.id, m.voucher_info_id) as "voucherInfoId", s.voucher_detail, coalesce(m.received, 0) as received,
      coalesce(m.sold, 0) as sold, coalesce(m.voided, 0) as voided, coalesce(m.expired, 0) as expired,
      coalesce(m.due, 0) / 100 as due, coalesce(s.left, 0) - coalesce(m.later, 0) as closing
    from stock s full join moved m on m.voucher_info_id = s.id)
  select voucher_detail, "voucherInfoId", closing - (${net(db)}) as opening, received, sold, voided, expired, closing, due
  from lines where (received, sold, voided, expired, closing) <> (0, 0, 0, 0, 0)
  order by voucher_detail nulls last, "voucherInfoId"`

type Head = Pick<VoucherStatement, 'client_name' | 'agreed_price' | 'month' | 'invoice'>

const readHead = (db: Db, { client, month }: Filter) => db<Head[]>`
  select c.name as client_name, c.agreed_price / 100.0::float8 as agreed_price,
    m.month, (
      select json_build_object('id', i.id, 'number', i.number) from invoices i
      where i.client_id = c.id and i.month = (m.month || '-01')::date and i.kind = 'self_billed'
        and i.total > (select coalesce(sum(n.total), 0) from invoices n where n.credits = i.id)) as invoice
  from live_clients c, (select coalesce(${month ?? null}, to_char(shop_day(now()), 'YYYY-MM')) as month) m
  where c.id = ${client}`

/** The statement of a month with all its lines. */
export async function read(db: Db, filter: Filter): Promise<VoucherStatement> {
  const [head] = await readHead(db, filter)
  if (!head) throw notFound('Company')
  const lines = await db<VoucherStatementLine[]>`${selectLines(db, filter)}`
  const sum = (of: (line: VoucherStatementLine) => number) =>
    lines.reduce((total, line) => total + Math.round(of(line) * 100), 0) / 100
  return {
    client: filter.client,
    ...head,
    opening: sum(({ opening }) => opening),
    received: sum(({ received }) => received),
    sold: sum(({ sold }) => sold),
    voided: sum(({ voided }) => voided),
    expired: sum(({ expired }) => expired),
    closing: sum(({ closing }) => closing),
    due: sum(({ due }) => due),
    lines,
    lines_count: lines.length,
  }
}

/** As `read`, with the lines that a page shows. */
export async function readShort(db: Db, filter: Filter): Promise<VoucherStatement> {
  const { lines, ...statement } = await read(db, filter)
  return { ...statement, lines: lines.slice(0, statementLinesShown) }
}

/** The way of a code. A code in the bin is no row of `vouchers`, and no live one where its company is. */
export async function readChain(db: Db, id: string): Promise<VoucherChain> {
  const [chain] = await db<VoucherChain[]>`
    with code as (
      select id, voucher_info_id, client_id, voucher_code, false as is_deleted from vouchers where id = ${id}
      union all
      select id, voucher_info_id, client_id, voucher_code, true from deleted_vouchers where id = ${id}
    ), steps as (
      select 'received' as what, i.created_on as at, coalesce(s.full_name, n.full_name) as by,
        coalesce(m.file_name || coalesce(', SHA-256 ' || m.sha256, ''), 'Typed in or generated') as detail
      from code c join voucher_infos i on i.id = c.voucher_info_id
      left join voucher_imports m on m.id = i.import_id left join staff_users s on s.id = m.by
      left join lateral (
        select a.actor from audit_entries a where a.entity = 'voucher_infos' and a.entity_id = i.id and a.action = 'insert'
        limit 1) made on m.id is null
      left join staff_users n on n.id = made.actor
      union all
      select 'sold', p.purchased_at, s.full_name, concat_ws(' ', u.first_name, u.last_name) || ', ' || p.cost / 100.0::float8 || ' coins'
      from purchased_vouchers p join users u on u.id = p.user_id left join staff_users s on s.id = p.by
      where p.voucher_id = ${id}
      union all
      select 'voided', p.voided_at, s.full_name, p.void_reason
      from purchased_vouchers p left join staff_users s on s.id = p.voided_by
      where p.voucher_id = ${id} and p.voided_at is not null
      union all
      select 'deleted', b.deleted_at, s.full_name, '' from code c join bin b on b.id = c.id
      left join staff_users s on s.id = b.deleted_by where c.is_deleted
      union all
      select 'expired', day_start(i.expiry_date + 1), null, '' from code c join voucher_infos i on i.id = c.voucher_info_id
      where i.expiry_date < shop_day(now()) and not c.is_deleted
        and not exists (select from purchased_vouchers p where p.voucher_id = c.id))
    select c.voucher_code, l.name as client_name,
      case when c.is_deleted then 'deleted' else coalesce((
        select what from steps where what <> 'received' order by at desc limit 1), 'available') end as state,
      (select json_agg(json_build_object('what', what, 'at', ${timeInJson(db, db`at`)}, 'by', by, 'detail', detail) order by at)
        from steps) as steps
    from code c join live_clients l on l.id = c.client_id`
  if (!chain) throw notFound('Voucher')
  return chain
}
