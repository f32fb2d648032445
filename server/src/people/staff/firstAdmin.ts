import { randomInt } from 'node:crypto'
import { type Pool, violatedConstraint } from '../../base/database/db.ts'
import { OperatorError } from '../../base/operatorError.ts'
import { isEasyToGuess } from '../session/newPassword.ts'
import { hashPassword } from '../session/password.ts'

const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

const fullName = 'Super Admin'

/** Four groups of five that can be read aloud: about 99 bits. */
export const randomPassword = () =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join(''),
  ).join('-')

/**
 * Creates the first super admin from ADMIN_EMAIL and ADMIN_PASSWORD if there is none. Returns a generated password, to be
 * shown once.
 */
export async function createFirstAdmin(
  pool: Pool,
  { adminEmail, adminPassword }: { adminEmail?: string | undefined; adminPassword?: string | undefined },
): Promise<{ email: string; password: string | undefined } | undefined> {
  const [any] = await pool`select 1 from staff_users where is_superuser limit 1`
  if (any) return undefined
  const email = (adminEmail ?? 'admin@ourprint.local').toLowerCase()
  const owner = { email, full_name: fullName }
  if (adminPassword && (await isEasyToGuess(pool, adminPassword, owner))) {
    throw new OperatorError('ADMIN_PASSWORD is too easy to guess; leave it unset for a random one')
  }
  const password = adminPassword ?? randomPassword()
  const passwordHash = await hashPassword(password)
  const made = await pool
    .begin(async (tx) => {
      // Two processes may start on an empty shop at the same time; one of them creates the admin.
      await tx`select pg_advisory_xact_lock(hashtext('first admin'))`
      return tx`
      insert into staff_users (email, full_name, password_hash, is_superuser)
      select ${email}, ${fullName}, ${passwordHash}, true
      where not exists (select from staff_users where is_superuser) returning 1`
    })
    .catch((error: unknown) => {
      if (violatedConstraint(error) !== 'staff_users_email_taken') throw error
      throw new OperatorError(`ADMIN_EMAIL: ${email} is the email of a staff user; choose another one`)
    })
  return made.length > 0 ? { email, password: adminPassword ? undefined : password } : undefined
}
