import { explainReasons, withoutSeverity } from '@our-print/contract/printing/printerReasons.ts'
import { type Capabilities, type Duplex, longestMessage, type PaperSize } from './capabilities.ts'
import { IppError, rubbish } from './ippError.ts'
import { type Attributes, countOf, numbersOf, textOf, textsOf } from './ippMessage.ts'

export const ippJobStates = [
  'pending',
  'pending-held',
  'processing',
  'processing-stopped',
  'canceled',
  'aborted',
  'completed',
] as const

export type IppJob = {
  /** 0 for a job that a printer without Create-Job makes when the document comes: sendDocument answers its id. */
  id: number
  name: string
  state: (typeof ippJobStates)[number]
  /** Keywords of IPP, without their severity. */
  reasons: string[]
  /** What they mean, or what else the printer says. */
  message: string | null
  impressionsCompleted: number | null
  sheetsCompleted: number | null
}

export type JobOptions = {
  /** Its first word is unique, so that the job can be found again. */
  name: string
  /** `ippUser`, unless the printer must know another: printers let only the same user cancel a job. */
  user: string
  copies: number
  duplex: Duplex
  colorMode: 'monochrome' | 'color' | 'auto'
  media: PaperSize
  /** From and to, from 1 on, ascending. */
  pageRanges?: [from: number, to: number][]
  hold?: boolean
  /** Sides of one copy. */
  impressions?: number
}

/** The attributes of a job that are asked for. */
export const jobAttributes = [
  'job-id',
  'job-name',
  'job-state',
  'job-state-reasons',
  'job-state-message',
  'job-impressions-completed',
  'job-media-sheets-completed',
]

/** Reasons of a job that are kept. */
const mostReasons = 20

export function readJob(job: Attributes | undefined, known: { id?: number; name?: string } = {}): IppJob {
  const id = numbersOf(job?.['job-id'])[0] ?? known.id
  const state = ippJobStates.find((each) => each === job?.['job-state'])
  if (!job || id === undefined || state === undefined) throw rubbish('it does not say how the job is')
  const reasons = [...new Set(textsOf(job['job-state-reasons']).map(withoutSeverity))]
    .filter((reason) => reason !== 'none')
    .slice(0, mostReasons)
  return {
    id,
    name: textOf(job['job-name']) ?? known.name ?? '',
    state,
    reasons,
    message: (explainReasons(reasons) || textOf(job['job-state-message']))?.slice(0, longestMessage) ?? null,
    impressionsCompleted: countOf(job['job-impressions-completed']),
    sheetsCompleted: countOf(job['job-media-sheets-completed']),
  }
}

const refused = (message: string) => new IppError('refused', message)

/** The attributes of a new job: only those that the printer supports. What it cannot do is refused. */
export function writeJob(options: JobOptions, printer: Capabilities): Attributes {
  const { copies, pageRanges, hold } = options
  if (copies > printer.mostCopies) {
    throw refused(
      printer.mostCopies === 1
        ? 'The printer prints one copy of a document at a time.'
        : `The printer prints at most ${printer.mostCopies} copies at a time.`,
    )
  }
  if (pageRanges && !printer.pageRanges) throw refused('The printer cannot print a part of a document.')
  if (hold && !printer.holds) throw refused('The printer cannot hold jobs.')
  const handling = chooseHandling(options, printer)
  const colorMode = chooseColorMode(options, printer)
  const sides = chooseSides(options, printer)
  const media = printer.media[options.media]
  if (!media && printer.namesMedia) throw refused(`The printer takes no ${options.media} paper.`)
  return {
    ...(copies > 1 && { copies }),
    ...(handling && { 'multiple-document-handling': handling }),
    ...(sides && { sides }),
    ...(colorMode && { 'print-color-mode': colorMode }),
    ...(media && { media }),
    // Sheets are as large as their paper already; by itself a printer makes them smaller until its margins fit.
    ...(printer.scalings.includes('none') && { 'print-scaling': 'none' }),
    ...(pageRanges && { 'page-ranges': pageRanges }),
    ...(hold && { 'job-hold-until': 'indefinite' }),
  }
}

/** Each copy as a whole, on sheets of its own. */
const collated = ['separate-documents-collated-copies', 'single-document-new-sheet']

/** How several copies come out. Where a printer does not say what it can do, whole copies are the usual. */
function chooseHandling(
  { copies, impressions }: JobOptions,
  { copyHandling }: Capabilities,
): string | undefined {
  if (copies === 1) return undefined
  const handling = collated.find((each) => copyHandling.includes(each))
  if (!handling && copyHandling.length > 0 && impressions !== 1) {
    throw refused('The printer does not sort copies: print them one by one.')
  }
  return handling
}

/** Modes that do what is wanted, the best first: printers of several colours name black and white in several ways. */
const sameModes = {
  monochrome: ['monochrome', 'process-monochrome', 'auto-monochrome'],
  color: ['color'],
  auto: ['auto', 'color'],
} as const

function chooseColorMode({ colorMode }: JobOptions, { color, colorModes }: Capabilities): string | undefined {
  if (colorMode !== 'monochrome' && !color) throw refused('The printer prints black and white only.')
  return sameModes[colorMode].find((mode) => colorModes.includes(mode))
}

function chooseSides({ duplex }: JobOptions, { sides }: Capabilities): string | undefined {
  if (sides.includes(duplex)) return duplex
  if (duplex !== 'one-sided') throw refused('The printer cannot print on both sides.')
  return undefined
}
