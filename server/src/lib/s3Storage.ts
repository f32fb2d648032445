import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import pLimit from 'p-limit'
import type { S3Settings } from './env.ts'
import type { Storage } from './storage.ts'
import { checkKey, FileMissing, measured } from './storedFile.ts'

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

  return {
    async put(key, body, { contentType }) {
      const { stream, stored } = measured(body)
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
      const { Body } = await client.send(command).catch((error: unknown) => {
        throw isMissing(error) ? new FileMissing(key) : error
      })
      if (!(Body instanceof Readable)) throw new Error(`The S3 server sent no body for ${key}`)
      return Body
    },

    async size(key) {
      const command = new HeadObjectCommand({ Bucket: bucket, Key: checkKey(key) })
      const found = await client.send(command).catch((error: unknown) => {
        if (!isMissing(error)) throw error
      })
      return found?.ContentLength
    },

    async remove(keys) {
      // One by one: DeleteObjects asks for a checksum that older servers refuse.
      const commands = keys.map((key) => new DeleteObjectCommand({ Bucket: bucket, Key: checkKey(key) }))
      await pLimit(8).map(commands, (command) =>
        client.send(command).catch((error: unknown) => {
          if (!isMissing(error)) throw error
        }),
      )
    },

    async close() {
      client.destroy()
    },
  }
}

const isMissing = (error: unknown) =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404
