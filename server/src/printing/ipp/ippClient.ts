import type { PrinterStatus } from '@our-print/contract/printing/printerStatus.ts'
import { errorOf } from './answerError.ts'
import { askedAttributes, type Capabilities, readCapabilities, readStatus } from './capabilities.ts'
import { IppError } from './ippError.ts'
import { type IppJob, type JobOptions, jobAttributes, readJob, writeJob } from './ippJobs.ts'
import {
  type Answer,
  type Attributes,
  decodeAnswer,
  encodeRequest,
  type Operation,
  textOf,
} from './ippMessage.ts'
import { type Deadlines, SignInNeeded, sendRequest } from './ippRequest.ts'
import { isName, shortName } from './jobName.ts'
import { parsePrinterAddress } from './printerAddress.ts'

export type IppTarget = {
  uri: string
  username: string | null
  password: string | null
  /** SHA-256 of the certificate that a person accepted. */
  certificate: Buffer | null
}

/** A document of a job: a file on this machine. */
export type IppDocument = { path: string; name: string; format: string }

/** What a printer can be asked to do. Each call throws an IppError where the printer does not do it. */
export type IppClient = {
  getPrinter(signal?: AbortSignal): Promise<PrinterStatus>
  createJob(options: JobOptions): Promise<IppJob>
  sendDocument(jobId: number, document: IppDocument, signal?: AbortSignal): Promise<IppJob>
  /** Undefined: the printer does not know it. */
  getJob(jobId: number): Promise<IppJob | undefined>
  /** By the name that we gave it, among unfinished and finished jobs. */
  findJob(name: string): Promise<IppJob | undefined>
  cancelJob(jobId: number): Promise<void>
  holdJob(jobId: number): Promise<void>
  releaseJob(jobId: number): Promise<void>
  close(): void
}

/** Whose jobs they are, as printers see it. */
export const ippUser = 'Our Print'

const usualDeadlines: Deadlines = { connectMs: 5_000, answerMs: 20_000, silenceMs: 120_000 }
/** Jobs of a list that are searched for a name. */
const mostJobs = 500

type Call = { attributes?: Attributes; job?: Attributes; document?: string; signal?: AbortSignal | undefined }

/** Opens a client of a printer. Nothing but this address is ever contacted. */
export function openIpp(
  { uri, username, password, certificate }: IppTarget,
  deadlines: Partial<Deadlines> = {},
): IppClient {
  const address = parsePrinterAddress(uri)
  const closing = new AbortController()
  let lastId = 0
  let version = '2.0'
  let authorization: string | undefined
  let capabilities: Promise<Capabilities> | undefined
  let waiting: JobOptions | undefined

  async function call(
    operation: Operation,
    { attributes, job, document, signal }: Call = {},
  ): Promise<Answer> {
    lastId += 1
    const id = lastId
    const message = encodeRequest({
      operation,
      id,
      version,
      operationAttributes: { 'printer-uri': uri, 'requesting-user-name': ippUser, ...attributes },
      ...(job && { jobAttributes: job }),
    })
    const bytes = await signedIn(() =>
      sendRequest({
        ...usualDeadlines,
        ...deadlines,
        address,
        certificate,
        authorization,
        message,
        ...(document !== undefined && { document }),
        signal: signal ? AbortSignal.any([signal, closing.signal]) : closing.signal,
      }),
    )
    const answer = decodeAnswer(bytes, id)
    if (answer.status === 'server-error-version-not-supported' && version === '2.0') {
      version = '1.1'
      return call(operation, { attributes, job, document, signal })
    }
    return answer
  }

  /** Sends once more with the password where the printer asks for it. */
  async function signedIn(send: () => Promise<Buffer>): Promise<Buffer> {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof SignInNeeded)) throw error
      if (username === null || password === null) {
        throw new IppError('unauthorized', 'The printer asks for a user name and a password.')
      }
      if (authorization) throw wrongPassword()
      if (error.scheme !== 'basic') {
        throw new IppError(
          'unauthorized',
          `The printer asks for a password by ${error.scheme}, which is not supported: allow Basic at the printer.`,
        )
      }
    }
    authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
    try {
      return await send()
    } catch (error) {
      authorization = undefined
      throw error instanceof SignInNeeded ? wrongPassword() : error
    }
  }

  async function ask(operation: Operation, options: Call = {}): Promise<Answer> {
    const answer = await call(operation, options)
    if (!answer.status.startsWith('successful-')) throw errorOf(answer)
    return answer
  }

  async function readPrinter(signal?: AbortSignal): Promise<Attributes> {
    const { printer } = await ask('Get-Printer-Attributes', {
      attributes: { 'requested-attributes': askedAttributes },
      signal,
    })
    if (printer['printer-state'] === undefined) {
      throw new IppError(
        'rubbish',
        'The printer’s answer cannot be read: it does not say how the printer is.',
      )
    }
    capabilities = Promise.resolve(readCapabilities(printer))
    return printer
  }

  /** Asked once for each client. */
  function known(): Promise<Capabilities> {
    capabilities ??= readPrinter().then(readCapabilities)
    capabilities.catch(() => {
      capabilities = undefined
    })
    return capabilities
  }

  async function newJob(options: JobOptions): Promise<Call> {
    const printer = await known()
    return {
      attributes: {
        'requesting-user-name': options.user,
        'job-name': options.name,
        // Better no job than one with other sides or paper.
        'ipp-attribute-fidelity': true,
        ...(printer.countsImpressions && options.impressions && { 'job-impressions': options.impressions }),
      },
      job: writeJob(options, printer),
    }
  }

  async function createJob(options: JobOptions): Promise<IppJob> {
    const { operations } = await known()
    const request = await newJob(options)
    if (!operations.includes('Create-Job') || !operations.includes('Send-Document')) {
      waiting = options
      return {
        id: 0,
        name: options.name,
        state: 'pending',
        reasons: [],
        message: null,
        impressionsCompleted: null,
        sheetsCompleted: null,
      }
    }
    const { jobs } = await ask('Create-Job', request)
    return readJob(jobs[0], { name: options.name })
  }

  async function sendDocument(
    jobId: number,
    { path, name, format }: IppDocument,
    signal?: AbortSignal,
  ): Promise<IppJob> {
    const { formats } = await known()
    if (formats.length > 0 && !formats.includes(format)) {
      throw new IppError('refused', `The printer cannot print files of the type ${format}.`)
    }
    const document = { 'document-name': shortName(name), 'document-format': format }
    if (jobId === 0) {
      if (!waiting) throw new IppError('refused', 'There is no job for this document.')
      const { attributes, job } = await newJob(waiting)
      const { jobs } = await ask('Print-Job', {
        attributes: { ...attributes, ...document },
        ...(job && { job }),
        document: path,
        signal,
      })
      return readJob(jobs[0], { name: waiting.name })
    }
    const { jobs } = await ask('Send-Document', {
      attributes: { 'job-id': jobId, ...document, 'last-document': true },
      document: path,
      signal,
    })
    return readJob(jobs[0], { id: jobId })
  }

  async function getJob(jobId: number): Promise<IppJob | undefined> {
    const answer = await call('Get-Job-Attributes', {
      attributes: { 'job-id': jobId, 'requested-attributes': jobAttributes },
    })
    if (isUnknown(answer)) return undefined
    if (!answer.status.startsWith('successful-')) throw errorOf(answer)
    return readJob(answer.jobs[0], { id: jobId })
  }

  async function findJob(name: string): Promise<IppJob | undefined> {
    for (const which of ['not-completed', 'completed']) {
      const answer = await call('Get-Jobs', {
        attributes: { 'which-jobs': which, limit: mostJobs, 'requested-attributes': jobAttributes },
      })
      // Some printers say so where there are no jobs.
      if (isUnknown(answer)) continue
      if (!answer.status.startsWith('successful-')) throw errorOf(answer)
      const found = answer.jobs.find((job) => isName(textOf(job['job-name']) ?? '', name))
      if (found) return readJob(found)
    }
    return undefined
  }

  const change = (operation: Operation, jobId: number, attributes: Attributes = {}) =>
    ask(operation, { attributes: { 'job-id': jobId, ...attributes } })

  return {
    getPrinter: async (signal) => readStatus(await readPrinter(signal)),
    createJob,
    sendDocument,
    getJob,
    findJob,
    cancelJob: async (jobId) => void (await change('Cancel-Job', jobId)),
    holdJob: async (jobId) => void (await change('Hold-Job', jobId, { 'job-hold-until': 'indefinite' })),
    releaseJob: async (jobId) => void (await change('Release-Job', jobId)),
    close: () => closing.abort(),
  }
}

const isUnknown = ({ status }: Answer) =>
  status === 'client-error-not-found' || status === 'client-error-gone'

const wrongPassword = () => new IppError('unauthorized', 'The printer refuses this user name and password.')
