import type { Db } from '../../base/database/db.ts'
import type { Actor } from '../../base/http/route.ts'
import { customerId } from '../pageFacts/customerId.ts'

/**
 * Customers act without signing in, so that all of them are one account: history, audit and every column that says who did
 * something name it. Like that of an API key it is never active, and lists of people leave it out.
 */
export const customerActor: Actor = {
  id: customerId,
  email: 'customer@customer.invalid',
  full_name: 'The customer',
  is_superuser: false,
  abilities: ['orders', 'prices'],
}

/** Makes the account when the first customer may act. */
export const ensureAccount = (db: Db) => db`
  insert into staff_users (id, full_name, email, password_hash, is_active, is_api_key)
  values (${customerActor.id}, ${customerActor.full_name}, ${customerActor.email}, 'none', false, true)
  on conflict (id) do nothing`
