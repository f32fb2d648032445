import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { freePort } from '@our-print/postgres/ports.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { readEnv } from '../server/src/app/start/env.ts'
import { copyCheckout } from '../server/test/checkoutCopy.ts'
import { makeSandbox, type User, unprivilegedUser } from '../server/test/processes/unprivilegedUser.ts'
import { useTemporaryResources } from '../server/test/temporaryResources.ts'
import { until } from '../server/test/until.ts'
import { type Block, linesNotIn, readBlocks } from './documentedCommands.ts'

// Runs the commands of docs/operations.md, block by block, in a copy of this checkout: as the current user and, where
// that is root, as an unprivileged user too.

const root = fileURLToPath(new URL('..', import.meta.url))
const document = readFileSync(join(root, 'docs/operations.md'), 'utf8')
const blocks = readBlocks(document)

/** The kinds of blocks (the text after the fence) and what the test does with each. */
const kinds: Record<string, string> = {
  sh: 'runs to its end, with or without a running server',
  'sh stopped': 'runs to its end after the server was stopped',
  'sh server': 'stops the running server and starts this one, until the shop is open',
  'sh curl': 'runs to its end where curl is installed',
  text: 'must be in the output of the blocks before it',
}
const notRun: Record<string, string> = {
  'sh systemd': 'needs a machine with systemd and changes it; the unit is verified below',
  'sh channel': 'needs a mail server; admin.proof.test.ts runs the command',
  'sh docker': 'needs a container runtime; image.proof.test.ts runs the content of the image',
}

/** The PATH without this checkout, so that the machine's own Node and npm are found. */
const machinePath = (process.env['PATH'] ?? '')
  .split(':')
  .filter((folder) => folder && !folder.includes('node_modules'))
  .join(':')
const has = (program: string, user: User | undefined) =>
  spawnSync(program, ['--version'], { env: { PATH: machinePath }, ...user }).status === 0

const isRoot = unprivilegedUser !== undefined
const passes = [
  { who: 'root', user: undefined, isHere: isRoot },
  { who: 'an unprivileged user', user: unprivilegedUser, isHere: true },
]

const temporary = useTemporaryResources()

beforeAll(() => {
  const build = `import('./scripts/boot.mjs').then(({ buildWeb }) => buildWeb()).then((ok) => process.exit(ok ? 0 : 1))`
  execFileSync(process.execPath, ['-e', build], { cwd: root })
})

test('every block has a known kind', () => {
  const unknown = blocks.filter(({ kind }) => !(kind in kinds) && !(kind in notRun))
  expect(unknown.map(({ line, kind }) => `line ${line}: '${kind}'`)).toEqual([])
  expect(blocks.filter(({ kind }) => kind in kinds).length).toBeGreaterThan(15)
})

test('no link is broken', () => {
  const titles = [...document.matchAll(/^## (.*)$/gm)].map(([, title]) =>
    title?.toLowerCase().replaceAll(' ', '-'),
  )
  const links = [...document.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link ?? '')
  const lost = links.filter((link) =>
    link.startsWith('#') ? !titles.includes(link.slice(1)) : !existsSync(join(root, 'docs', link)),
  )
  expect(lost).toEqual([])
})

describe.skipIf(process.platform !== 'linux')('the documented commands work', () => {
  test.concurrent.for(passes)('as $who', async ({ user, isHere }, { skip }) => {
    skip(!isHere, 'Only root can start this as root')
    // npm may be installed in root's home, for example.
    skip(!has('git', user) || !has('npm', user), 'This user cannot reach git and npm on this machine')
    const sandbox = makeSandbox('operations', user)
    const home = join(sandbox.folder, 'home')
    const checkout = join(home, 'our-print')
    mkdirSync(checkout, { recursive: true })
    copyCheckout(checkout, user)
    const port = await freePort()
    const examples: Record<string, string> = {
      'localhost:3000': `localhost:${port}`,
      '127.0.0.1:3000': `127.0.0.1:${port}`,
      'postgres://shop:password@db.example:5432/shop': await temporary.database(),
    }
    const runner = new Runner({
      folder: checkout,
      user,
      env: { PATH: machinePath, HOME: home, PORT: String(port), npm_config_update_notifier: 'false' },
      fill: (text) => Object.entries(examples).reduce((all, [from, to]) => all.replaceAll(from, to), text),
    })
    const shop = new ShopData(`http://127.0.0.1:${port}`)
    try {
      for (const block of blocks) {
        await runner.run(block)
        if (block.kind === 'sh server') await shop.expectKept(runner.printed)
      }
      expectSecrets(checkout, user)
    } finally {
      await runner.stopServer()
      sandbox.remove()
    }
  })
})

/** Runs the blocks in order, as a person who follows the page does. */
class Runner {
  /** The output since the last block of expected lines. */
  printed = ''
  private server: ChildProcess | undefined
  private isSkipped = false
  private readonly settings: {
    folder: string
    user: User | undefined
    env: Record<string, string>
    fill: (text: string) => string
  }

  constructor(settings: Runner['settings']) {
    this.settings = settings
  }

  async run({ kind, text, line }: Block): Promise<void> {
    const filled = this.settings.fill(text)
    if (kind === 'text') {
      if (!this.isSkipped) {
        expect({ line, missing: linesNotIn(filled, this.printed), printed: this.printed }).toEqual({
          line,
          missing: [],
          printed: this.printed,
        })
      }
      this.printed = ''
      return
    }
    this.isSkipped = kind in notRun || (kind === 'sh curl' && !has('curl', this.settings.user))
    if (this.isSkipped) return
    if (kind === 'sh server') return this.startServer(filled, line)
    if (kind === 'sh stopped') await this.stopServer()
    const child = this.spawn(filled)
    const [code] = (await once(child, 'close')) as [number | null]
    expect({ line, code, printed: code === 0 ? '' : this.printed }).toEqual({ line, code: 0, printed: '' })
  }

  async startServer(command: string, line: number): Promise<void> {
    await this.stopServer()
    this.printed = ''
    const server = this.spawn(command)
    this.server = server
    await until(`the server of line ${line} is open`, () => {
      if (server.exitCode !== null) throw new Error(`Line ${line} ended:\n${this.printed}`)
      return this.printed.includes('Its data are in')
    })
  }

  /** Like Ctrl-C: sends SIGINT to the whole process group. */
  async stopServer(): Promise<void> {
    const { server } = this
    this.server = undefined
    if (!server?.pid || server.exitCode !== null) return
    const closed = once(server, 'close')
    process.kill(-server.pid, 'SIGINT')
    await closed
  }

  private spawn(command: string): ChildProcess {
    const { folder, env, user } = this.settings
    const child = spawn('bash', ['-euo', 'pipefail', '-c', command], {
      cwd: folder,
      env,
      ...user,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.printed += text
      })
    }
    return child
  }
}

/** Creates a customer in the first shop and checks that it is there after every restore, upgrade and move. */
class ShopData {
  private password = ''
  private readonly url: string

  constructor(url: string) {
    this.url = url
  }

  async expectKept(printed: string): Promise<void> {
    const isFirst = this.password === ''
    if (isFirst) this.password = /with the password (\S+) /.exec(printed)?.[1] ?? ''
    expect((await fetch(`${this.url}/readyz`)).status).toBe(200)
    const { token } = await this.ask<{ token: string }>('/api/admin-login', '', {
      email: 'admin@ourprint.local',
      password: this.password,
    })
    if (isFirst) {
      const customer = {
        first_name: 'Meera',
        last_name: 'Iyer',
        email: 'meera@print.test',
        mobile: '9840012345',
      }
      await this.ask('/api/users/', token, customer)
    }
    expect(await this.ask('/api/users/', token)).toMatchObject({
      count: 1,
      results: [{ first_name: 'Meera' }],
    })
  }

  private async ask<T>(path: string, token: string, body?: object): Promise<T> {
    const reply = await fetch(`${this.url}${path}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Token ${token}` }),
      },
    })
    expect({ path, status: reply.status, said: reply.ok ? '' : await reply.text() }).toMatchObject({
      path,
      said: '',
    })
    return (await reply.json()) as T
  }
}

/** The two files with the containers' secrets match, are valid for the server, and only their owner can read them. */
function expectSecrets(checkout: string, user: User | undefined): void {
  const [app, database] = ['app.env', 'database.env'].map((name) => {
    expect(statSync(join(checkout, name)).mode & 0o077).toBe(0)
    return parseEnv(readFileSync(join(checkout, name), 'utf8'))
  })
  expect(readEnv(app ?? {})).toMatchObject({ publicUrl: 'https://print.example.com', trustProxy: 1 })
  expect(new URL(app?.['DATABASE_URL'] ?? '').password).toBe(database?.['SHOP_PASSWORD'])
  expect(database?.['POSTGRES_PASSWORD']).toMatch(/^[0-9a-f]{48}$/)
  // Git ignores both files. Git refuses to work for a user who does not own the checkout.
  const options = { cwd: checkout, encoding: 'utf8', ...user } as const
  expect(spawnSync('git', ['status', '--porcelain'], options)).toMatchObject({ status: 0, stdout: '' })
}

describe('the unit for systemd', () => {
  const unit = readFileSync(join(root, 'docs/our-print.service'), 'utf8')

  test('starts the server with the flags and environment of npm start', () => {
    const { server } = JSON.parse(readFileSync(join(root, 'scripts/nodeFlags.json'), 'utf8')) as {
      server: { flags: string[]; env: Record<string, string> }
    }
    for (const [name, value] of Object.entries(server.env))
      expect(unit).toContain(`\nEnvironment=${name}=${value}\n`)
    expect(unit).toContain(`/node_modules/.bin/node ${server.flags.join(' ')} server/src/app/main.ts\n`)
  })

  test.skipIf(!existsSync('/usr/bin/systemd-analyze'))('is valid for systemd-analyze', () => {
    const sandbox = makeSandbox('unit', undefined)
    const file = join(sandbox.folder, 'our-print.service')
    // systemd-analyze requires that the program exists.
    writeFileSync(file, unit.replaceAll('/opt/our-print/node_modules/.bin/node', process.execPath))
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], {
      encoding: 'utf8',
    })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    sandbox.remove()
  })
})
