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
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import PQueue from 'p-queue'
import { checkSettings, explainFailures } from './s3Answers.ts'
import type { S3Settings, Storage } from './storage.ts'
import { checkKey, FileMissing, isKey, withSizeAndHash } from './storedFile.ts'

/** No upload of ours takes so long: one as old belongs to a process that was killed. */
const abandonedAfterMs = 24 * 3600 * 1000

/** Keeps files as objects of an S3 bucket, at Amazon or at any server that speaks the same. */
export async function openS3Storage(
  settings: S3Settings,
  warn: (sentence: string) => void,
): Promise<Storage> {
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

  try {
    await checkSettings(client, settings, warn)
  } catch (error) {
    client.destroy()
    throw error
  }
  explainFailures(client, settings)

  const factsOf = (key: string) =>
    client.send(new HeadObjectCommand({ Bucket: bucket, Key: checkKey(key) })).catch(ignoreMissing)

  return {
    async put(key, body, { contentType }) {
      const { stream, stored } = withSizeAndHash(body)
      const params = { Bucket: bucket, Key: checkKey(key), Body: stream, ContentType: contentType }
      try {
        // Two parts in flight bound the memory of an upload to 16 MiB and some.
        await new Upload({ client, params, partSize: 8 * 1024 * 1024, queueSize: 2 }).done()
      } finally {
        stream.destroy()
      }
      return stored()
    },

    async read(key, range) {
      const Range = range && `bytes=${range.start}-${range.end}`
      const command = new GetObjectCommand({ Bucket: bucket, Key: checkKey(key), Range })
      const { Body } = await client.send(command)
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
      const send = (command: DeleteObjectCommand) => client.send(command).catch(ignoreMissing)
      await new PQueue({ concurrency: 8 }).addAll(commands.map((command) => () => send(command)))
    },

    async removeUnfinished() {
      const before = Date.now() - abandonedAfterMs
      for await (const { Key, UploadId, Initiated } of unfinishedUploads(client, bucket)) {
        if (!Key || !isKey(Key) || !Initiated || Initiated.getTime() > before) continue
        const command = new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId })
        await client.send(command).catch(ignoreMissing)
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

/** What is not there any more needs no removal and has no facts. */
const ignoreMissing = (error: unknown): undefined => {
  if (!(error instanceof FileMissing)) throw error
}
