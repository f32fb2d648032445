import Ajv from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { expect, test } from 'vitest'
import type { ApiDocument, Operation } from '../server/src/base/openapi/document.ts'
import { openSession, useApi } from '../server/test/api.ts'
import { buildOrder } from '../server/test/build.ts'
import { builders } from '../server/test/entities.ts'
import { makePdf } from '../server/test/pdf.ts'
import { seed } from './fastCheck.ts'
import { createRandom, requestOf } from './generatedRequests.ts'

// Requests that are made from the API description, valid and broken ones: each answer is one that the description names,
// and none is a fault of the server. `npm run requests` sends 50,000.

const api = useApi()
const count = Number(process.env['REQUESTS'] ?? 1200)

/** Not sent: a stream that does not end. */
const endless = new Set(['/api/events'])

async function prepare() {
  const document: ApiDocument = (await api.as(undefined).get('/api/openapi.json')).json()
  const ids: string[] = [api.people.staff.id]
  for (const build of Object.values(builders)) ids.push((await build(api)).id, (await build(api)).id)
  for (let n = 0; n < 3; n++) ids.push((await buildOrder(api.db)).id)
  await api.db`update webhooks set version = version + 1, url = 'http://127.0.0.1:9/hook'`
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, string, Operation] => [
      path,
      method,
      operation,
    ]),
  )
  return { document, ids, operations: operations.filter(([path]) => !endless.has(path)) }
}

/** Checks an answer against what the description says of it; undefined if it is as described. */
function createCheck(document: ApiDocument) {
  const ajv = formats.default(new Ajv.default({ strict: false, allErrors: false, validateFormats: false }))
  ajv.addSchema(document, 'api')
  const pointer = (...parts: string[]) =>
    parts.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
  return (
    path: string,
    method: string,
    operation: Operation,
    reply: Awaited<ReturnType<typeof api.app.inject>>,
  ) => {
    const status = String(reply.statusCode)
    const named = operation.responses[status]
    const described =
      named && '$ref' in named ? document.components.responses?.[named.$ref.split('/').at(-1) ?? ''] : named
    if (!described) return `${status} is not described: ${reply.body.slice(0, 300)}`
    if (reply.statusCode >= 500) return `${status}: ${reply.body.slice(0, 300)}`
    const type = (reply.headers['content-type'] ?? '').split(';')[0] ?? ''
    if (!described.content) return reply.body === '' ? undefined : `${status} has a body`
    if (!(type in described.content)) return `${status} has the type ${type}`
    if (type !== 'application/json') return undefined
    const place =
      named && '$ref' in named ? named.$ref.split('/').slice(1) : ['paths', path, method, 'responses', status]
    const check = ajv.getSchema(`api#${encodeURI(pointer(...place, 'content', type, 'schema'))}`)
    if (!check) return `${status} has no schema`
    return check(reply.json()) ? undefined : `${status}: ${ajv.errorsText(check.errors)}`
  }
}

/** A form with the fields of a body. */
async function formOf(body: unknown, pdf: Buffer): Promise<FormData> {
  const form = new FormData()
  for (const [name, value] of Object.entries((body ?? {}) as Record<string, unknown>)) {
    const isFile = /^(file|files|image|picture|photo|signature)/.test(name)
    if (isFile) form.append(name, new Blob([new Uint8Array(pdf)]), 'a.pdf')
    else form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return form
}

test(`${count} requests made from the description have answers that it names`, async () => {
  const { document, ids, operations } = await prepare()
  const check = createCheck(document)
  const random = createRandom(seed)
  const pdf = await makePdf(1)
  const wrong = new Map<string, string>()
  const statuses = new Map<number, number>()
  for (let n = 0; n < count; n++) {
    // Each in turn, so that even few requests reach all.
    const operation = operations[n % operations.length] as (typeof operations)[number]
    const [path, method, described] = operation
    const sent = requestOf(document, operation, random, ids)
    const role = random.pick(['admin', 'admin', 'admin', 'admin', 'admin', 'staff', undefined] as const)
    // Signing out would end the session of all that follow.
    const token =
      path === '/api/logout' ? await openSession(api.db, api.people.staff.id) : role && api.token(role)
    const headers = { ...(token && { authorization: `Token ${token}` }) }
    const content = Object.keys(described.requestBody?.content ?? {})
    const reply =
      content[0] === 'multipart/form-data'
        ? await api.as(undefined).upload(sent.url, await formOf(sent.body, pdf), headers)
        : await api
            .as(undefined)
            .send(sent.method, sent.url, sent.body === undefined ? undefined : JSON.stringify(sent.body), {
              ...headers,
              ...(sent.body !== undefined && { 'content-type': 'application/json' }),
            })
    statuses.set(reply.statusCode, (statuses.get(reply.statusCode) ?? 0) + 1)
    const fault = check(path, method, described, reply)
    if (fault)
      wrong.set(`${method.toUpperCase()} ${path} ${fault}`.slice(0, 500), JSON.stringify(sent).slice(0, 600))
  }
  process.stdout.write(
    `answers: ${JSON.stringify(Object.fromEntries([...statuses].toSorted(([a], [b]) => a - b)))}\n`,
  )
  expect(Object.fromEntries(wrong)).toEqual({})
  // Neither all refused nor all taken.
  expect(statuses.get(200) ?? 0).toBeGreaterThan(count / 10)
  expect(statuses.get(400) ?? 0).toBeGreaterThan(count / 10)
}, 1_800_000)
