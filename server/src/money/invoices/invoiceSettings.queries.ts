import {
  type ClientBilling,
  type InvoiceSettings,
  ownSeries,
  type SavedInvoiceSettings,
  sharedSeries,
  type updateClientBilling,
} from '@our-print/contract/money/invoiceSettings.ts'
import type { z } from 'zod'
import type { Db } from '../../base/database/db.ts'
import { checkVersion, refuseChangedFields } from '../../base/database/versions.ts'
import { notFound, unprocessable } from '../../base/http/problem.ts'

export async function get(db: Db): Promise<InvoiceSettings> {
  const [row] = await db<[{ settings: Omit<InvoiceSettings, 'version'>; version: number }]>`
    select settings, version from invoice_settings`
  return { ...row.settings, version: row.version }
}

type Changes = SavedInvoiceSettings & { version?: number | undefined }

export async function save(db: Db, { version, ...settings }: Changes): Promise<InvoiceSettings> {
  await db`select from invoice_settings for no key update`
  const current = await get(db)
  await checkVersion('The invoice configuration', version, current, () => current)
  const series = {
    ...settings.series,
    self_billed: settings.series.self_billed ?? current.series.self_billed,
  }
  if (sharedSeries(series)) throw unprocessable('series.self_billed', ownSeries)
  await db`update invoice_settings set version = version + 1, settings = ${db.json({ ...settings, series })}`
  return get(db)
}

const billing = (db: Db) => db`
  select coalesce(b.name, '') as name, coalesce(b.address, '') as address,
    coalesce(b.city, c.address ->> 'city', '') as city, coalesce(b.pincode, c.address ->> 'pincode', '') as pincode,
    coalesce(b.state, c.address ->> 'state', '') as state,
    coalesce(b.country_code, (select settings -> 'seller' ->> 'country_code' from invoice_settings)) as country_code,
    coalesce(b.registration, '') as registration, coalesce(b.monthly, false) as monthly, c.name as company,
    coalesce(b.version, 1) as version
  from clients c left join client_billing b on b.client_id = c.id`

/** How a company is invoiced: as it is known where nobody said it. */
export async function getBilling(db: Db, client: string): Promise<ClientBilling> {
  const [found] = await db<ClientBilling[]>`${billing(db)} where c.id = ${client} and c.deleted_at is null`
  if (!found) throw notFound('Company')
  return found
}

/** The same for an invoice, of whatever became of the company; with the name that stands on it. */
export async function readBuyer(db: Db, client: string): Promise<ClientBilling> {
  const [found] = await db<[ClientBilling]>`${billing(db)} where c.id = ${client}`
  return { ...found, name: found.name || found.company }
}

type Billed = z.output<typeof updateClientBilling.schema.body>

export async function saveBilling(
  db: Db,
  client: string,
  { version, company, ...fields }: Billed,
): Promise<ClientBilling> {
  await db`select from clients where id = ${client} for no key update`
  const current = await getBilling(db, client)
  await checkVersion('This', version, current, () => current)
  refuseChangedFields({ company }, current, { version, fields: ['company'] })
  await db`
    insert into client_billing ${db({ client_id: client, ...fields, version: current.version + 1 })}
    on conflict (client_id) do update set version = client_billing.version + 1, name = excluded.name,
      address = excluded.address, city = excluded.city, pincode = excluded.pincode, state = excluded.state,
      country_code = excluded.country_code, registration = excluded.registration, monthly = excluded.monthly`
  return getBilling(db, client)
}
