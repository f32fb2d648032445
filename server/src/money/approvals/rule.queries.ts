import { approvalActs, type LimitedAct, limitedActs, unitOf } from '@our-print/contract/money/approvalActs.ts'
import type { ApprovalRule, updateApprovalRule } from '@our-print/contract/money/approvals.ts'
import { amountSign } from '@our-print/contract/money/currency.ts'
import type { Db, Fragment } from '../../base/database/db.ts'
import { checkVersion } from '../../base/database/versions.ts'
import { conflict, unprocessable } from '../../base/http/problem.ts'
import type { Asked, Shown } from './askedAct.ts'

/** The limits that are set, in paise, hundredths of a coin, and codes. */
type Limits = Partial<Record<LimitedAct, number>>

export async function readLimits(db: Db): Promise<Limits> {
  const [rule] = await db<[{ limits: Limits }]>`select limits from approval_rules`
  return rule.limits
}

const isHundredths = (act: LimitedAct) => ['coins', 'rupees'].includes(unitOf(act) ?? '')

const activeAdmins = (db: Db) => db`
  select count(*)::int as admins from staff_users where is_superuser and is_active`

export async function get(db: Db): Promise<ApprovalRule> {
  const [[rule], [{ admins }]] = await Promise.all([
    db<[{ limits: Limits; version: number }]>`select limits, version from approval_rules`,
    activeAdmins(db) as unknown as Promise<[{ admins: number }]>,
  ])
  const limits = Object.fromEntries(
    limitedActs.map((act) => {
      const limit = rule.limits[act] ?? null
      return [act, limit !== null && isHundredths(act) ? limit / 100 : limit]
    }),
  )
  return { limits: limits as ApprovalRule['limits'], super_admins: admins, version: rule.version }
}

type Wanted = Pick<ApprovalRule, 'limits'> & { version?: number | undefined }

const stored = (limits: ApprovalRule['limits']): Limits =>
  Object.fromEntries(
    limitedActs.flatMap((act) => {
      const limit = limits[act]
      return limit === null ? [] : [[act, isHundredths(act) ? Math.round(limit * 100) : limit]]
    }),
  )

/** Switched on only where two can decide. The super admins are locked, so that none is deactivated meanwhile. */
export async function save(db: Db, { limits, version }: Wanted): Promise<ApprovalRule> {
  await lockSuperAdmins(db)
  await db`select 1 from approval_rules for no key update`
  const current = await get(db)
  await checkVersion('The rule', version, current, () => current)
  const wanted = stored(limits)
  if (Object.keys(wanted).length > 0 && current.super_admins < 2) throw tooFew()
  if (JSON.stringify(wanted) === JSON.stringify(stored(current.limits))) return current
  await db`update approval_rules set version = version + 1, limits = ${db.json(wanted)}`
  return get(db)
}

const tooFew = () =>
  unprocessable(
    'limits',
    'Two people need two active super admins, and this shop has one. Make another one on the server first: npm run admin -- create EMAIL',
  )

/** Locks all who could decide, in one sequence, so that what is counted of them stays true. */
export const lockSuperAdmins = (db: Db) => db`
  select 1 from staff_users where is_superuser and is_active order by id for no key update`

/** Refuses that only one super admin is left to decide; they are locked. */
export async function refuseLastSecond(db: Db, leaving: string): Promise<void> {
  if (!(await isOn(db))) return
  const others = await db`
    select 1 from staff_users where is_superuser and is_active and id <> ${leaving} limit 2`
  if (others.length > 1) return
  throw conflict(
    'Some acts need two super admins, and only two are active. Switch that off first, under Configuration.',
    'second_admin',
  )
}

/** Refuses that one super admin gets the account of another, and so decides as two. */
export async function refuseTakingOver(db: Db, id: string): Promise<void> {
  const [admin] = await db`select 1 from staff_users where id = ${id} and is_superuser`
  if (!admin || !(await isOn(db))) return
  throw conflict(
    'Some acts need two super admins, so none sets the password of another. On the server: npm run admin -- reset EMAIL',
    'two_people',
  )
}

const isOn = async (db: Db) => Object.keys(await readLimits(db)).length > 0

const inWords = (act: LimitedAct, limit: number | null) => {
  if (limit === null) return 'One person'
  const unit = unitOf(act)
  if (!unit) return 'Two people'
  return unit === 'rupees'
    ? `Two people above ${amountSign()}${limit.toLocaleString('en-IN')}`
    : `Two people above ${limit} ${unit}`
}

type Change = Asked<typeof updateApprovalRule>

/** What a new rule changes; nothing is needed for what stays as it is. */
export async function show({ db, body }: Change, lock: Fragment): Promise<Shown> {
  await db`select 1 from approval_rules ${lock}`
  const { limits } = await get(db)
  const changes = limitedActs
    .filter((act) => limits[act] !== body.limits[act])
    .map((act) => ({
      what: approvalActs[act].rule,
      before: inWords(act, limits[act]),
      after: inWords(act, body.limits[act]),
    }))
  return { summary: 'Change which acts need two people', changes }
}

export const countChanges = async (asked: Change) => (await show(asked, asked.db``)).changes.length
