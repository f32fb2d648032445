import { voidSoldVoucher } from '@our-print/contract/rewards/soldVouchers.ts'
import { conflict, notFound } from '../../base/http/problem.ts'
import type { Act } from '../../money/approvals/acts.ts'

type Sale = { voucher_code: string; company: string; customer: string; cost: number; is_voided: boolean }

/** They are voided one by one, so what counts is how many one person voids in a day of the shop. */
export const voidVoucherAct: Act<typeof voidSoldVoucher> = {
  name: 'vouchers',
  endpoint: voidSoldVoucher,
  async measure({ db, actor }) {
    // One after another, or voids at the same time would not count each other.
    await db`select pg_advisory_xact_lock(hashtextextended(${`voided by ${actor.id}`}, 0))`
    const [today] = await db<[{ voided: number }]>`
      select count(*)::int as voided from purchased_vouchers
      where voided_by = ${actor.id} and voided_at is not null and voided_at > now() - interval '1 day'
        and shop_day(voided_at) = shop_day(now())`
    return today.voided + 1
  },
  async show({ db, body }, lock) {
    await db`select 1 from purchased_vouchers where id = ${body.id} ${lock}`
    const [sale] = await db<Sale[]>`
      select p.voucher_code, c.name as company, trim(u.first_name || ' ' || u.last_name) as customer,
        p.cost::float8 as cost, p.voided_at is not null as is_voided
      from purchased_vouchers p join users u on u.id = p.user_id join live_clients c on c.id = p.client_id
      where p.id = ${body.id}`
    if (!sale) throw notFound('Purchased voucher')
    if (sale.is_voided) throw conflict('This purchase has been voided already.', 'voided')
    const { voucher_code, company, customer, cost } = sale
    return {
      summary: `Void the voucher ${voucher_code} of ${company}: ${body.reason}`,
      changes: [
        { what: `Voucher ${voucher_code}`, before: `Sold to ${customer}`, after: 'Voided' },
        ...(cost > 0
          ? [{ what: `Coins of ${customer}`, before: null, after: `${cost / 100} given back` }]
          : []),
      ],
    }
  },
}
