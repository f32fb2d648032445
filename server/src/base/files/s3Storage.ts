import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  type MultipartUpload,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import PQueue from 'p-queue'
import { storageUnavailable } from '../http/problem.ts'
import type { S3Settings, Storage } from './storage.ts'
import { checkKey, FileMissing, isKey, StorageFull, withSizeAndHash } from './storedFile.ts'

/** No upload of ours takes so long: one as old belongs to a process that was killed. */
const abandonedAfterMs = 24 * 3600 * 1000

/** Keeps files as objects of an S3 bucket, at Amazon or at any server that speaks the same. */
export function openS3Storage(settings: S3Settings): Storage {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = settings
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Servers other than Amazon's seldom have a host name for each bucket, nor the newest checksum headers.
    forcePathStyle: endpoint !== undefined,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5_000, socketTimeout: 60_000 },
  })

  client.middlewareStack.add(
    (next) => async (command) => {
      try {
        return await next(command)
      } catch (error) {
        throw isUnreachable(error) ? storageUnavailable(error) : error
      }
    },
    // Outside the client's own retries.
    { step: 'initialize' },
  )

  const factsOf = (key: string) =>
    client.send(new HeadObjectCommand({ Bucket: bucket, Key: checkKey(key) })).catch((error: unknown) => {
      if (!isMissing(error)) throw error
    })

  return {
    async put(key, body, { contentType }) {
      const { stream, stored } = withSizeAndHash(body)
      const params = { Bucket: bucket, Key: checkKey(key), Body: stream, ContentType: contentType }
      try {
        // Two parts in flight bound the memory of an upload to 16 MiB and some.
        await new Upload({ client, params, partSize: 8 * 1024 * 1024, queueSize: 2 }).done()
      } catch (error) {
        throw isFull(error) ? new StorageFull(error) : error
      } finally {
        stream.destroy()
      }
      return stored()
    },

    async read(key, range) {
      const Range = range && `bytes=${range.start}-${range.end}`
      const command = new GetObjectCommand({ Bucket: bucket, Key: checkKey(key), Range })
      const { Body } = await client.send(command).catch((error: unknown) => {
        throw isMissing(error) ? new FileMissing(key) : error
      })
      if (!(Body instanceof Readable)) throw new Error(`The S3 server sent no body for ${key}`)
      return Body
    },

    async size(key) {
      return (await factsOf(key))?.ContentLength
    },

    async writtenAt(key) {
      return (await factsOf(key))?.LastModified
    },

    async *keys(folder) {
      const query = { Bucket: bucket, ...(folder && { Prefix: `${folder}/` }) }
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, query)) {
        // What is no key is not ours.
        for (const { Key } of Contents) if (Key !== undefined && isKey(Key)) yield Key
      }
    },

    async remove(keys) {
      // One by one: DeleteObjects asks for a checksum that older servers refuse.
      const commands = keys.map((key) => new DeleteObjectCommand({ Bucket: bucket, Key: checkKey(key) }))
      const send = (command: DeleteObjectCommand) =>
        client.send(command).catch((error: unknown) => {
          if (!isMissing(error)) throw error
        })
      await new PQueue({ concurrency: 8 }).addAll(commands.map((command) => () => send(command)))
    },

    async removeUnfinished() {
      const before = Date.now() - abandonedAfterMs
      for await (const { Key, UploadId, Initiated } of unfinishedUploads(client, bucket)) {
        if (!Key || !isKey(Key) || !Initiated || Initiated.getTime() > before) continue
        const command = new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId })
        await client.send(command).catch((error: unknown) => {
          if (!isMissing(error)) throw error
        })
      }
    },

    async close() {
      client.destroy()
    },
  }
}

async function* unfinishedUploads(client: S3Client, Bucket: string): AsyncGenerator<MultipartUpload> {
  let from: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {}
  while (from) {
    const page: ListMultipartUploadsCommandOutput = await client.send(
      new ListMultipartUploadsCommand({ Bucket, ...from }),
    )
    yield* page.Uploads ?? []
    from = page.IsTruncated
      ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
      : undefined
  }
}

const isMissing = (error: unknown) =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404

/** The S3 server sent no answer: it is an error of the network, which has a code of Node, or the client's own timeout. */
const isUnreachable = (error: unknown) =>
  error instanceof Error &&
  !(error instanceof S3ServiceException) &&
  (error.name === 'TimeoutError' || ('code' in error && /^E[A-Z_]+$/.test(String(error.code))))

// What Ceph, MinIO and others call a full disk or a used-up quota.
const fullNames = /^(InsufficientStorage|InsufficientCapacity|XMinioStorageFull|\w*QuotaExceeded)$/

const isFull = (error: unknown) =>
  error instanceof S3ServiceException &&
  (error.$metadata.httpStatusCode === 507 || fullNames.test(error.name))
