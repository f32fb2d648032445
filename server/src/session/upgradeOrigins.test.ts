import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { buildStaff } from '../../test/build.ts'
import { useDatabase } from '../../test/database.ts'
import { migrationNames } from '../database/migrate.ts'

const { db } = useDatabase({ migrated: false })

test('addresses that are known before the upgrade stay known, and what is no address is left behind', async () => {
  const names = await migrationNames()
  const at = names.indexOf('0021_sign_in_limits.sql')
  const run = async (some: string[]) => {
    for (const name of some) {
      await db.unsafe(await readFile(new URL(`../../migrations/${name}`, import.meta.url), 'utf8'))
    }
  }
  await run(names.slice(0, at))
  const { id, email } = await buildStaff(db)
  const attempts = ['10.0.0.1', '::ffff:10.0.0.2', '10.0.0.2', 'foo', '2001:db8::1']
  await db`insert into sign_in_attempts (email, address, succeeded) select ${email}, unnest(${attempts}::text[]), true`
  await db`insert into sign_in_attempts (email, address, succeeded) values (${email}, '10.0.0.3', false)`
  await run(names.slice(at, at + 1))
  const known = await db`select origin, staff_user from sign_in_origins order by origin`
  expect(known).toEqual(['10.0.0.1', '10.0.0.2'].map((origin) => ({ origin, staff_user: id })))
})
