import type { Configuration } from '@our-print/contract/shop/configurations.ts'
import type { Db } from '../../base/database/db.ts'
import { readChangedPhone } from '../../base/database/phones.ts'
import { checkVersion } from '../../base/database/versions.ts'

const columns = (db: Db) => db`
  price_per_page, paper_factor, binding, delivery_fee, coins_per_100_rupees, claims_per_referral,
  proof_of_delivery, courier_scans, contact, version`

export async function get(db: Db): Promise<Configuration> {
  const [configuration] = await db<[Configuration]>`select ${columns(db)} from configurations`
  return configuration
}

type Changes = Omit<Configuration, 'version'> & { version?: number }

export async function save(db: Db, c: Changes): Promise<Configuration> {
  await db`select from configurations for no key update`
  const current = await get(db)
  await checkVersion('The configuration', c.version, current, () => current)
  const phone = c.contact.phone && readChangedPhone(c.contact.phone, current.contact.phone, 'contact.phone')
  const contact = { ...c.contact, phone }
  const [saved] = await db<[Configuration]>`
    update configurations set version = version + 1, price_per_page = ${db.json(c.price_per_page)},
      paper_factor = ${db.json(c.paper_factor)}, binding = ${db.json(c.binding)},
      delivery_fee = ${c.delivery_fee}, coins_per_100_rupees = ${c.coins_per_100_rupees},
      claims_per_referral = ${c.claims_per_referral},
      proof_of_delivery = ${c.proof_of_delivery}, courier_scans = ${c.courier_scans}, contact = ${db.json(contact)}
    returning ${columns(db)}`
  return saved
}
