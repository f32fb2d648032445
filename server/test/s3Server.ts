import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import S3rver from 's3rver'
import type { S3Settings } from '../src/base/files/storage.ts'
import { until } from './until.ts'

/** `refusal` is its answer to everything. */
type State = { isFull: boolean; refusal?: { status: number; body: string } | undefined }

/** An S3 server on a free local port, with one bucket that is stored in the folder. */
export async function startS3Server(
  folder: string,
): Promise<{ settings: S3Settings; state: State; close(): Promise<void> }> {
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'files', configs: [] }],
  })
  answerWhenWritten(server.store)
  // s3rver lacks AbortMultipartUpload, so it is answered here.
  server.middleware.unshift(async (context, next) => {
    const { uploadId } = context.query
    if (context.method !== 'DELETE' || typeof uploadId !== 'string') return next()
    const uploads = server.store.getResourcePath('files', undefined, 'uploads')
    await rm(join(uploads, uploadId), { recursive: true, force: true })
    context.status = 204
  })
  // It lacks ListMultipartUploads too; an upload is as old as its folder.
  server.middleware.unshift(async (context, next) => {
    if (context.method !== 'GET' || !('uploads' in context.query)) return next()
    const uploads = server.store.getResourcePath('files', undefined, 'uploads')
    const ids = await readdir(uploads).catch(() => [])
    const listed = ids.map(async (id) => {
      const key = await readFile(join(uploads, id, 'key'), 'utf8')
      const { mtime } = await stat(join(uploads, id))
      return `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${mtime.toISOString()}</Initiated></Upload>`
    })
    context.type = 'application/xml'
    context.body = `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${(await Promise.all(listed)).join('')}</ListMultipartUploadsResult>`
  })
  const state: State = { isFull: false }
  server.middleware.unshift(async (context, next) => {
    if (!state.isFull || (context.method !== 'PUT' && context.method !== 'POST')) return next()
    context.status = 507
    context.type = 'application/xml'
    context.body = '<Error><Code>InsufficientStorage</Code><Message>No room is left</Message></Error>'
  })
  server.middleware.unshift(async (context, next) => {
    if (!state.refusal) return next()
    context.status = state.refusal.status
    context.type = 'application/xml'
    context.body = state.refusal.body
  })
  const { port } = await server.run()
  const settings = {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    bucket: 'files',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  }
  return { settings, state, close: () => server.close() }
}

/** s3rver answers once it has read a body, when the file may not even be open: a read at once would find nothing. */
function answerWhenWritten(store: S3rver['store']) {
  const isWritten = (path: string, size: number) =>
    until(`${path} is written`, async () => (await stat(path).catch(() => undefined))?.size === size)
  const putObject = store.putObject.bind(store)
  store.putObject = async (object) => {
    const stored = await putObject(object)
    await isWritten(store.getResourcePath(object.bucket, object.key, 'object'), stored.size)
    return stored
  }
  const putPart = store.putPart.bind(store)
  store.putPart = async (bucket, uploadId, partNumber, content) => {
    const stored = await putPart(bucket, uploadId, partNumber, content)
    const uploads = store.getResourcePath(bucket, undefined, 'uploads')
    await isWritten(join(uploads, uploadId, String(partNumber)), stored.size)
    return stored
  }
}
