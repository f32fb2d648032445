import type { PaymentSettings } from '@our-print/contract/money/paymentSettings.ts'
import { toPaise } from '@our-print/contract/orders/price.ts'
import type { ArrivalSettings } from '@our-print/contract/shop/arrivalSettings.ts'
import type { Configuration } from '@our-print/contract/shop/configurations.ts'
import type { OpeningSettings } from '@our-print/contract/shop/openingHours.ts'
import type { PositionSettings } from '@our-print/contract/shop/positionSettings.ts'
import { required } from '@our-print/contract/values.ts'
import type { Db } from '../../base/database/db.ts'
import { readChangedPhone } from '../../base/database/phones.ts'
import { checkVersion } from '../../base/database/versions.ts'
import { invalid } from '../../base/http/problem.ts'

const columns = (db: Db) => db`
  price_per_page, paper_factor, binding, delivery_fee, coins_per_100_rupees, claims_per_referral, client_types,
  proof_of_delivery, courier_scans, job_tickets, auto_print, auto_printer, usual_lines, contact, version, unpaid_delivery, payment_methods,
  credit_limit_customer / 100.0::float8 as credit_limit_customer,
  credit_limit_company / 100.0::float8 as credit_limit_company, payee_name, payee_address, payee_iban, payee_bic,
  customer_cancels, order_intake, language, opening_hours, holidays, arrival_windows,
  keep_positions, shop_latitude, shop_longitude`

export async function get(db: Db): Promise<Configuration> {
  const [configuration] = await db<[Configuration]>`select ${columns(db)} from configurations`
  return configuration
}

/** What stays as it is where it is not named. */
type Kept =
  | 'version'
  | 'usual_lines'
  | 'client_types'
  | 'job_tickets'
  | 'auto_print'
  | 'auto_printer'
  | 'customer_cancels'
  | 'order_intake'
  | 'language'
  | keyof OpeningSettings
  | keyof ArrivalSettings
  | keyof PositionSettings
  | keyof PaymentSettings
type Changes = Omit<Configuration, Kept> & Partial<Pick<Configuration, Kept>>

export async function save(db: Db, changes: Changes): Promise<Configuration> {
  await db`select from configurations for no key update`
  const current = await get(db)
  const c = { ...current, ...changes }
  await checkVersion('The configuration', changes.version, current, () => current)
  const phone = c.contact.phone && readChangedPhone(c.contact.phone, current.contact.phone, 'contact.phone')
  const contact = { ...c.contact, phone }
  if (c.auto_printer && c.auto_printer !== current.auto_printer) await checkPrinter(db, c.auto_printer)
  if ((c.shop_latitude === null) !== (c.shop_longitude === null))
    throw invalid(c.shop_latitude === null ? 'shop_latitude' : 'shop_longitude', required)
  await keepPrices(db, c)
  const [saved] = await db<[Configuration]>`
    update configurations set version = version + 1, price_per_page = ${db.json(c.price_per_page)},
      paper_factor = ${db.json(c.paper_factor)}, binding = ${db.json(c.binding)},
      delivery_fee = ${c.delivery_fee}, coins_per_100_rupees = ${c.coins_per_100_rupees},
      claims_per_referral = ${c.claims_per_referral}, client_types = ${db.json(c.client_types)},
      proof_of_delivery = ${c.proof_of_delivery}, courier_scans = ${c.courier_scans},
      job_tickets = ${c.job_tickets}, auto_print = ${c.auto_print}, auto_printer = ${c.auto_printer},
      usual_lines = ${db.json(c.usual_lines)}, contact = ${db.json(contact)},
      unpaid_delivery = ${c.unpaid_delivery}, payment_methods = ${db.json(c.payment_methods)},
      credit_limit_customer = ${toPaise(c.credit_limit_customer)},
      credit_limit_company = ${toPaise(c.credit_limit_company)}, payee_name = ${c.payee_name},
      payee_address = ${c.payee_address}, payee_iban = ${c.payee_iban}, payee_bic = ${c.payee_bic},
      customer_cancels = ${c.customer_cancels}, order_intake = ${c.order_intake},
      language = ${c.language},
      opening_hours = ${db.json(c.opening_hours)}, holidays = ${db.json(c.holidays)},
      arrival_windows = ${db.json(c.arrival_windows)},
      keep_positions = ${c.keep_positions}, shop_latitude = ${c.shop_latitude}, shop_longitude = ${c.shop_longitude}
    returning ${columns(db)}`
  return saved
}

async function checkPrinter(db: Db, id: string): Promise<void> {
  const [printer] = await db`select from printers where id = ${id}`
  if (!printer) throw invalid('auto_printer', 'There is no such printer')
}

type Prices = Pick<Configuration, 'price_per_page' | 'paper_factor' | 'binding' | 'delivery_fee'>
const priceColumns = (db: Db) => db`price_per_page, paper_factor, binding, delivery_fee`

/**
 * Keeps the present prices if others take their place: until this moment, not until the change began, which may have waited
 * for a lock while orders were taken in by them.
 */
const keepPrices = (db: Db, { price_per_page, paper_factor, binding, delivery_fee }: Prices) => db`
  insert into past_prices (until, ${priceColumns(db)})
  select clock_timestamp(), ${priceColumns(db)} from configurations
  where (${priceColumns(db)}) is distinct from (${db.json(price_per_page)}, ${db.json(paper_factor)}, ${db.json(binding)},
    ${delivery_fee})`

/** The prices that an order of this time was taken in by: those of today where older ones are not known. */
export async function pricesAt(db: Db, time: string): Promise<Prices> {
  const [past] = await db<Prices[]>`
    select ${priceColumns(db)} from past_prices where until > ${time}::timestamptz order by until limit 1`
  return past ?? get(db)
}
