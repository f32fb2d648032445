import { explainReasons, isBlocked, withoutSeverity } from '@our-print/contract/printing/printerReasons.ts'
import type { PrinterStatus, PrinterSupply } from '@our-print/contract/printing/printerStatus.ts'
import { type Attributes, countOf, numbersOf, textOf, textsOf } from './ippMessage.ts'

export const paperSizes = ['A4', 'A3', 'Letter'] as const
export type PaperSize = (typeof paperSizes)[number]
export type Duplex = 'one-sided' | 'two-sided-long-edge' | 'two-sided-short-edge'

/** Names of the paper sizes: those of PWG 5101.1, and those of older printers. */
const mediaNames: Record<PaperSize, RegExp> = {
  A4: /^(iso_a4_210x297mm|iso-a4|a4)$/i,
  A3: /^(iso_a3_297x420mm|iso-a3|a3)$/i,
  Letter: /^(na_letter_8\.5x11in|na-letter|letter)$/i,
}

/** What a printer supports; undefined where it does not say. */
export type Capabilities = {
  operations: string[]
  formats: string[]
  color: boolean
  colorModes: string[]
  sides: string[]
  /** The printer's own name of each size. */
  media: Partial<Record<PaperSize, string>>
  namesMedia: boolean
  mostCopies: number
  /** What it can do with several copies of a document. */
  copyHandling: string[]
  /** How it can fit pages to its paper. */
  scalings: string[]
  pageRanges: boolean
  holds: boolean
  countsImpressions: boolean
}

/** What is asked of a printer: some answer hundreds of kilobytes to `all`. */
export const askedAttributes = [
  'printer-state',
  'printer-state-reasons',
  'printer-state-message',
  'printer-is-accepting-jobs',
  'printer-make-and-model',
  'color-supported',
  'print-color-mode-supported',
  'sides-supported',
  'media-supported',
  'media-ready',
  'finishings-supported',
  'document-format-supported',
  'pages-per-minute',
  'queued-job-count',
  'marker-names',
  'marker-types',
  'marker-levels',
  'marker-colors',
  'printer-supply',
  'printer-supply-description',
  'printer-impressions-completed',
  'operations-supported',
  'copies-supported',
  'multiple-document-handling-supported',
  'print-scaling-supported',
  'page-ranges-supported',
  'job-hold-until-supported',
  'job-impressions-supported',
]

export function readCapabilities(printer: Attributes): Capabilities {
  const colorModes = textsOf(printer['print-color-mode-supported'])
  const names = [...textsOf(printer['media-supported']), ...textsOf(printer['media-ready'])]
  const media = Object.fromEntries(
    paperSizes.flatMap((size) => {
      const name = names.find((each) => mediaNames[size].test(each))
      return name ? [[size, name]] : []
    }),
  )
  return {
    operations: textsOf(printer['operations-supported']),
    formats: textsOf(printer['document-format-supported']),
    color: printer['color-supported'] === true || colorModes.includes('color'),
    colorModes,
    sides: textsOf(printer['sides-supported']),
    media,
    namesMedia: names.length > 0,
    mostCopies: mostCopiesOf(printer),
    copyHandling: textsOf(printer['multiple-document-handling-supported']),
    scalings: textsOf(printer['print-scaling-supported']),
    pageRanges: printer['page-ranges-supported'] === true,
    holds: textsOf(printer['job-hold-until-supported']).includes('indefinite'),
    countsImpressions: printer['job-impressions-supported'] !== undefined,
  }
}

/** A printer that does not say prints one copy in a job. */
const mostCopiesOf = (printer: Attributes) => Math.max(1, ...numbersOf(printer['copies-supported']))

/** The paper sizes that names of media mean. */
export const sizesOf = (names: readonly string[]): PaperSize[] =>
  paperSizes.filter((size) => names.some((name) => mediaNames[size].test(name)))

/** Values of each list that are kept: no printer has more of what screens show, but a broken one may say a megabyte. */
const mostKept = 50
const keep = <T>(values: T[]): T[] => values.slice(0, mostKept)

/** Characters of what a printer says that a person reads. */
export const longestMessage = 500

const states = ['idle', 'processing', 'stopped'] as const

/** The status that screens show, of a printer that answered just now. */
export function readStatus(printer: Attributes): PrinterStatus {
  const said = keep(textsOf(printer['printer-state-reasons']))
  const reasons = [...new Set(said.map(withoutSeverity))].filter((reason) => reason !== 'none')
  const supplies = keep(readSupplies(printer))
  const { color, sides, media, mostCopies } = readCapabilities(printer)
  const state = states.find((each) => each === printer['printer-state']) ?? 'stopped'
  return {
    // Some say that they are idle, or that they print, while they have no paper.
    state: isBlocked(said) ? 'stopped' : state,
    reasons,
    message: (describe(reasons, supplies) || stoppedMessage(printer)).slice(0, longestMessage),
    accepts_jobs: printer['printer-is-accepting-jobs'] !== false,
    make_and_model: textOf(printer['printer-make-and-model']),
    color,
    duplex: sides.includes('two-sided-long-edge'),
    paper_sizes: paperSizes.filter((size) => media[size]),
    media_ready: keep(textsOf(printer['media-ready'])),
    finishings: keep(textsOf(printer['finishings-supported']).filter((finishing) => finishing !== 'none')),
    document_formats: keep(textsOf(printer['document-format-supported'])),
    most_copies: mostCopies,
    pages_per_minute: countOf(printer['pages-per-minute']),
    queued_jobs: countOf(printer['queued-job-count']),
    supplies,
    impressions_completed: countOf(printer['printer-impressions-completed']),
    at: new Date().toISOString(),
  }
}

/** A printer that is stopped says why in its own words, where it gives no reason. */
const stoppedMessage = (printer: Attributes) =>
  printer['printer-state'] === 'stopped' ? (textOf(printer['printer-state-message']) ?? 'Stopped') : ''

/** Newer printers have `printer-supply`, older ones `marker-…`, many have both. */
const readSupplies = (printer: Attributes): PrinterSupply[] =>
  printer['marker-levels'] === undefined ? readSupplyTexts(printer) : readMarkers(printer)

/** PWG 5100.13: `type=toner;maxcapacity=100;level=75;colorantname=cyan;`, and a name for people. */
function readSupplyTexts(printer: Attributes): PrinterSupply[] {
  const names = textsOf(printer['printer-supply-description'])
  return textsOf(printer['printer-supply']).map((text, index) => {
    const field = (key: string) => new RegExp(`(?:^|;)${key}=([^;]*)`, 'i').exec(text)?.[1] ?? ''
    const kind = field('type').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`) || 'unknown'
    const level = (100 * Number(field('level'))) / Number(field('maxcapacity') || 100)
    return {
      name: names[index] ?? kind,
      kind,
      level: level >= 0 && level <= 100 ? Math.round(level) : null,
      color: colorants[field('colorantname').toLowerCase()] ?? null,
    }
  })
}

const colorants: Record<string, string> = {
  black: '#000000',
  cyan: '#00ffff',
  magenta: '#ff00ff',
  yellow: '#ffff00',
}

function readMarkers(printer: Attributes): PrinterSupply[] {
  const each = (name: string) => [printer[`marker-${name}`]].flat()
  const [names, kinds, colors] = [each('names'), each('types'), each('colors')]
  return numbersOf(printer['marker-levels']).map((level, index) => {
    const kind = textOf(kinds[index]) ?? 'unknown'
    return {
      name: textOf(names[index]) ?? kind,
      kind,
      // Below 0: unknown, or not limited.
      level: level < 0 || level > 100 ? null : level,
      color: /#[0-9a-f]{6}/i.exec(textOf(colors[index]) ?? '')?.[0].toLowerCase() ?? null,
    }
  })
}

/** Percent of toner or ink at which people should have the next one at hand. */
export const lowSupply = 10

const lowReasons = ['marker-supply-low', 'toner-low']

function describe(reasons: string[], supplies: PrinterSupply[]): string {
  const low = supplies.filter(
    ({ kind, level }) => level !== null && level <= lowSupply && /^(toner|ink|solid-wax|ribbon)/.test(kind),
  )
  const named = low.map(({ name, level }) => (level === 0 ? `${name} is empty` : `${name}: ${level} % left`))
  const others = named.length > 0 ? reasons.filter((reason) => !lowReasons.includes(reason)) : reasons
  return [explainReasons(others), ...named].filter(Boolean).join('. ')
}
