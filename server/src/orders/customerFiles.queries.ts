import type { CustomerFile } from '@our-print/contract/orders/customerFiles.ts'
import type { Ordering } from '@our-print/contract/paging.ts'
import type { Db } from '../base/database/db.ts'
import { countOf, defineList, sequenceOf } from '../base/database/pages.ts'
import { contains } from '../base/database/search.ts'

type Filter = { id: string; query?: string; ordering?: Ordering<'created_at'> }

const sources = (db: Db) => db`order_files f join orders o on o.id = f.order_id`

const where = (db: Db, { id, query }: Filter) => db`
  where o.user_id = ${id} and f.kind = 'print'
  ${query ? db`and ${contains(db, db`search_text(f.name)`, query)}` : db``}`

/** The files that a customer had printed. */
export const { select, list } = defineList<Filter, CustomerFile>((db, filter) => ({
  select: db`
    select f.id, f.name, f.content_type, f.size, f.page_count, o.id as "order", o.number as order_number,
      f.created_at, f.removed_at
    from ${sources(db)}`,
  from: sources(db),
  where: where(db, filter),
  counted: countOf(db, db`${sources(db)} ${where(db, filter)}`),
  id: db`f.id`,
  sequence: sequenceOf(filter.ordering, { created_at: db`f.created_at` }, db`f.id`, '-created_at'),
}))
