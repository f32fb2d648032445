import type { Db } from '../../base/database/db.ts'
import { checkVersion } from '../../base/database/versions.ts'
import { conflict, notFound, unprocessable } from '../../base/http/problem.ts'
import { whyNotActive } from '../../people/customers/activeCustomers.ts'
import * as coins from '../coins/coins.queries.ts'
import { lockGroupShared } from '../vouchers/voucherGroups.queries.ts'
import type { SoldVoucherRow } from './soldVouchers.queries.ts'
import * as soldVouchers from './soldVouchers.queries.ts'

/** `cost`: what the customer was told, in coins. */
type Sale = { user_id: string; voucher_info_id: string; cost?: number; by: string }

/** Sells the oldest free voucher of a group to a customer for coins, or nothing changes. */
export async function sell(db: Db, wanted: Sale): Promise<SoldVoucherRow> {
  const sold = (await attempt(db, wanted, 'skip locked')) ?? (await retryWaiting(db, wanted))
  if (!sold) throw conflict('No code of this voucher is left.', 'none_left')
  return sold
}

/** All free vouchers were locked by other sales. One of these may fail, so this waits for them before it refuses. */
async function retryWaiting(db: Db, wanted: Sale): Promise<SoldVoucherRow | undefined> {
  const isFree = await refuseImpossibleSale(db, wanted)
  return isFree ? attempt(db, wanted, 'wait') : undefined
}

async function attempt(
  db: Db,
  { user_id, voucher_info_id, cost, by }: Sale,
  whenLocked: 'skip locked' | 'wait',
): Promise<SoldVoucherRow | undefined> {
  // `execute` sends this before the sale without waiting; a statement without it is sent only when it is awaited.
  const held = lockGroupShared(db, voucher_info_id).execute()
  const [[bought]] = await Promise.all([
    db<SoldVoucherRow[]>`
      with valid as materialized (
        -- Locks the group before the code, in the same sequence as deleting a company, so that the two cannot deadlock.
        select from live_voucher_infos
        where id = ${voucher_info_id} and expiry_date >= shop_day(now()) and ${hasAvailableCode(db, voucher_info_id)}
          ${cost === undefined ? db`` : db`and cost = ${toHundredths(cost)}`}
        for key share
      ), code as materialized (
        -- A range with one group, because this order can only come from the index of free codes: the planner never scans
        -- all codes by id, even with old statistics.
        select v.id, v.voucher_code from vouchers v
        where v.voucher_info_id >= ${voucher_info_id} and v.voucher_info_id <= ${voucher_info_id}
          and not v.is_assigned and v.is_active
          and exists (select from users where id = ${user_id} and is_active)
          and exists (select from valid)
        order by v.voucher_info_id, v.id for update ${whenLocked === 'wait' ? db`` : db`skip locked`} limit 1
      ), sold as (
        update vouchers v set version = v.version + 1, is_assigned = true from code where v.id = code.id
        returning v.id, v.client_id, v.voucher_code
      ), p as (
        insert into purchased_vouchers (user_id, voucher_id, voucher_info_id, client_id, voucher_code,
          voucher_detail, cost, expiry_date, image_id, by, agreed_price)
        select ${user_id}, s.id, i.id, s.client_id, s.voucher_code, i.voucher_detail, i.cost, i.expiry_date,
          i.image_id, ${by}, (select agreed_price from live_clients where id = s.client_id)
        from sold s join live_voucher_infos i on i.id = ${voucher_info_id}
        returning *)
      select ${soldVouchers.columns(db)} from p ${soldVouchers.joined(db)}`,
    held,
  ])
  if (bought) await coins.spend(db, bought.id, by)
  return bought
}

/**
 * Whether a group has available vouchers, by its committed counters, which are exact in every snapshot. Without them, a
 * sold-out group would be read completely.
 */
const hasAvailableCode = (db: Db, group: string) => db`(
  select coalesce(sum(available), 0) > 0 from voucher_figures where voucher_info_id = ${group} and period = 'ever')`

const toHundredths = (coins: number) => Math.round(coins * 100)

type State = { is_active: boolean | null; cost: number | null; valid: boolean; free: boolean }

/** Throws the reason if no sale is possible; returns whether a voucher is free or locked by a sale that may fail. */
async function refuseImpossibleSale(db: Db, { user_id, voucher_info_id, cost }: Sale): Promise<boolean> {
  const [state] = await db<[State]>`
    select (select is_active from users where id = ${user_id}) as is_active,
      (select cost from live_voucher_infos where id = ${voucher_info_id}) as cost,
      exists (select from live_voucher_infos where id = ${voucher_info_id} and expiry_date >= shop_day(now())) as valid,
      ${hasAvailableCode(db, voucher_info_id)} as free`
  if (state.cost === null) throw notFound('Voucher group')
  const { is_active } = state
  const reason = whyNotActive(is_active === null ? undefined : { is_active })
  if (reason) throw unprocessable('user_id', reason)
  if (!state.valid) throw conflict('This voucher has expired.', 'expired')
  if (cost !== undefined && toHundredths(cost) !== state.cost) {
    const message = `This voucher costs ${state.cost / 100} coins now. Choose it again to sell it for that.`
    throw conflict(message, 'price_changed')
  }
  return state.free
}

type Void = { id: string; reason: string; version?: number; by: string }

/** Voids a sale, once: gives the coins back; the code is never sold again, because the customer has seen it. */
export async function voidSold(db: Db, { id, reason, version, by }: Void): Promise<SoldVoucherRow> {
  const { voucherInfoId } = await soldVouchers.get(db, id)
  await lockGroupShared(db, voucherInfoId)
  const [locked] = await db<[{ version: number; voucher_id: string; is_voided: boolean }]>`
    select version, voucher_id, voided_at is not null as is_voided from purchased_vouchers where id = ${id}
    for no key update`
  if (locked.is_voided) throw conflict('This purchase has been voided already.', 'voided')
  await checkVersion('Purchased voucher', version, locked, () => soldVouchers.get(db, id))
  await db`
    update purchased_vouchers set version = version + 1, voided_at = now(), voided_by = ${by}, void_reason = ${reason}
    where id = ${id}`
  await db`update vouchers set version = version + 1, is_active = false where id = ${locked.voucher_id}`
  await coins.giveBack(db, id, by)
  return soldVouchers.get(db, id)
}
