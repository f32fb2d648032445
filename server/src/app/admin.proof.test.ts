import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSession, useApi } from '../../test/api.ts'
import { buildStaff } from '../../test/build.ts'
import { useDatabase } from '../../test/database.ts'
import { type ShopProcess, startShopProcess, withDatabase } from '../../test/processes/shopProcess.ts'

const entry = fileURLToPath(new URL('./admin.ts', import.meta.url))

/** Runs the command as a process with these settings. */
function admin(settings: Record<string, string>, ...args: string[]) {
  return new Promise<{ code: number; out: string; complaint: string }>((resolve) => {
    const env = { PATH: process.env['PATH'], ...settings }
    execFile(process.execPath, [entry, ...args], { env }, (error, out, complaint) =>
      resolve({ code: error ? Number(error.code) : 0, out: out.trim(), complaint: complaint.trim() }),
    )
  })
}

const passwordIn = (out: string) => /Password: ((?:\w{5}-){3}\w{5}) /.exec(out)?.[1] ?? ''

describe('on DATABASE_URL', () => {
  const api = useApi()
  const empty = useDatabase({ migrated: false })
  const run = (...args: string[]) => admin({ DATABASE_URL: api.url, DATA_DIR: '/nowhere/at-all' }, ...args)
  const signIn = (email: string, password: string) =>
    api.as(undefined).post('/api/admin-login', { email, password })

  test('list shows the super admins and nobody else', async () => {
    await buildStaff(api.db, { full_name: 'Gone Away', is_superuser: true, is_active: false })
    const { code, out } = await run('list')
    expect(code).toBe(0)
    const lines = out.split('\n')
    expect(lines).toHaveLength(2)
    expect(lines.join('\n')).toMatch(/\S+@\S+ +Asha Rao +active +signed in \d{4}-\d\d-\d\dT/)
    expect(lines.join('\n')).toMatch(/\S+@\S+ +Gone Away +deactivated +last sign-in not known/)
    expect(out).not.toContain('Ravi Kumar')
  })

  test('create adds a super admin who can sign in, with an audit entry without actor and password', async () => {
    const { code, out } = await run('create', 'Second@Print.test')
    expect(code).toBe(0)
    const reply = await signIn('second@print.test', passwordIn(out))
    expect(reply.json()).toMatchObject({ user: { email: 'second@print.test', is_superuser: true } })
    const { id } = reply.json<{ user: { id: string } }>().user
    const entries =
      await api.db`select actor, action, entity, after from audit_entries where entity_id = ${id}`
    expect(entries).toMatchObject([
      { actor: null, action: 'admin create', entity: 'staff_users', after: { password_hash: 'hidden' } },
    ])
    expect(await run('create', 'second@print.test')).toEqual({
      code: 1,
      out: '',
      complaint: 'second@print.test has an account already: reset gives a super admin a new password',
    })
  })

  test('reset changes the password, ends all sessions and activates a deactivated account', async () => {
    const boss = await buildStaff(api.db, { is_superuser: true, is_active: false })
    const token = await openSession(api.db, boss.id)
    const { code, out } = await run('reset', boss.email.toUpperCase())
    expect(code).toBe(0)
    expect(out).toContain('The account was deactivated and is active again')
    expect((await signIn(boss.email, passwordIn(out))).statusCode).toBe(200)
    expect((await api.withToken(token).get('/api/profile/')).statusCode).toBe(401)
    const again = await run('reset', boss.email)
    expect(again.out).not.toContain('deactivated')
    expect((await signIn(boss.email, passwordIn(out))).statusCode).toBe(422)
    expect((await signIn(boss.email, passwordIn(again.out))).statusCode).toBe(200)
    const entries = await api.db`
      select actor, action, before, after from audit_entries
      where entity_id = ${boss.id} and action <> 'sign_in_failed' order by id`
    const hidden = { password_hash: 'hidden' }
    expect(entries).toEqual([
      {
        actor: null,
        action: 'admin reset',
        before: { ...hidden, is_active: false },
        after: { ...hidden, is_active: true },
      },
      {
        actor: null,
        action: 'admin reset',
        before: { ...hidden, is_active: true },
        after: { ...hidden, is_active: true },
      },
    ])
  })

  test('an invalid command is refused in one sentence and changes nothing', async () => {
    const before = await api.db`select id, version, password_hash from staff_users order by id`
    const courier = api.people.staff.email
    const usage =
      'Use: npm run admin -- list, create EMAIL or reset EMAIL; npm run admin -- place shop or place copy says what the shop is where it was started; npm run admin -- test-message CHANNEL ADDRESS tries a channel'
    const refusals: [string[], string][] = [
      [
        ['reset', 'nobody@print.test'],
        'Nobody here has the email nobody@print.test: list shows the super admins',
      ],
      [
        ['reset', courier],
        `${courier} is no super admin: whoever manages the staff can set their password under Staff Users`,
      ],
      [['create', courier], `${courier} has an account already: reset gives a super admin a new password`],
      [['reset', 'not an email'], `'not an email' is not an email address`],
      [['create', 'two@@print.test'], `'two@@print.test' is not an email address`],
      [[], usage],
      [['reset'], usage],
      [['list', 'more'], usage],
      [['remove', courier], usage],
      [['reset', courier, 'more'], usage],
      [
        ['test-message', 'pigeon', 'owner@print.test'],
        'Use: npm run admin -- test-message CHANNEL ADDRESS, with email, sms, whatsapp as the channel',
      ],
      [
        ['test-message', 'email', 'owner@print.test'],
        'No shop was started with /nowhere/at-all yet: start it once with npm start',
      ],
    ]
    for (const [args, complaint] of refusals) {
      expect([args, await run(...args)]).toEqual([args, { code: 1, out: '', complaint }])
    }
    expect(await api.db`select id, version, password_hash from staff_users order by id`).toEqual(before)
  })

  test('an unreachable, empty or differently migrated database is reported in one sentence', async () => {
    const away = await admin({ DATABASE_URL: 'postgres://shop:secret@127.0.0.1:1/shop' }, 'list')
    expect(away).toMatchObject({ code: 1, out: '' })
    expect(away.complaint).toMatch(/^The database in 127\.0\.0\.1:1\/shop cannot be used: .+$/)
    expect(away.complaint).not.toContain('secret')
    expect(await admin({ DATABASE_URL: empty.url }, 'list')).toEqual({
      code: 1,
      out: '',
      complaint: 'The shop is of another version than this program: start it once with npm start',
    })
  })
})

describe('on the embedded database', () => {
  const boss = { email: 'boss@print.test', password: 'known to nobody else' }
  let shop: ShopProcess
  const run = (...args: string[]) => admin({ DATA_DIR: shop.dataDir }, ...args)
  const signIn = (password: string) =>
    fetch(`${shop.url}/api/admin-login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: boss.email, password }),
    })

  beforeAll(async () => {
    shop = await startShopProcess(boss)
  })
  afterAll(() => shop.close())

  test('the password can be reset while the server runs, and the server goes on', async () => {
    const token = await shop.signIn()
    const { code, out } = await run('reset', boss.email)
    expect(code).toBe(0)
    const profile = await fetch(`${shop.url}/api/profile/`, { headers: { authorization: `Token ${token}` } })
    expect(profile.status).toBe(401)
    expect((await signIn(boss.password)).status).toBe(422)
    expect((await signIn(passwordIn(out))).status).toBe(200)
  })

  test('a channel that is not set up is not tried', async () => {
    const complaint = 'Set this channel up first.'
    expect(await run('test-message', 'email', 'owner@print.test')).toEqual({ code: 1, out: '', complaint })
  })

  test('it can be reset while the server is stopped, and is valid after the start', async () => {
    await shop.killAll()
    const { code, out } = await run('reset', boss.email)
    expect(code).toBe(0)
    await expect(withDatabase(shop.databaseUrl(), (db) => db`select 1`)).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    })
    await shop.reopen()
    expect((await signIn(passwordIn(out))).status).toBe(200)
  })

  test('a copy is called one before its first start, and the shop is asked nothing', async () => {
    await shop.killAll()
    const folder = mkdtempSync(join(tmpdir(), 'our-print-copy-'))
    const copy = join(folder, 'data')
    cpSync(shop.dataDir, copy, { recursive: true, preserveTimestamps: true })
    expect(await run('place', 'copy')).toMatchObject({ out: expect.stringMatching(/^Nothing was asked/) })
    expect(await admin({ DATA_DIR: copy }, 'place', 'copy')).toEqual({
      code: 0,
      out: 'This is a copy',
      complaint: '',
    })
    rmSync(folder, { recursive: true })
    await shop.reopen()
  })

  test('a PostgreSQL that still runs after its server died is used and left running', async () => {
    await shop.killServer()
    const { code, out } = await run('list')
    expect([code, out]).toEqual([0, expect.stringContaining(boss.email)])
    expect(await withDatabase(shop.databaseUrl(), (db) => db`select 1 as one`)).toEqual([{ one: 1 }])
    await shop.reopen()
  })

  test('a data folder without a shop is reported and stays empty', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'our-print-none-'))
    expect(await admin({ DATA_DIR: folder }, 'list')).toEqual({
      code: 1,
      out: '',
      complaint: `There is no shop in the data folder ${folder} yet: start it once with npm start`,
    })
    rmSync(folder, { recursive: true })
  })
})

describe('two servers on one DATABASE_URL', () => {
  const { url } = useDatabase()

  test('may share a data folder, because it is not locked', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'our-print-shared-'))
    const settings = { DATABASE_URL: url, DATA_DIR: folder }
    const boss = { email: 'boss@print.test', password: 'known to nobody else' }
    const shops = await Promise.all([startShopProcess(boss, settings), startShopProcess(boss, settings)])
    for (const shop of shops) {
      expect((await fetch(`${shop.url}/readyz`)).status).toBe(200)
      expect(await shop.signIn()).toEqual(expect.any(String))
    }
    await Promise.all(shops.map((shop) => shop.close()))
    rmSync(folder, { recursive: true })
  })
})
