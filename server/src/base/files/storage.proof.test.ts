import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chown, mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Order } from '@our-print/contract/orders/orders.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Client, useApi } from '../../../test/api.ts'
import { address, buildUser } from '../../../test/build.ts'
import { orderForm } from '../../../test/orderForm.ts'
import { makePdf } from '../../../test/pdf.ts'
import { startS3Server } from '../../../test/s3Server.ts'
import { until } from '../../../test/until.ts'
import { createLogger } from '../../app/start/logger.ts'
import { OperatorError } from '../operatorError.ts'
import { openStorage } from './openStorage.ts'
import type { Storage } from './storage.ts'
import { FileMissing, StorageFull } from './storedFile.ts'

const pdf = { contentType: 'application/pdf' }
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const root = await mkdtemp(join(tmpdir(), 'storage-'))
afterAll(() => rm(root, { recursive: true, force: true }))

/** Every file below a folder, to check that nothing was left. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

const folder = join(root, 'shop')
const bucketFolder = join(root, 's3')
const s3 = await startS3Server(bucketFolder)
afterAll(() => s3.close())

const kinds = [
  { kind: 'folder', files: folder, settings: { dataDir: folder, s3: undefined } },
  { kind: 'S3', files: bucketFolder, settings: { dataDir: root, s3: s3.settings } },
]

describe.each(kinds)('$kind storage', ({ files, settings }) => {
  let storage: Storage
  beforeAll(async () => {
    storage = await openStorage(settings)
  })
  afterAll(() => storage.close())

  test('returns what was stored, with its size and hash', async () => {
    const bytes = randomBytes(70_000)
    const stored = await storage.put('orders/0a/first.pdf', bytes, pdf)
    expect(stored).toEqual({ size: 70_000, sha256: sha256(bytes) })
    expect(await storage.size('orders/0a/first.pdf')).toBe(70_000)
    expect(await buffer(await storage.read('orders/0a/first.pdf'))).toEqual(bytes)
  })

  test('stores a stream of many parts', async () => {
    const part = randomBytes(1024 * 1024)
    const parts = Array.from({ length: 20 }, () => part)
    const stored = await storage.put('orders/0a/long.pdf', Readable.from(parts), pdf)
    expect(stored).toEqual({ size: 20 * part.length, sha256: sha256(Buffer.concat(parts)) })
    expect(sha256(await buffer(await storage.read('orders/0a/long.pdf')))).toBe(stored.sha256)
  })

  test('stores an empty file', async () => {
    const stored = await storage.put('empty.png', Readable.from([]), { contentType: 'image/png' })
    expect(stored).toEqual({ size: 0, sha256: sha256(Buffer.alloc(0)) })
    expect(await storage.size('empty.png')).toBe(0)
  })

  test('reads a range, both ends included', async () => {
    await storage.put('range.pdf', Buffer.from('0123456789'), pdf)
    const read = async (start: number, end: number) =>
      (await buffer(await storage.read('range.pdf', { start, end }))).toString()
    expect(await read(0, 1)).toBe('01')
    expect(await read(2, 5)).toBe('2345')
    expect(await read(7, 9)).toBe('789')
  })

  test('a later put replaces an earlier one', async () => {
    await storage.put('twice.pdf', Buffer.from('first'), pdf)
    await storage.put('twice.pdf', Buffer.from('second'), pdf)
    expect((await buffer(await storage.read('twice.pdf'))).toString()).toBe('second')
  })

  test('lists all keys, or those of a folder, and the time each was written', async () => {
    const keys = ['ab/one.pdf', 'ab/cd/two.pdf', 'abc/three.pdf', 'four.pdf']
    const list = async (below?: string) => (await Readable.from(storage.keys(below)).toArray()) as string[]
    for (const key of keys) await storage.put(key, Buffer.from('x'), pdf)
    const listed = await list()
    expect(new Set(listed.filter((key) => keys.includes(key)))).toEqual(new Set(keys))
    expect(new Set(listed).size).toBe(listed.length)
    expect(new Set(await list('ab'))).toEqual(new Set(['ab/cd/two.pdf', 'ab/one.pdf']))
    expect(await list('nothing')).toEqual([])
    const age = Date.now() - ((await storage.writtenAt('four.pdf'))?.getTime() ?? 0)
    expect([age >= 0, age < 60_000]).toEqual([true, true])
    expect(await storage.writtenAt('ab/never.pdf')).toBeUndefined()
  })

  test('removes files and ignores missing ones', async () => {
    await storage.put('gone.pdf', Buffer.from('x'), pdf)
    await storage.remove(['gone.pdf', 'never-there.pdf'])
    expect(await storage.size('gone.pdf')).toBeUndefined()
    await expect(storage.read('gone.pdf')).rejects.toThrow(FileMissing)
  })

  test.each([
    ['small', 3],
    ['of many parts', 20],
  ])('a %s upload that ends early leaves nothing', async (_, megabytes) => {
    const before = await filesIn(files)
    async function* breaking() {
      for (let sent = 0; sent < megabytes; sent++) yield randomBytes(1024 * 1024)
      throw new Error('The line went dead')
    }
    await expect(storage.put('broken.pdf', Readable.from(breaking()), pdf)).rejects.toThrow('line went dead')
    expect(await storage.size('broken.pdf')).toBeUndefined()
    expect(await filesIn(files)).toEqual(before)
  })

  test('a body that is destroyed midway leaves nothing and rejects the put', async () => {
    const before = await filesIn(files)
    let isBegun = false
    const body = new Readable({
      read() {
        if (isBegun) this.destroy()
        else isBegun = this.push(randomBytes(1000))
      },
    })
    const put = storage.put('aborted.pdf', body, pdf)
    await expect(put).rejects.toThrow('Premature close')
    expect(await filesIn(files)).toEqual(before)
  })

  test.each([
    '../outside.pdf',
    '/etc/passwd',
    'a/../b',
    'a//b',
    '.unfinished/a',
    'A.pdf',
    'a\0b',
    'a.b.c',
    '',
  ])('refuses the key %j', async (key) => {
    await expect(storage.put(key, Buffer.from('x'), pdf)).rejects.toThrow('Not a storage key')
    await expect(storage.read(key)).rejects.toThrow('Not a storage key')
    await expect(storage.size(key)).rejects.toThrow('Not a storage key')
    await expect(storage.remove([key])).rejects.toThrow('Not a storage key')
  })
})

test('a put into a folder without write permission also destroys the body', async () => {
  const dataDir = join(root, 'full')
  const storage = await openStorage({ dataDir, s3: undefined })
  await writeFile(join(dataDir, 'files', 'taken'), '')
  const body = Readable.from([randomBytes(10)])
  await expect(storage.put('taken/a.pdf', body, pdf)).rejects.toThrow()
  expect(body.destroyed).toBe(true)
  const files = await filesIn(dataDir)
  expect(files.filter((file) => basename(file) !== 'lock')).toEqual([join(dataDir, 'files', 'taken')])
})

/** Starts a process that is storing a file and waits to be killed. */
async function startStoring(dataDir: string): Promise<ChildProcess> {
  const module = new URL('./openStorage.ts', import.meta.url).href
  const code = `
    import { Readable } from 'node:stream'
    import { openStorage } from ${JSON.stringify(module)}
    const storage = await openStorage({ dataDir: process.argv[1], s3: undefined })
    const body = new Readable({ read() {} })
    body.push(Buffer.alloc(100_000))
    // Waiting for a body alone would not keep the process alive.
    setInterval(() => {}, 60_000)
    await storage.put('late.pdf', body, { contentType: 'application/pdf' })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code, dataDir], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const unfinished = join(dataDir, 'files', '.unfinished')
  await until('it is storing', async () => {
    const files = await filesIn(unfinished).catch(() => [])
    const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size))
    return sizes.includes(100_000)
  })
  return child
}

test('incomplete files of a killed process are removed, those of a running one stay', async () => {
  const dataDir = join(root, 'crashed')
  const storage = await openStorage({ dataDir, s3: undefined })
  const child = await startStoring(dataDir)
  const unfinishedFiles = async () =>
    (await filesIn(dataDir)).filter((file) => basename(file) !== 'lock').length
  await storage.removeUnfinished()
  expect(await unfinishedFiles()).toBe(1)
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
  await storage.removeUnfinished()
  expect(await unfinishedFiles()).toBe(0)
  await storage.close()
  expect(await readdir(join(dataDir, 'files', '.unfinished'))).toEqual([])
})

test('opening removes incomplete files that an older version left a day ago', async () => {
  const dataDir = join(root, 'upgraded')
  const unfinished = join(dataDir, 'files', '.unfinished')
  await mkdir(unfinished, { recursive: true })
  await writeFile(join(unfinished, 'old'), 'x')
  await writeFile(join(unfinished, 'young'), 'x')
  const twoDaysAgo = new Date(Date.now() - 2 * 24 * 3600 * 1000)
  await utimes(join(unfinished, 'old'), twoDaysAgo, twoDaysAgo)
  const storage = await openStorage({ dataDir, s3: undefined })
  await storage.close()
  expect(await readdir(unfinished)).toEqual(['young'])
})

test('an unfinished S3 upload of a killed process is aborted after a day', async () => {
  const storage = await openStorage({ dataDir: root, s3: s3.settings })
  const uploads = join(bucketFolder, 'files', '._S3rver_uploads')
  const begin = async (id: string, hoursAgo: number) => {
    await mkdir(join(uploads, id), { recursive: true })
    await writeFile(join(uploads, id, 'key'), `aa/${id}.pdf`)
    const at = new Date(Date.now() - hoursAgo * 3600 * 1000)
    await utimes(join(uploads, id), at, at)
  }
  await begin('old', 25)
  await begin('young', 1)
  await storage.removeUnfinished()
  expect(await readdir(uploads)).toEqual(['young'])
  await rm(join(uploads, 'young'), { recursive: true })
  await storage.close()
})

test('an S3 server without space is reported as full', async () => {
  const storage = await openStorage({ dataDir: root, s3: s3.settings })
  s3.state.isFull = true
  const put = storage.put('full.pdf', Buffer.from('x'), pdf)
  await expect(put).rejects.toThrow(StorageFull)
  s3.state.isFull = false
  await storage.put('full.pdf', Buffer.from('x'), pdf)
  await storage.close()
})

test('an unreachable S3 server rejects the put and destroys its body, and is not taken for the database', async () => {
  const storage = await openStorage({
    dataDir: root,
    // Nothing listens on port 1.
    s3: { ...s3.settings, endpoint: 'http://127.0.0.1:1' },
  })
  const body = Readable.from([randomBytes(10)])
  const unavailable = { status: 503, code: 'storage_unavailable' }
  await expect(storage.put('a.pdf', body, pdf)).rejects.toMatchObject(unavailable)
  expect(body.destroyed).toBe(true)
  await expect(storage.read('a.pdf')).rejects.toMatchObject(unavailable)
  await storage.close()
})

describe('an S3 server that answers with an error', () => {
  const codes: [number, string][] = [
    [503, 'SlowDown'],
    [500, 'InternalError'],
    [403, 'AccessDenied'],
    [301, 'PermanentRedirect'],
    [400, 'AuthorizationHeaderMalformed'],
    [403, 'InvalidAccessKeyId'],
    [403, 'SignatureDoesNotMatch'],
    [404, 'NoSuchBucket'],
  ]
  const wrong = ['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'NoSuchBucket']
  const answers = [
    ...codes.map(([status, code]) => ({
      name: `${status} ${code}`,
      isWrong: wrong.includes(code),
      refusal: { status, body: `<Error><Code>${code}</Code><Message>Not now</Message></Error>` },
    })),
    ...[404, 502].flatMap((status) =>
      ['', 'Bad gateway', '<html><br>Bad gateway'].map((body) => ({
        name: `${status} and no error of S3: ${body}`,
        isWrong: false,
        refusal: { status, body },
      })),
    ),
  ]
  const api = useApi()
  let order: Order
  let app: FastifyInstance
  const logged: string[] = []
  const newOrder = async (client: Client) => {
    const { id: user } = await buildUser(api.db)
    const form = orderForm({ user, title: 'Files', address }, { 'a.pdf': await makePdf(1) })
    return client.upload('/api/all-orders/', form)
  }
  let storage: Storage
  beforeAll(async () => {
    storage = await openStorage({ dataDir: root, s3: s3.settings })
    const usual = api.resources.storage
    api.resources.storage = storage
    const log = new Writable({ write: (line, _, done) => done(void logged.push(String(line))) })
    app = await api.startApp({ logger: createLogger('error', log) })
    api.resources.storage = usual
    order = (await newOrder(api.withToken(api.token('admin'), app))).json()
  })
  afterEach(() => {
    s3.state.refusal = undefined
  })
  afterAll(async () => {
    await app.close()
    await storage.close()
  })

  test.each(answers)('is unavailable, and not without the file: $name', async ({ refusal }) => {
    s3.state.refusal = refusal
    const all = [
      storage.put('a.pdf', Buffer.from('x'), pdf),
      storage.put('b.pdf', Readable.from([randomBytes(9_000_000)]), pdf),
      storage.read('a.pdf'),
      storage.size('a.pdf'),
      storage.writtenAt('a.pdf'),
      storage.remove(['a.pdf']),
      Readable.from(storage.keys()).toArray(),
      storage.removeUnfinished(),
    ]
    for (const failed of await Promise.allSettled(all))
      expect(failed).toMatchObject({
        status: 'rejected',
        reason: {
          status: 503,
          code: 'storage_unavailable',
          retryAfter: 5,
          cause: {
            message: expect.stringMatching(
              new RegExp(`^the S3 storage \\(bucket files at http://.*\\) answered ${refusal.status} `),
            ),
          },
        },
      })
  })

  test.each(answers)('is 503 to who sends or reads a file: $name', async ({ refusal }) => {
    s3.state.refusal = refusal
    logged.length = 0
    const admin = api.withToken(api.token('admin'), app)
    const link = (order.order_files[0]?.url ?? '').slice('http://print.test'.length)
    for (const reply of [await newOrder(admin), await admin.get(link), await admin.send('HEAD', link)])
      expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '5'])
    expect(logged.join('')).toContain(`bucket files at ${s3.settings.endpoint}) answered ${refusal.status} `)
  })

  test.each(answers)(
    'ends the start if a setting is wrong for certain: $name',
    async ({ refusal, isWrong }) => {
      s3.state.refusal = refusal
      const warnings: string[] = []
      const opening = openStorage({ dataDir: root, s3: s3.settings }, (sentence) => warnings.push(sentence))
      if (isWrong) {
        await expect(opening).rejects.toThrow(OperatorError)
        await expect(opening).rejects.toThrow(/^S3_(BUCKET|ACCESS_KEY_ID|SECRET_ACCESS_KEY) is .* at http:/)
        expect(warnings).toEqual([])
      } else {
        await (await opening).close()
        expect(warnings).toEqual([
          expect.stringMatching(/answered \d+ .*Are S3_ENDPOINT, S3_BUCKET and S3_ACCESS_KEY_ID right\?$/),
        ])
      }
    },
  )

  test('does not end the start where it is away, which is told', async () => {
    const warnings: string[] = []
    const away = { ...s3.settings, endpoint: 'http://127.0.0.1:1' }
    const opened = await openStorage({ dataDir: root, s3: away }, (sentence) => warnings.push(sentence))
    await opened.close()
    expect(warnings).toEqual([
      expect.stringContaining('bucket files at http://127.0.0.1:1) does not answer: '),
    ])
  })
})

test.skipIf(process.getuid?.() !== 0)(
  'as root, stored files belong to the owner of the data folder',
  async () => {
    const dataDir = join(root, 'of-a-person')
    await mkdir(dataDir)
    await chown(dataDir, 54_321, 54_321)
    const storage = await openStorage({ dataDir, s3: undefined })
    await storage.put('orders/a/one.pdf', Buffer.from('one'), pdf)
    await storage.close()
    for (const path of [
      'files',
      'files/.unfinished',
      'files/orders',
      'files/orders/a',
      'files/orders/a/one.pdf',
    ]) {
      expect([path, (await stat(join(dataDir, path))).uid]).toEqual([path, 54_321])
    }
  },
)
