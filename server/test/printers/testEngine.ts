import { createHash } from 'node:crypto'
import { countPdfPages } from '../../src/base/files/countPdfPages.ts'

export type Sides = 'one-sided' | 'two-sided-long-edge' | 'two-sided-short-edge'

/** What was asked of a job. */
export type Ticket = {
  name: string
  user: string
  copies: number
  sides: Sides
  colorMode: string
  media: string
  pageRanges: [number, number][]
  hold: boolean
  /** What was said of several copies. */
  handling: string | null
  scaling: string | null
}

type JobState =
  | 'pending'
  | 'pending-held'
  | 'processing'
  | 'processing-stopped'
  | 'canceled'
  | 'aborted'
  | 'completed'

/** A job, and what really came out of the printer for it. */
export type PrintedJob = Ticket & {
  id: number
  state: JobState
  reasons: string[]
  impressions: number
  sheets: number
  document: { name: string; format: string; bytes: number; sha256: string; pages: number } | null
}

const isOver = ({ state }: PrintedJob) => ['canceled', 'aborted', 'completed'].includes(state)

/** The part of the test printer that prints: jobs one after another, side by side, while there is paper. */
export class TestEngine {
  readonly jobs: PrintedJob[] = []
  paper = Number.POSITIVE_INFINITY
  msPerImpression = 0
  impressions = 0
  isPowered = true
  #firstId: number
  #timer: NodeJS.Timeout | NodeJS.Immediate | undefined

  constructor(firstId = 1) {
    this.#firstId = firstId
  }

  find = (id: unknown) => this.jobs.find((job) => job.id === id)

  create(ticket: Ticket): PrintedJob {
    const job: PrintedJob = {
      ...ticket,
      id: this.#firstId + this.jobs.length,
      state: ticket.hold ? 'pending-held' : 'pending',
      reasons: [ticket.hold ? 'job-hold-until-specified' : 'job-incoming'],
      impressions: 0,
      sheets: 0,
      document: null,
    }
    this.jobs.push(job)
    return job
  }

  /** Takes the document of a job and reads how many pages it has. */
  async load(job: PrintedJob, name: string, format: string, content: Buffer): Promise<void> {
    const result = await countPdfPages(content)
    const pages = 'pages' in result ? result.pages : 0
    const sha256 = createHash('sha256').update(content).digest('hex')
    job.document = { name, format, bytes: content.length, sha256, pages }
    if (isOver(job)) return
    if (this.#pagesOf(job).length === 0) return this.#finish(job, 'aborted', ['document-format-error'])
    if (job.state === 'pending') job.reasons = ['none']
    this.wake()
  }

  cancel(job: PrintedJob): boolean {
    if (isOver(job)) return false
    this.#finish(job, 'canceled', ['job-canceled-by-user'])
    this.wake()
    return true
  }

  /** Gives the current job up, as printers do with a fault. */
  abort(reasons: string[]): void {
    const current = this.#current
    if (current) this.#finish(current, 'aborted', reasons)
    this.wake()
  }

  hold(job: PrintedJob): boolean {
    if (job.state !== 'pending' && job.state !== 'pending-held') return false
    job.state = 'pending-held'
    job.reasons = ['job-hold-until-specified']
    return true
  }

  release(job: PrintedJob): boolean {
    if (job.state !== 'pending-held') return false
    job.state = 'pending'
    job.reasons = ['none']
    this.wake()
    return true
  }

  get unfinished(): PrintedJob[] {
    return this.jobs.filter((job) => !isOver(job))
  }

  get state(): 'idle' | 'processing' | 'stopped' {
    const current = this.#current
    if (!current) return 'idle'
    return current.state === 'processing-stopped' ? 'stopped' : 'processing'
  }

  /** Goes on printing, where there is something to print. */
  wake(): void {
    if (this.#timer || !this.isPowered || !this.#current) return
    const next = () => {
      this.#timer = undefined
      if (this.isPowered && this.#current) this.#printSide(this.#current)
      this.wake()
    }
    if (this.#current.state === 'processing-stopped' && this.paper < 1) return
    this.#timer = this.msPerImpression > 0 ? setTimeout(next, this.msPerImpression) : setImmediate(next)
  }

  stop(): void {
    this.isPowered = false
    clearTimeout(this.#timer as NodeJS.Timeout)
    clearImmediate(this.#timer as NodeJS.Immediate)
    this.#timer = undefined
  }

  get #current(): PrintedJob | undefined {
    return (
      this.jobs.find(({ state }) => state === 'processing' || state === 'processing-stopped') ??
      this.jobs.find(({ state, document }) => state === 'pending' && document !== null)
    )
  }

  #printSide(job: PrintedJob): void {
    const sides = this.#pagesOf(job).length
    const isFront = job.sides === 'one-sided' || (job.impressions % sides) % 2 === 0
    if (isFront && this.paper < 1) {
      job.state = 'processing-stopped'
      job.reasons = ['printer-stopped']
      return
    }
    job.state = 'processing'
    job.reasons = ['job-printing']
    if (isFront) {
      this.paper -= 1
      job.sheets += 1
    }
    job.impressions += 1
    this.impressions += 1
    if (job.impressions === sides * job.copies) this.#finish(job, 'completed', ['job-completed-successfully'])
  }

  #finish(job: PrintedJob, state: JobState, reasons: string[]): void {
    job.state = state
    job.reasons = reasons
  }

  /** The pages of one copy. */
  #pagesOf({ document, pageRanges }: PrintedJob): number[] {
    const pages = Array.from({ length: document?.pages ?? 0 }, (_, index) => index + 1)
    const isChosen = (page: number) => pageRanges.some(([from, to]) => from <= page && page <= to)
    return pageRanges.length > 0 ? pages.filter(isChosen) : pages
  }
}
