import type { SearchHit } from '@our-print/contract/shop/search.ts'
import type { Db } from '../../base/database/db.ts'
import { keptFor, ownerOfCode } from '../../people/customers/customers.queries.ts'
import {
  bestOf,
  exact,
  findByText,
  indexedRows,
  matchName,
  prefix,
  reversedDigits,
} from './matches.queries.ts'
import type { SearchTerms } from './searchTerms.ts'

/** Customers by name, phone number, email, referral code or tag; also by what a customer had who was merged into them. */
export async function findCustomers(db: Db, terms: SearchTerms): Promise<SearchHit[]> {
  const byText = findByText(db, terms, {
    table: db`customer_search x`,
    id: db`x.user_id`,
    folded: db`x.words`,
  })
  const keys = db`
    select id, ${exact}::int as match from users where mobile = ${terms.phone}::text
    union all select id, ${exact}::int from users where email = lower(${terms.text})
    union all select id, ${exact}::int from (${ownerOfCode(db, terms.text)}) code
    union all (${keptFor(db, { mobile: terms.phone, email: terms.text.toLowerCase() }, db`m.kept, ${exact}::int`)})
    union all
    (select id, ${prefix}::int from users where tags @> array[${terms.text.toLowerCase()}] limit ${indexedRows})
    union all
    (select id, ${prefix}::int from users where reverse(mobile) collate "C" like ${reversedDigits(db, terms)}
    limit ${indexedRows})`
  return db<SearchHit[]>`
    with ${byText}, ${bestOf(db, db`select id, match from found union all ${keys}`)}
    select 'customer' as kind, u.id, trim(u.first_name || ' ' || u.last_name) as title,
      concat_ws(' · ', u.email, case when not u.is_active then 'Inactive' end) as subtitle, u.mobile,
      ${matchName(db, db`b.match`)}
    from best b join users u on u.id = b.id order by b.match, b.id desc`
}

/** Companies by name or phone number. */
export const findCompanies = (db: Db, terms: SearchTerms): Promise<SearchHit[]> => db<SearchHit[]>`
  with ${findByText(db, terms, {
    table: db`live_clients x`,
    text: companyText(db),
    folded: db`search_text(${companyText(db)})`,
    mobile: db`x.contact`,
  })}, ${bestOf(db, db`select id, match from found`)}
  select 'company' as kind, c.id, c.name as title, coalesce(c.address ->> 'city', '') as subtitle, c.contact as mobile,
    ${matchName(db, db`b.match`)}
  from best b join live_clients c on c.id = b.id order by b.match, b.id desc`

/** Staff users and super admins by name, email or phone number. They are few and have no trigram index. */
export const findStaff = (db: Db, terms: SearchTerms): Promise<SearchHit[]> => db<SearchHit[]>`
  with ${findByText(
    db,
    { ...terms, isIndexed: false },
    {
      table: db`(select id, full_name, email, mobile from staff_users where not is_api_key) x`,
      text: staffText(db),
      folded: db`search_text(${staffText(db)})`,
      mobile: db`x.mobile`,
    },
  )}, ${bestOf(db, db`select id, match from found`)}
  select 'staff' as kind, s.id, s.full_name as title, s.email, s.mobile,
    concat_ws(' · ', case when s.is_superuser then 'Super admin' else 'Staff user' end,
      case when not s.is_active then 'Inactive' end) as subtitle,
    ${matchName(db, db`b.match`)}
  from best b join staff_users s on s.id = b.id order by b.match, b.id desc`

/** Leads by name, email, phone number, subject or message. */
export const findLeads = (db: Db, terms: SearchTerms): Promise<SearchHit[]> => db<SearchHit[]>`
  with ${findByText(db, terms, {
    table: db`live_leads x`,
    text: leadText(db),
    folded: db`search_text(${leadText(db)})`,
    // Messages are long.
    most: { newest: 200, indexed: 100 },
    mobile: db`x.mobile`,
  })}, ${bestOf(db, db`select id, match from found`)}
  select 'lead' as kind, l.id, l.name as title, coalesce(nullif(l.subject, ''), l.email, '') as subtitle, l.mobile,
    l.status, ${matchName(db, db`b.match`)}
  from best b join live_leads l on l.id = b.id order by b.match, b.id desc`

// Written exactly as in the trigram indexes.
const companyText = (db: Db) => db`x.name || E'\n' || x.contact`
const staffText = (db: Db) => db`x.full_name || E'\n' || x.email || E'\n' || coalesce(x.mobile, '')`
const leadText = (db: Db) => db`
  x.name || E'\n' || coalesce(x.email, '') || E'\n' || coalesce(x.mobile, '') || E'\n' || x.subject || E'\n' ||
  x.message`
