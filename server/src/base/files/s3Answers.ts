import { HeadBucketCommand, ListObjectsV2Command, type S3Client } from '@aws-sdk/client-s3'
import { storageUnavailable } from '../http/problem.ts'
import { OperatorError } from '../operatorError.ts'
import type { S3Settings } from './storage.ts'
import { FileMissing, StorageFull } from './storedFile.ts'

type Place = Pick<S3Settings, 'endpoint' | 'region' | 'bucket'>

const serverOf = ({ endpoint, region }: Place) => endpoint ?? `Amazon in ${region}`
const nameOf = (place: Place) => `the S3 storage (bucket ${place.bucket} at ${serverOf(place)})`

/** The status of an answer; undefined where the server sent none. */
const statusOf = (error: Error) =>
  '$metadata' in error ? (error.$metadata as { httpStatusCode?: number }).httpStatusCode : undefined

/** Every request from now on fails as all of the program knows it: no such file, no room, or no storage. */
export function explainFailures(client: S3Client, place: Place): void {
  const explain = async (error: Error, { Key }: { Key?: string }): Promise<Error> => {
    if (Key !== undefined && (await isMissing(client, place, error))) return new FileMissing(Key)
    if (isFull(error)) return new StorageFull(error)
    if (!isAway(error)) return error
    return storageUnavailable(new Error(`${nameOf(place)} ${reasonOf(error)}`, { cause: error }))
  }
  client.middlewareStack.add(
    (next) => async (command) => {
      try {
        return await next(command)
      } catch (error) {
        throw error instanceof Error ? await explain(error, command.input as { Key?: string }) : error
      }
    },
    // Outside the client's own retries.
    { step: 'initialize' },
  )
}

/** Whether only the file is not there. An answer without a body has no code: then the bucket is asked for. */
async function isMissing(client: S3Client, { bucket }: Place, error: Error): Promise<boolean> {
  if (statusOf(error) !== 404 || error.name === 'NoSuchBucket') return false
  if (error.name !== 'NoSuchKey' && error.name !== 'NoSuchUpload')
    await client.send(new HeadBucketCommand({ Bucket: bucket }))
  return true
}

// What Ceph, MinIO and others call a full disk or a used-up quota.
const fullNames = /^(InsufficientStorage|InsufficientCapacity|XMinioStorageFull|\w*QuotaExceeded)$/

const isFull = (error: Error) => statusOf(error) === 507 || fullNames.test(error.name)

/**
 * Whether the storage failed: it answered with an error (416 is no failure, the range lies outside the file), the client gave
 * up waiting, or the network failed, which has a code. Other codes that begin with ERR_ are mistakes in a program.
 */
const isAway = (error: Error) =>
  (statusOf(error) ?? 416) !== 416 ||
  error.name === 'TimeoutError' ||
  ('code' in error && /^(?!ERR_(?!TLS|SSL))[A-Z][A-Z_\d]+$/.test(String(error.code)))

function reasonOf(error: Error): string {
  const status = statusOf(error)
  const said = (error.message || ('code' in error ? String(error.code) : error.name)).split('\n', 1)[0]
  return status === undefined ? `does not answer: ${said}` : `answered ${status} ${error.name}: ${said}`
}

const wrongSettings: Record<string, (settings: S3Settings) => string> = {
  NoSuchBucket: ({ bucket }) => `S3_BUCKET is ${bucket}, but there is no such bucket`,
  InvalidAccessKeyId: () => 'S3_ACCESS_KEY_ID is not known',
  SignatureDoesNotMatch: () => 'S3_SECRET_ACCESS_KEY is not that of S3_ACCESS_KEY_ID',
}

/**
 * Asks once, before `explainFailures`, whether the settings are right. One that is wrong for certain is an OperatorError; of
 * all else there is a warning, because a storage that is away may come back.
 */
export async function checkSettings(
  client: S3Client,
  settings: S3Settings,
  warn: (sentence: string) => void,
): Promise<void> {
  try {
    const ask = new ListObjectsV2Command({ Bucket: settings.bucket, MaxKeys: 1 })
    await client.send(ask, { abortSignal: AbortSignal.timeout(5_000) })
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const wrong = wrongSettings[error.name]?.(settings)
    if (wrong) throw new OperatorError(`${wrong} at ${serverOf(settings)}`)
    warn(
      `Files cannot be stored or read at the moment: ${nameOf(settings)} ${reasonOf(error)}. Are S3_ENDPOINT, S3_BUCKET and S3_ACCESS_KEY_ID right?`,
    )
  }
}
