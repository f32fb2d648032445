import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import { type AppOptions, buildApp } from '../src/app/app.ts'
import { createLogger } from '../src/app/start/logger.ts'
import { connect } from '../src/base/database/db.ts'
import { createSealer } from '../src/base/database/sealer.ts'
import { openStorage } from '../src/base/files/openStorage.ts'
import { createPageCounter } from '../src/base/files/pdfPages.ts'
import { createPictures } from '../src/base/files/pictures.ts'
import { createKeyReader } from '../src/base/files/secretsKey.ts'
import { defaultLimits, kinds } from '../src/base/http/admission.ts'
import type { Resources } from '../src/base/http/dependencies.ts'
import { createSigner, Links, readSigningKey } from '../src/base/http/links.ts'
import { knownPlace } from '../src/base/outgoing/place.ts'
import { createRequestSender } from '../src/base/outgoing/sendRequest.ts'
import { createImposer } from '../src/printing/imposition/imposer.ts'
import { buildStaff } from './build.ts'
import { useDatabase } from './database.ts'
import { openSession } from './openSession.ts'
import { expectSayable } from './sayableProblem.ts'

export type Role = 'admin' | 'staff' | 'other staff'
export type Person = Awaited<ReturnType<typeof buildStaff>>
type Headers = Record<string, string>
export type Reply = Awaited<ReturnType<FastifyInstance['inject']>>

/** The pool of the search across the app, with the time limit of each kind. */
export const openLookup = (url: string, timeoutMs: number) => ({
  pool: connect(url, { max: 3, planMode: 'custom', lookupMs: timeoutMs }),
  timeoutMs,
})

/** The files of a worker share it: to start its process takes a fifth of a second. It ends with the worker. */
let pageCounter: Resources['pageCounter'] | undefined
const sharedPageCounter = () => (pageCounter ??= createPageCounter())

/** The whole server, on a database and a folder that only this test file uses. */
export function useApi(options: AppOptions = {}, database: Parameters<typeof useDatabase>[0] = {}) {
  const { url, db } = useDatabase(database)
  const state = {} as { app: FastifyInstance; resources: Resources; folder: string }
  const people = {} as Record<Role, Person>
  const tokens = new Map<Role, string>()

  beforeAll(async () => {
    state.folder = await mkdtemp(join(tmpdir(), 'our-print-api-'))
    state.resources = {
      pool: db,
      searchPool: connect(url, { max: 3, planMode: 'custom' }),
      lookup: openLookup(url, 60_000),
      exportPool: connect(url, { max: 2, planMode: 'custom' }),
      quickPool: connect(url, { max: 2 }),
      scanPool: connect(url, { max: 1 }),
      storage: await openStorage({ dataDir: state.folder, s3: undefined }),
      pageCounter: sharedPageCounter(),
      pictures: createPictures(),
      signer: createSigner(await readSigningKey(db)),
      sealer: createSealer(createKeyReader(state.folder)),
      links: new Links('http://print.test'),
      uploadFolder: join(state.folder, 'incoming'),
      imposer: createImposer(join(state.folder, 'sheets')),
      sender: createRequestSender({ http: true, loopback: true }),
      place: knownPlace,
    }
    people.admin = await buildStaff(db, { full_name: 'Asha Rao', is_superuser: true })
    people.staff = await buildStaff(db, { full_name: 'Ravi Kumar' })
    people['other staff'] = await buildStaff(db, { full_name: 'Meena Das' })
    for (const role of ['admin', 'staff', 'other staff'] as const) {
      tokens.set(role, await openSession(db, people[role].id))
    }
    state.app = await startApp(options)
  })
  afterAll(async () => {
    await state.app.close()
    await state.resources.pictures.close()
    await state.resources.imposer.close()
    await state.resources.searchPool.end({ timeout: 1 })
    await state.resources.lookup.pool.end({ timeout: 1 })
    await state.resources.exportPool.end({ timeout: 1 })
    await state.resources.quickPool.end({ timeout: 1 })
    await state.resources.scanPool.end({ timeout: 1 })
    await state.resources.storage.close()
    await rm(state.folder, { recursive: true, force: true })
  })

  /** A second app on the same database and files. */
  async function startApp(more: AppOptions = {}): Promise<FastifyInstance> {
    // Unexpected errors are logged, so that a failing test shows its cause.
    const defaults = {
      publicRateLimit: 1_000_000,
      limits: unlimitedWaiting,
      webDist: noWebDist,
      searchInterface: '127.0.0.1',
      // Tests run in the server's own process, and on loaded machines.
      maxEventLoopDelay: 0,
      logger: createLogger('error', process.stderr),
    }
    const app = await buildApp(state.resources, { ...defaults, ...more })
    await app.ready()
    return app
  }

  return {
    db,
    url,
    people,
    startApp,
    get app() {
      return state.app
    },
    get resources() {
      return state.resources
    },
    /** The session token of a role. */
    token: (role: Role) => tokens.get(role) ?? '',
    /** A client with the token of a role, or without a token. */
    as: (role: Role | undefined) => createClient(() => state.app, role && (() => tokens.get(role) ?? '')),
    /** A client with any token. */
    withToken: (token: string, app?: FastifyInstance) =>
      createClient(
        () => app ?? state.app,
        () => token,
      ),
    /** Every file in storage, unfinished ones included. */
    storedFiles: () => filesIn(join(state.folder, 'files')).filter((name) => name !== 'lock'),
    /** Temporary files of running requests; a finished request must have removed its own. */
    incoming: () => filesIn(state.resources.uploadFolder, false),
  }
}

export type Api = ReturnType<typeof useApi>

// Tests of races send thousands of requests at once, and none may be refused by a queue.
const unlimitedWaiting = Object.fromEntries(
  kinds.map((kind) => [kind, { ...defaultLimits[kind], queueLength: 100_000, queueTimeoutMs: 120_000 }]),
)

const noWebDist = new URL('file:///nowhere/')

export { openSession }

const mostTries = 50

function createClient(app: () => FastifyInstance, token: (() => string) | undefined) {
  async function send(
    method: InjectOptions['method'],
    url: string,
    payload?: InjectOptions['payload'],
    headers?: Headers,
  ) {
    for (let tries = 1; ; tries++) {
      const reply = await app().inject({
        method,
        url,
        ...(payload !== undefined && { payload }),
        headers: { ...(token && { authorization: `Token ${token()}` }), ...headers },
      } as InjectOptions)
      // On a busy machine many writes of one record may wait too long for each other: nothing was done, and a client tries again.
      if (reply.statusCode !== 503 || tries >= mostTries || !reply.body.includes('"code":"locked"')) {
        expectSayable(reply)
        return reply
      }
    }
  }
  return {
    send,
    /** Of somebody else. */
    withToken: (other: string): Client => createClient(app, () => other),
    get: (url: string, headers?: Headers) => send('GET', url, undefined, headers),
    post: (url: string, body?: object, headers?: Headers) => send('POST', url, body, headers),
    patch: (url: string, body?: object, headers?: Headers) => send('PATCH', url, body, headers),
    put: (url: string, body?: object, headers?: Headers) => send('PUT', url, body, headers),
    delete: (url: string, headers?: Headers) => send('DELETE', url, undefined, headers),
    /** Posts a multipart form. */
    upload: async (url: string, form: FormData, headers?: Headers) => {
      const encoded = new Response(form)
      const type = encoded.headers.get('content-type') ?? ''
      return send('POST', url, Buffer.from(await encoded.arrayBuffer()), { 'content-type': type, ...headers })
    },
  }
}

export interface Client extends ReturnType<typeof createClient> {}

function filesIn(folder: string, filesOnly = true): string[] {
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => !filesOnly || entry.isFile()).map(({ name }) => name)
}
