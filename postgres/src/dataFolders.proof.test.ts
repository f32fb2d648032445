import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { product } from '../test/product.ts'
import { ask, end, endAll, module, postmasterPid, startInProcess } from '../test/runningPostgres.ts'
import { startEmbeddedPostgres } from './embeddedPostgres.ts'

// Data folders that people copy, move, or restore with another owner.

const isRoot = process.getuid?.() === 0
// The uid of an ordinary user without an entry in /etc/passwd, and not an account that the package chooses.
const person = 54_321
const personCanRead =
  isRoot &&
  spawnSync(process.execPath, ['-e', `import(${JSON.stringify(module)})`], {
    uid: person,
    gid: person,
    cwd: '/',
  }).status === 0

const ground = fs.mkdtempSync(join(tmpdir(), 'embedded-postgres-folders-'))
const made = join(ground, 'made')
let folder = ''
let data = ''
const said: string[] = []
const running = new Set<Awaited<ReturnType<typeof startEmbeddedPostgres>>>()

const shell = (command: string) => execFileSync('sh', ['-ec', command], { cwd: folder, stdio: 'pipe' })

async function start(dataDir = data) {
  const server = await startEmbeddedPostgres({
    product,
    dataDir,
    log: (sentence) => void said.push(sentence),
  })
  running.add(server)
  return {
    ...server,
    stop: async () => {
      running.delete(server)
      await server.stop()
    },
  }
}

const note = (url: string) => ask<string>(url, 'select string_agg(note, $$, $$) from kept')
const addNote = (url: string, text: string) => ask(url, `insert into kept values ('${text}')`)
const home = () => join(data, 'postgres')
const read = (name: string) => fs.readFileSync(join(home(), name), 'utf8')

/** Moves the database out of the data folder, as earlier versions did if the account could not reach that folder. */
function moveOutside(): string {
  const key = createHash('sha256').update(fs.realpathSync(data)).digest('hex').slice(0, 8)
  const outside = join(folder, `${key}-1790000000000`)
  fs.rmSync(join(home(), 'owner'), { force: true })
  fs.renameSync(home(), outside)
  fs.symlinkSync(outside, home())
  return outside
}

beforeAll(async () => {
  // Other users may enter, so that only the folders below decide.
  fs.chmodSync(ground, 0o755)
  const first = await start(made)
  await ask(first.url, 'create table kept (note text)')
  await addNote(first.url, 'here')
  await first.stop()
})

beforeEach(() => {
  folder = fs.mkdtempSync(join(ground, 'case-'))
  fs.chmodSync(folder, 0o755)
  data = join(folder, 'data')
  execFileSync('cp', ['-a', made, data])
  said.length = 0
})

afterEach(async () => {
  await endAll()
  for (const server of running) await server.stop()
  running.clear()
  fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

afterAll(() => fs.rmSync(ground, { recursive: true, force: true }))

describe('a copy', () => {
  test('of a folder at rest is a shop of its own', async () => {
    shell('cp -a data copy')
    const [one, two] = [await start(), await start(join(folder, 'copy'))]
    await addNote(two.url, 'only in the copy')
    expect(await note(one.url)).toBe('here')
    expect(new URL(two.url).port).not.toBe(new URL(one.url).port)
    await two.stop()
    expect(await note(one.url)).toBe('here')
  })

  test('of a folder in use neither takes over nor stops the running database, and says where it was copied from', async () => {
    const { child, line } = await startInProcess(data)
    await addNote(line, 'acknowledged')
    const live = postmasterPid(data)
    shell('cp -a data copy')
    // Also if only PostgreSQL is still running.
    await end(child, 'SIGKILL')
    const copy = await start(join(folder, 'copy'))
    expect(postmasterPid(join(folder, 'copy'))).not.toBe(live)
    expect(said.join()).toContain('copy was copied from')
    await copy.stop()
    expect(await note(line)).toBe('here, acknowledged')
    const next = await start()
    expect(postmasterPid(data)).toBe(live)
    await next.stop()
    expect(() => process.kill(live, 0)).toThrow('ESRCH')
  })

  test('that comes with open rights, as under a loose umask, starts', async () => {
    shell('cp -a data copy && chmod -R go+rX copy')
    const copy = await start(join(folder, 'copy'))
    expect(await note(copy.url)).toBe('here')
    for (const name of ['postgres', 'postgres/cluster']) {
      expect(fs.statSync(join(folder, 'copy', name)).mode & 0o777).toBe(0o700)
    }
    expect(fs.statSync(join(folder, 'copy/postgres/password')).mode & 0o777).toBe(0o600)
  })
})

describe('a move', () => {
  test('of a folder at rest brings its database along', async () => {
    shell('mv data data2')
    expect(await note((await start(join(folder, 'data2'))).url)).toBe('here')
    expect(said.join()).not.toContain('was copied')
  })

  test('while only PostgreSQL is left running finds it again', async () => {
    const { child, line } = await startInProcess(data)
    await end(child, 'SIGKILL')
    shell('mv data data2')
    data = join(folder, 'data2')
    const pid = postmasterPid(data)
    const next = await start()
    expect(next.url).toBe(line)
    await next.stop()
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  })
})

describe('one database under two names', () => {
  test('a link to a data folder in use is refused', async () => {
    shell('ln -s data alias')
    await start()
    const alias = join(folder, 'alias')
    await expect(start(alias)).rejects.toThrow(`The Program is already running on the data folder ${alias}`)
  })

  test('a database elsewhere belongs to the data folder it was made for, and to no copy of its link', async () => {
    const outside = moveOutside()
    shell('cp -a data copy')
    const copy = join(folder, 'copy')
    const server = await start()
    expect(await note(server.url)).toBe('here')
    expect(said.join()).toContain(`The database is in ${outside}, and a copy of ${data} does not hold it`)
    const refusal = `${copy}/postgres is only a link to the database of ${data}`
    await expect(start(copy)).rejects.toThrow(refusal)
    expect((await startInProcess(copy)).line).toContain(refusal)
    expect(await note(server.url)).toBe('here')
    await server.stop()
    await expect(start(copy)).rejects.toThrow(refusal)
  })

  test('a copy of the link is refused before the owner ever started with this version', async () => {
    moveOutside()
    shell('cp -a data copy')
    await expect(start(join(folder, 'copy'))).rejects.toThrow(
      'is only a link to the database of another data folder',
    )
    expect(await note((await start()).url)).toBe('here')
  })

  test('a copy of the link does not take over what a killed server left running', async () => {
    moveOutside()
    shell('cp -a data copy')
    const { child, line } = await startInProcess(data)
    await end(child, 'SIGKILL')
    await expect(start(join(folder, 'copy'))).rejects.toThrow('is only a link')
    expect(await note(line)).toBe('here')
    expect((await start()).url).toBe(line)
  })

  test('what the refusal says to do brings a moved folder and its database together', async () => {
    moveOutside()
    shell('mv data data2')
    const data2 = join(folder, 'data2')
    const sentence = await start(data2).then(
      () => '',
      (error: Error) => error.message,
    )
    shell(/'(rm .*? && mv .*?)'/.exec(sentence)?.[1] ?? 'false')
    expect(await note((await start(data2)).url)).toBe('here')
    expect(fs.lstatSync(join(data2, 'postgres')).isDirectory()).toBe(true)
  })

  test('the lock is where the database is: an owner without a lock of its own does not get past it', async () => {
    const outside = moveOutside()
    await start()
    // A data folder with the same path in another container has another lock file.
    fs.rmSync(join(data, 'lock'))
    await expect(start()).rejects.toThrow(
      `The Program is already running on the data folder ${data}: stop it first`,
    )
    expect(fs.existsSync(join(outside, 'lock'))).toBe(true)
  })

  test('a database that its owner put on another disk starts behind a link, kept or new', async () => {
    await (await start()).stop()
    shell('mkdir disk && mv data/postgres disk/db && ln -s ../disk/db data/postgres')
    const moved = await start()
    expect(await note(moved.url)).toBe('here')
    await moved.stop()
    shell('mkdir -p new disk/empty && ln -s ../disk/empty new/postgres')
    const fresh = await start(join(folder, 'new'))
    expect(fresh.where).toBe(join(fs.realpathSync(folder), 'disk/empty'))
  })
})

describe('the superuser', () => {
  const asSuperuser = (url: string, password: string) => {
    const address = new URL(url)
    address.username = 'postgres'
    address.password = password.trim()
    address.pathname = '/postgres'
    return ask(address.href, `select current_setting('is_superuser')`)
  }

  test('has a password of its own, in a file that only its owner can read', async () => {
    const { url } = await start()
    expect(await asSuperuser(url, read('superuser-password'))).toBe('on')
    expect(fs.statSync(join(home(), 'superuser-password')).mode & 0o777).toBe(0o600)
    await expect(asSuperuser(url, read('password'))).rejects.toMatchObject({ code: '28P01' })
    expect(
      await ask(url, `select pg_get_userbyid(datdba) from pg_database where datname = 'the_program'`),
    ).toBe('the_program')
  })

  test('is given one where a version before gave it the app’s, also when a kill came in between', async () => {
    const first = await start()
    const superuser = new URL(first.url)
    superuser.username = 'postgres'
    superuser.password = read('superuser-password')
    const sql = postgres(superuser.href, { max: 1, onnotice: () => {} })
    await sql.unsafe(`alter role postgres password '${read('password')}'`)
    await sql.end()
    await first.stop()
    fs.rmSync(join(home(), 'superuser-password'))
    const second = await start()
    await expect(asSuperuser(second.url, read('password'))).rejects.toMatchObject({ code: '28P01' })
    expect(await asSuperuser(second.url, read('superuser-password'))).toBe('on')
    await second.stop()
    // Killed after the password was changed and before the file was renamed.
    fs.renameSync(join(home(), 'superuser-password'), join(home(), 'superuser-password.new'))
    const third = await start()
    expect(await asSuperuser(third.url, read('superuser-password'))).toBe('on')
    expect(await note(third.url)).toBe('here')
  })
})

test('the role of the app is given the password of its file where they differ', async () => {
  fs.writeFileSync(join(home(), 'password'), 'ab'.repeat(24))
  expect(await note((await start()).url)).toBe('here')
})

const ownerOf = (path: string) => fs.statSync(path).uid

describe.skipIf(!isRoot)('as root', () => {
  test('in a closed home the database is inside of the data folder, and a copy holds it', async () => {
    const closed = join(folder, 'closed')
    fs.mkdirSync(closed, { mode: 0o700 })
    data = join(closed, 'data')
    const server = await start()
    await ask(server.url, 'create table kept (note text)')
    await addNote(server.url, 'in a closed home')
    expect(server.where).toBe(home())
    expect(fs.lstatSync(home()).isDirectory()).toBe(true)
    expect(fs.statSync(data).mode & 0o777).toBe(0o700)
    expect(ownerOf(data)).toBe(0)
    expect(fs.statSync(`/proc/${postmasterPid(data)}`).uid).not.toBe(0)
    expect(fs.readdirSync(join(home(), 'log')).length).toBeGreaterThan(0)
    // It is restarted after a crash and adopted after a kill, like any other.
    process.kill(postmasterPid(data), 'SIGKILL')
    await expect.poll(() => said, { timeout: 60_000 }).toContain('PostgreSQL is back')
    await server.stop()
    const { child, line } = await startInProcess(data)
    await end(child, 'SIGKILL')
    const adopted = await start()
    expect(adopted.url).toBe(line)
    await adopted.stop()
    shell('cp -a closed/data copy && rm -r closed')
    expect(await note((await start(join(folder, 'copy'))).url)).toBe('in a closed home')
  })

  test.each([
    ['root owns it all', 'cp -r data restored && chown -R 0:0 restored'],
    [
      'another user of this machine owns the database',
      'cp -a data restored && chown -R 1:1 restored/postgres',
    ],
    ['a number without a user owns it all', `cp -a data restored && chown -R ${person}:${person} restored`],
    [
      'its files have several owners',
      `cp -a data restored && chown 0:0 restored restored/postgres restored/postgres/password
      find restored/postgres -name 'PG_*' -exec chown ${person} {} + && chown -R 0 restored/postgres/cluster/pg_wal`,
    ],
    [
      'a person owns the folder, and root what is in it',
      `cp -r data restored && chown -R 0:0 restored && chown ${person}:${person} restored`,
    ],
    [
      'tar put it there',
      'tar -cf data.tar data && mkdir restored && tar -xf data.tar -C restored --strip-components 1 --no-same-owner',
    ],
  ])('a restored folder starts where %s', async (_name, restore) => {
    shell(restore)
    const restored = join(folder, 'restored')
    const before = ownerOf(restored)
    const server = await start(restored)
    expect(await note(server.url)).toBe('here')
    expect(ownerOf(restored)).toBe(before)
    const owner = ownerOf(join(restored, 'postgres/cluster'))
    expect(owner).not.toBe(0)
    if (before !== 0) expect(owner).toBe(before)
    expect(ownerOf(join(restored, 'postgres'))).toBe(owner)
  })

  // In most containers root cannot read the working directory of another user's process.
  const withoutPtrace = ['setpriv', '--bounding-set', '-sys_ptrace', '--inh-caps', '-sys_ptrace']
  const canDrop = spawnSync('setpriv', [...withoutPtrace.slice(1), 'true']).status === 0
  test.skipIf(!canDrop)('with the rights of a container it takes over what a kill left running', async () => {
    const first = await startInProcess(data, undefined, withoutPtrace)
    const pid = postmasterPid(data)
    await end(first.child, 'SIGKILL')
    const second = await startInProcess(data, undefined, withoutPtrace)
    expect(second.line).toBe(first.line)
    expect(postmasterPid(data)).toBe(pid)
    expect(await note(second.line)).toBe('here')
  })

  test('a file with a second name outside of the database keeps its owner', async () => {
    fs.writeFileSync(join(folder, 'secret'), 'of root')
    fs.linkSync(join(folder, 'secret'), join(home(), 'trap'))
    fs.symlinkSync(join(folder, 'secret'), join(home(), 'link'))
    fs.chownSync(home(), person, person)
    await start()
    expect(ownerOf(join(folder, 'secret'))).toBe(0)
  })
})

// Not inside of the tests above: Vitest does not report the skipped tests of a describe in a skipped describe.
describe.skipIf(!personCanRead)('as root and a person in turn', () => {
  test('each finds what the other left', async () => {
    shell(`chown -R ${person}:${person} data`)
    const byPerson = await startInProcess(data, person)
    await addNote(byPerson.line, 'person')
    await end(byPerson.child, 'SIGTERM')
    const byRoot = await start()
    await addNote(byRoot.url, 'root')
    expect(ownerOf(join(home(), 'cluster/postmaster.pid'))).toBe(person)
    await byRoot.stop()
    const again = await startInProcess(data, person)
    expect(await note(again.line)).toBe('here, person, root')
    await end(again.child, 'SIGKILL')
    const adopted = await start()
    expect(adopted.url).toBe(again.line)
    await adopted.stop()
  })

  test('a person is told which file stands in the way, and root puts it right', async () => {
    shell(`chown -R ${person}:${person} data && chown 0:0 data/postgres/cluster/PG_VERSION`)
    expect((await startInProcess(data, person)).line).toContain(
      `${home()}/cluster/PG_VERSION belongs to another user, and the database needs it: start The Program once as root`,
    )
    await (await start()).stop()
    const { line } = await startInProcess(data, person)
    expect(await note(line)).toBe('here')
  })

  test('a folder that root owns is refused to a person in one sentence', async () => {
    await (await start()).stop()
    expect((await startInProcess(data, person)).line).toMatch(/^The data folder .* cannot be used: /)
  })
})
