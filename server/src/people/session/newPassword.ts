import type { Db } from '../../base/database/db.ts'
import { invalid } from '../../base/http/problem.ts'
import { isGuessable } from './guessablePassword.ts'
import { getShopName } from './session.queries.ts'

/** The account that gets the password. */
export type Owner = { email: string; full_name: string; mobile?: string | null }

let common: Promise<ReadonlySet<string>> | undefined

/** 49,000 leaked passwords, imported when the first password is set, because most server processes never need them. */
const readCommonPasswords = () => {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  )
  return common
}

/** Whether attackers would try this password early: a common one, or words of the person or the shop. */
export async function isEasyToGuess(db: Db, password: string, owner: Owner): Promise<boolean> {
  const { email, full_name, mobile } = owner
  const [mailbox = '', domain = ''] = email.split('@')
  // People remember their number without its country code: the last ten digits of +91 98765 43210.
  const number = mobile?.replace(/\D/g, '').slice(-10)
  const personalWords = [email, mailbox, domain, full_name, number ?? '', 'Our Print', await getShopName(db)]
  return isGuessable(password, await readCommonPasswords(), personalWords)
}

/** Refuses a password that is easy to guess, under its field. Every endpoint that sets a password must use this. */
export async function checkNewPassword(db: Db, password: string, key: string, owner: Owner): Promise<void> {
  if (await isEasyToGuess(db, password, owner)) throw invalid(key, 'This password is too easy to guess')
}
