import type { Db } from '../../base/database/db.ts'
import { conflict, notFound } from '../../base/http/problem.ts'
import { lockGroupsExclusive } from './voucherGroups.queries.ts'

/** Moves vouchers to the bin, all or none; a group without vouchers is deleted too. */
export async function remove(db: Db, ids: string[]): Promise<void> {
  const found = await db<{ group: string }[]>`
    select voucher_info_id as "group" from live_vouchers where id = any(${ids})`
  if (found.length < ids.length) throw notFound('Voucher')
  const groups = distinct(found.map(({ group }) => group))
  await lockGroupsExclusive(db, groups)
  const purchased = await db<{ voucher_code: string }[]>`
    select voucher_code from live_vouchers where id = any(${ids}) and is_assigned order by voucher_code limit 5`
  if (purchased.length > 0) {
    const names = purchased.map(({ voucher_code }) => voucher_code).join(', ')
    throw conflict(`A purchased voucher cannot be deleted: ${names}`, 'purchased')
  }
  const gone = await db`
    with gone as (
      delete from vouchers where id in (select id from live_vouchers where id = any(${ids}))
      returning id, voucher_info_id, client_id, voucher_code, is_active, version)
    insert into deleted_vouchers (id, voucher_info_id, client_id, voucher_code, is_active, version)
    select id, voucher_info_id, client_id, voucher_code, is_active, version from gone returning 1`
  if (gone.length < ids.length) throw notFound('Voucher')
  await db`
    update voucher_infos i set deleted_at = now() where id = any(${groups}) and deleted_at is null
      and not exists (select from vouchers v where v.voucher_info_id = i.id)`
}

/** Restores vouchers to their groups, all or none; a group that was deleted with its last voucher comes back too. */
export async function restore(db: Db, ids: string[]): Promise<void> {
  const found = await db<{ group: string; client: string }[]>`
    select voucher_info_id as "group", client_id as client from deleted_vouchers where id = any(${ids})`
  const groups = distinct(found.map(({ group }) => group))
  await lockGroupsExclusive(db, groups)
  await refuseDeletedCompany(db, distinct(found.map(({ client }) => client)))
  await refuseTakenCode(db, ids)
  await db`update voucher_infos set deleted_at = null where id = any(${groups}) and deleted_at is not null`
  await db`select set_config('our_print.restores', 'vouchers', true)`
  // In the order of the unique index, as every writer does, so that two writers of the same codes cannot deadlock.
  await db`
    with back as (
      delete from deleted_vouchers where id = any(${ids})
      returning id, voucher_info_id, client_id, voucher_code, is_active, version)
    insert into vouchers (id, voucher_info_id, client_id, voucher_code, is_active, version)
    select id, voucher_info_id, client_id, voucher_code, is_active, version from back
    order by client_id, code_key(voucher_code) collate "C", id`
  await db`select set_config('our_print.restores', '', true)`
}

const distinct = (ids: string[]) => [...new Set(ids)]

async function refuseDeletedCompany(db: Db, clients: string[]): Promise<void> {
  const live = await db<{ id: string }[]>`
    select id from live_clients where id = any(${clients}) order by id for key share`
  if (live.length === clients.length) return
  const ids = live.map(({ id }) => id)
  const [missing] = await db<{ name: string }[]>`
    select name from clients where id = any(${clients}) and id <> all(${ids}::uuid[]) order by name limit 1`
  throw conflict(
    `The company ${missing?.name ?? ''} of this voucher is deleted. Restore the company first.`,
    'company_deleted',
  )
}

async function refuseTakenCode(db: Db, ids: string[]): Promise<void> {
  const [taken] = await db<{ voucher_code: string; client_name: string }[]>`
    select d.voucher_code, c.name as client_name
    from deleted_vouchers d join vouchers v on v.client_id = d.client_id and v.code_key = code_key(d.voucher_code)
    join clients c on c.id = d.client_id
    where d.id = any(${ids}) order by d.voucher_code limit 1`
  if (!taken) return
  const { voucher_code, client_name } = taken
  throw conflict(
    `${client_name} has the code ${voucher_code} again. Delete or change that voucher, then restore this one.`,
    'taken',
  )
}

/** Deletes vouchers that have left the bin, or whose company has; a piece of them. */
export async function purgeVouchers(db: Db, piece: number): Promise<number> {
  const single = await db`
    delete from deleted_vouchers where id in (
      select v.id from deleted_vouchers v where not exists (select from bin b where b.id = v.id) limit ${piece})`
  const ofCompanies = await db`
    delete from vouchers where id in (
      select v.id from vouchers v where v.client_id = any(array(
        select c.id from clients c
        where c.deleted_at is not null and not exists (select from bin b where b.id = c.id)))
      limit ${piece})`
  return single.count + ofCompanies.count
}

/** Deletes deleted groups without codes, which nothing restores any more, and with them their images; a piece of them. */
export const purgeGroups = (db: Db, piece: number) => db`
  delete from voucher_infos where id in (
    select i.id from voucher_infos i
    where i.deleted_at is not null and not exists (select from vouchers v where v.voucher_info_id = i.id)
      and not exists (select from deleted_vouchers v where v.voucher_info_id = i.id)
    limit ${piece})`
