import { execFileSync } from 'node:child_process'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { startServer } from './serverProcess.ts'

// A data folder that is moved, and one that is copied by hand.

const admin = { email: 'admin@print.test', password: 'a long enough password' }
const adminCommand = fileURLToPath(new URL('../../src/app/admin.ts', import.meta.url))
const folders: string[] = []
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** What the shop in a folder asks its super admin, once it was started there. */
async function questionIn(dataDir: string): Promise<{ here: string; before: string } | undefined> {
  const server = await startServer({
    DATA_DIR: dataDir,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  })
  try {
    const json = { 'content-type': 'application/json' }
    const signedIn = await fetch(`${server.url}/api/admin-login`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify(admin),
    })
    const { token } = (await signedIn.json()) as { token: string }
    const profile = await fetch(`${server.url}/api/profile/`, {
      headers: { authorization: `Token ${token}` },
    })
    return ((await profile.json()) as { place_question?: { here: string; before: string } }).place_question
  } finally {
    await server.stop()
  }
}

const say = (dataDir: string, meaning: string) =>
  execFileSync(process.execPath, [adminCommand, 'place', meaning], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
    encoding: 'utf8',
  })

test('a moved folder goes on; a copied one asks, also after it was moved to the place of its original', async () => {
  const base = await mkdtemp(join(tmpdir(), 'our-print-places-'))
  folders.push(base)
  const [first, moved, copied] = ['first', 'moved', 'copied'].map((name) => join(base, name)) as [
    string,
    string,
    string,
  ]
  expect(await questionIn(first)).toBeUndefined()
  await rename(first, moved)
  expect(await questionIn(moved)).toBeUndefined()

  execFileSync('cp', ['-a', moved, copied])
  const question = await questionIn(copied)
  expect(question?.here).toContain(copied)
  expect(question?.before).toContain(moved)
  expect(say(copied, 'copy')).toBe('This is a copy\n')
  expect(say(copied, 'copy')).toMatch(/^Nothing was asked/)
  expect(await questionIn(copied)).toBeUndefined()
  // The original is not touched by what its copy was told.
  expect(await questionIn(moved)).toBeUndefined()

  // By hand: the copy in the place of the original, as in a container, whose path is always the same.
  await rm(moved, { recursive: true })
  execFileSync('cp', ['-a', copied, moved])
  expect((await questionIn(moved))?.here).toContain(moved)
  expect(say(moved, 'shop')).toMatch(/^This is the shop/)
  expect(await questionIn(moved)).toBeUndefined()
})
