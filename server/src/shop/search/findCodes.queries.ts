import { type SearchHit, searchHits } from '@our-print/contract/shop/search.ts'
import type { Db } from '../../base/database/db.ts'
import { anywhere, bestOf, containsTerms, exact, findByText, matchName, prefix } from './matches.queries.ts'
import type { SearchTerms } from './searchTerms.ts'

/**
 * Voucher codes by how they begin, sold ones also by any part. Codes have no index of their own, which would make large
 * imports slow: the index of each company's codes is asked, company by company.
 */
export async function findVouchers(db: Db, terms: SearchTerms): Promise<SearchHit[]> {
  const key = db`code_key(${terms.text}) collate "C"`
  const begins = db`
    select v.id, case when v.code_key = ${key} then ${exact}::int else ${prefix}::int end as match
    from live_clients c cross join lateral (
      select id, code_key from live_vouchers
      where client_id = c.id and code_key >= ${key} and code_key < ${key} || U&'\\+10FFFF'
      order by code_key limit ${searchHits}) v`
  const sold = db`
    (select p.voucher_id, ${anywhere}::int from purchased_vouchers p
    where ${containsTerms(db, db`search_text(code_key(p.voucher_code))`, terms)} limit ${searchHits})`
  const found = terms.isIndexed ? db`${begins} union all ${sold}` : begins
  return db<SearchHit[]>`
    with ${bestOf(db, found)}
    select 'voucher' as kind, v.id, v.voucher_code as title, v.voucher_info_id as "voucherInfoId", null as mobile,
      concat_ws(' · ', i.voucher_detail, c.name, case when v.is_assigned then 'Sold' when not v.is_active then 'Inactive'
        when i.expiry_date < shop_day(now()) then 'Expired' end) as subtitle,
      ${matchName(db, db`b.match`)}
    from best b join live_vouchers v on v.id = b.id join live_voucher_infos i on i.id = v.voucher_info_id
    join live_clients c on c.id = v.client_id
    order by b.match, b.id desc`
}

/** Coupons by code or name. */
export const findCoupons = (db: Db, terms: SearchTerms): Promise<SearchHit[]> => db<SearchHit[]>`
  with ${findByText(db, terms, {
    table: db`live_coupons x`,
    text: db`x.name || E'\n' || x.code`,
    folded: db`search_text(x.name || E'\n' || x.code)`,
  })}, ${bestOf(db, db`select id, match from found`)}
  select 'coupon' as kind, c.id, c.code as title, c.code, null as mobile,
    concat_ws(' · ', c.name, trim_scale(c.discount_percentage) || '%', case
      when c.valid_to < shop_day(now()) then 'Expired' when c.valid_from > shop_day(now()) then 'Not started' end) as subtitle,
    ${matchName(db, db`b.match`)}
  from best b join live_coupons c on c.id = b.id order by b.match, b.id desc`

/** QR codes by number or company. */
export async function findQrCodes(db: Db, terms: SearchTerms): Promise<SearchHit[]> {
  const byText = findByText(db, terms, {
    table: db`live_qr_codes x`,
    text: db`x.company || E'\n' || x.code::text`,
    folded: db`search_text(x.company || E'\n' || x.code::text)`,
  })
  const byNumber = terms.number
    ? db`
      union all select id, ${exact}::int from live_qr_codes where code = ${terms.number}::bigint`
    : db``
  return db<SearchHit[]>`
    with ${byText}, ${bestOf(db, db`select id, match from found ${byNumber}`)}
    select 'qr_code' as kind, q.id, 'QR code ' || q.code as title, q.code, null as mobile,
      concat_ws(' · ', q.company, case when not q.is_active then 'Inactive' when q.validity < shop_day(now())
        then 'Expired' end) as subtitle,
      ${matchName(db, db`b.match`)}
    from best b join live_qr_codes q on q.id = b.id order by b.match, b.id desc`
}
