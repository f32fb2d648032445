import { deepEqual } from 'node:assert/strict'
import type { Db } from '../src/base/database/db.ts'

/** Counters plus deltas must equal the counted rows. */
export async function expectVoucherCountsMatchRows(db: Db): Promise<void> {
  const [wrong] = await db`
    with true_groups as (
      select i.id, i.client_id, i.expiry_date, count(v.id) as codes, count(*) filter (where v.is_assigned) as assigned,
        count(*) filter (where v.is_active and not v.is_assigned) as available
      from live_voucher_infos i left join vouchers v on v.voucher_info_id = i.id
      group by i.id, i.client_id, i.expiry_date
    ), kept_groups as (
      select voucher_info_id as id, sum(codes) as codes, sum(assigned) as assigned, sum(available) as available
      from (
        select voucher_info_id, codes, assigned, available from voucher_group_counts
        union all select voucher_info_id, codes, assigned, available from voucher_count_deltas) k group by 1
    ), true_days as (
      select client_id, expiry_date, count(*) as groups, sum(codes) as codes, sum(assigned) as assigned,
        sum(available) as available
      from true_groups group by 1, 2
    ), kept_days as (
      select client_id, expiry_date, sum(groups) as groups, sum(codes) as codes, sum(assigned) as assigned,
        sum(available) as available
      from (
        select * from voucher_counts
        union all select client_id, expiry_date, groups, codes, assigned, available from voucher_count_deltas) k
      group by 1, 2 having (sum(groups), sum(codes)) <> (0, 0)
    )
    select
      (select count(*)::int from true_groups t full join kept_groups k on k.id = t.id
        where (coalesce(t.codes, 0), coalesce(t.assigned, 0), coalesce(t.available, 0))
          <> (coalesce(k.codes, 0), coalesce(k.assigned, 0), coalesce(k.available, 0))) as groups,
      (select count(*)::int from true_days t full join kept_days k using (client_id, expiry_date)
        where (t.groups, t.codes, t.assigned, t.available) is distinct from (k.groups, k.codes, k.assigned, k.available)
      ) as days`
  deepEqual({ ...wrong }, { groups: 0, days: 0 })
}
