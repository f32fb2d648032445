import { Email } from '@our-print/contract/values.ts'
import { addEntry } from '../../base/database/auditTrail.ts'
import { type Pool, violatedConstraint } from '../../base/database/db.ts'
import { OperatorError } from '../../base/operatorError.ts'
import { hashPassword } from '../session/password.ts'
import * as sessions from '../session/session.queries.ts'
import { clearAllFailures } from '../session/signInLimits.queries.ts'
import { randomPassword } from './firstAdmin.ts'
import * as staff from './staff.queries.ts'
import * as superAdmins from './superAdmins.queries.ts'

const usage =
  'Use: npm run admin -- list, create EMAIL or reset EMAIL; npm run admin -- place shop or place copy says what the shop is where it was started; npm run admin -- test-message CHANNEL ADDRESS tries a channel'

/** Runs a command of `npm run admin` and returns the lines to print. */
export async function runAdminCommand(pool: Pool, { name, email }: AdminCommand): Promise<string[]> {
  if (name === 'list') return formatAdmins(await superAdmins.list(pool))
  return name === 'create' ? create(pool, email) : reset(pool, email)
}

type AdminCommand = { name: 'list'; email?: undefined } | { name: 'create' | 'reset'; email: string }

/** Parses the command line before a database is opened. */
export function readAdminCommand([name, email, ...more]: string[]): AdminCommand {
  if (name === 'list' && email === undefined) return { name }
  if ((name !== 'create' && name !== 'reset') || email === undefined || more.length > 0) {
    throw new OperatorError(usage)
  }
  const { success, data } = Email.safeParse(email)
  if (!success) throw new OperatorError(`'${email}' is not an email address`)
  return { name, email: data }
}

function formatAdmins(admins: superAdmins.SuperAdmin[]): string[] {
  const rows = admins.map(({ email, full_name, is_active, last_sign_in }) => [
    email,
    full_name,
    is_active ? 'active' : 'deactivated',
    last_sign_in ? `signed in ${last_sign_in}` : 'last sign-in not known',
  ])
  const widthOf = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0))
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widthOf(column)))
      .join('  ')
      .trimEnd(),
  )
}

async function create(pool: Pool, email: string): Promise<string[]> {
  const password = randomPassword()
  const password_hash = await hashPassword(password)
  try {
    await pool.begin(async (tx) => {
      const person = { full_name: 'Super Admin', email, mobile: null, is_superuser: true }
      const id = await staff.create(tx, { ...person, password_hash })
      await addEntry(tx, {
        ...byCommand(id),
        action: 'admin create',
        after: { ...person, password_hash: 'hidden' },
      })
    })
  } catch (error) {
    if (violatedConstraint(error) !== 'staff_users_email_taken') throw error
    throw new OperatorError(`${email} has an account already: reset gives a super admin a new password`)
  }
  return [`Made the super admin ${email}`, tellPassword(password)]
}

/**
 * Sets a random password for a super admin who is locked out, and returns it to be shown once. It need not be changed,
 * because it is strong. Also activates the account: who runs this command has full access to the shop anyway.
 */
async function reset(pool: Pool, email: string): Promise<string[]> {
  const password = randomPassword()
  const passwordHash = await hashPassword(password)
  const wasActive = await pool.begin(async (tx) => {
    const found = await superAdmins.lock(tx, email)
    if (!found) throw new OperatorError(`Nobody here has the email ${email}: list shows the super admins`)
    if (!found.is_superuser) {
      throw new OperatorError(
        `${email} is no super admin: whoever manages the staff can set their password under Staff Users`,
      )
    }
    await superAdmins.activate(tx, found.id, passwordHash)
    await sessions.removeAll(tx, found.id)
    await clearAllFailures(tx, email)
    const hidden = { password_hash: 'hidden' }
    await addEntry(tx, {
      ...byCommand(found.id),
      action: 'admin reset',
      before: { ...hidden, is_active: found.is_active },
      after: { ...hidden, is_active: true },
    })
    return found.is_active
  })
  return [
    `${email} has a new password, and all their sessions have ended`,
    ...(wasActive ? [] : ['The account was deactivated and is active again']),
    tellPassword(password),
  ]
}

const tellPassword = (password: string) =>
  `Password: ${password} (shown this once: change it after signing in)`

/** An audit entry without an actor, for a command that was run on the server itself. */
const byCommand = (entity_id: string) => ({ actor: null, entity: 'staff_users', entity_id })
