import ipp, { type Group, type Message } from '@sealsystems/ipp'
import { textOf } from '../../src/printing/ipp/ippMessage.ts'
import { type PrintedJob, type Sides, type TestEngine, type Ticket } from './testEngine.ts'

// What the test printer answers to each operation: RFC 8011 as far as a shop's printer needs it.

// The library writes the attributes of its own list only.
const described = ipp.attributes['Printer Description']
if (described) {
  described['printer-impressions-completed'] = described['queued-job-count'] ?? {}
  described['print-scaling-supported'] = described['print-color-mode-supported'] ?? {}
}

export type Abilities = {
  color: boolean
  duplex: boolean
  media: string[]
  /** Without: documents are sent by Print-Job. */
  createJob: boolean
  formats: string[]
  mostCopies: number
  /** What it can do with several copies; null: it does not say. */
  copyHandling: string[] | null
  /** How it can fit pages to its paper; null: it does not say, and knows no such attribute. */
  scalings: string[] | null
  /** How much it keeps of a job's name. */
  nameOctets?: number
}

/** Levels of toner by colour, in percent. */
export type Toner = Record<'black' | 'cyan' | 'magenta' | 'yellow', number>

/** Attributes that it answers in place of the true ones, of itself and of every job. */
export type Untruths = { printer?: Group; job?: Group }

export type Context = {
  engine: TestEngine
  abilities: Abilities
  toner: Toner
  uri: string
  untruths: Untruths
}

const colors = { black: '#000000', cyan: '#00FFFF', magenta: '#FF00FF', yellow: '#FFFF00' }

class Refused extends Error {
  readonly status: string

  constructor(status: string, message = status) {
    super(message)
    this.status = status
  }
}

/** Carries a request out. */
export async function answerTo(request: Message, context: Context): Promise<Message> {
  const answer = (statusCode: string, message: string, more: Partial<Message> = {}): Message => ({
    version: '2.0',
    statusCode,
    id: request.id,
    'operation-attributes-tag': {
      'attributes-charset': 'utf-8',
      'attributes-natural-language': 'en',
      'status-message': message,
    },
    ...more,
  })
  try {
    return answer('successful-ok', 'successful-ok', await carryOut(request, context))
  } catch (error) {
    if (error instanceof Refused) return answer(error.status, error.message)
    throw error
  }
}

async function carryOut(request: Message, context: Context): Promise<Partial<Message>> {
  const operation = checkOperation(request, context)
  const { engine, abilities, untruths } = context
  const jobAttributes = (job: PrintedJob): Group => ({
    ...trueJobAttributes(job),
    ...(abilities.nameOctets !== undefined && { 'job-name': job.name.slice(0, abilities.nameOctets) }),
    ...untruths.job,
  })
  const jobGroup = (job: PrintedJob) => ({ 'job-attributes-tag': jobAttributes(job) })
  switch (request.operation) {
    case 'Get-Printer-Attributes':
      return {
        'printer-attributes-tag': asked({ ...printerAttributes(context), ...untruths.printer }, operation),
      }
    case 'Create-Job':
      if (!abilities.createJob) break
      return jobGroup(engine.create(readTicket(request, operation, abilities)))
    case 'Print-Job': {
      checkFormat(operation, abilities)
      return send(engine.create(readTicket(request, operation, abilities)), operation)
    }
    case 'Send-Document': {
      if (!abilities.createJob) break
      const job = find(operation)
      if (operation['last-document'] === undefined) throw new Refused('client-error-bad-request')
      if (job.document) throw new Refused('server-error-multiple-document-jobs-not-supported')
      checkFormat(operation, abilities)
      return send(job, operation)
    }
    case 'Get-Job-Attributes':
      return { 'job-attributes-tag': asked(jobAttributes(find(operation)), operation) }
    case 'Get-Jobs': {
      const isOver = operation['which-jobs'] === 'completed'
      const listed = isOver
        ? engine.jobs.filter((job) => !engine.unfinished.includes(job)).toReversed()
        : engine.unfinished
      const limit = Number(operation['limit'] ?? listed.length)
      return {
        'job-attributes-tag': listed.slice(0, limit).map((job) => asked(jobAttributes(job), operation)),
      }
    }
    case 'Cancel-Job':
      return possible(engine.cancel(find(operation)))
    case 'Hold-Job':
      return possible(engine.hold(find(operation)))
    case 'Release-Job':
      return possible(engine.release(find(operation)))
  }
  throw new Refused('server-error-operation-not-supported')

  function find(attributes: Group): PrintedJob {
    const job = engine.find(attributes['job-id'])
    if (!job) throw new Refused('client-error-not-found')
    return job
  }

  async function send(job: PrintedJob, attributes: Group) {
    const [name, format] = [textOf(attributes['document-name']), textOf(attributes['document-format'])]
    const given = attributes['document-name']
    if (Buffer.byteLength(typeof given === 'string' ? given : '') > 255) {
      throw new Refused('client-error-request-value-too-long')
    }
    await engine.load(job, name ?? '', format ?? '', request.data ?? Buffer.alloc(0))
    return jobGroup(job)
  }
}

function possible(isDone: boolean) {
  if (!isDone) throw new Refused('client-error-not-possible')
  return {}
}

/** Section 4.1.4: charset and language come first, then the printer. */
function checkOperation(request: Message, { uri }: Context): Group {
  const operation = request['operation-attributes-tag']
  if (!operation || Array.isArray(operation)) throw new Refused('client-error-bad-request')
  const [charset, language] = Object.keys(operation)
  if (charset !== 'attributes-charset' || language !== 'attributes-natural-language') {
    throw new Refused('client-error-bad-request', 'charset and language must come first')
  }
  if (operation[charset] !== 'utf-8') throw new Refused('client-error-charset-not-supported')
  if (operation['printer-uri'] !== uri) throw new Refused('client-error-not-found', 'no such printer')
  return operation
}

function checkFormat({ 'document-format': format }: Group, { formats }: Abilities): void {
  if (!formats.includes(textOf(format) ?? '')) throw new Refused('client-error-document-format-not-supported')
}

function readTicket(request: Message, operation: Group, abilities: Abilities): Ticket {
  const [job = {}] = [request['job-attributes-tag'] ?? {}].flat()
  const { copies = 1 } = job
  const sides = textOf(job['sides']) ?? 'one-sided'
  const media = textOf(job['media']) ?? abilities.media[0] ?? ''
  const colorMode = textOf(job['print-color-mode']) ?? (abilities.color ? 'color' : 'monochrome')
  const scaling = textOf(job['print-scaling'])
  const supported =
    Number(copies) <= abilities.mostCopies &&
    (sides === 'one-sided' || abilities.duplex) &&
    (colorMode === 'monochrome' || abilities.color) &&
    abilities.media.includes(media) &&
    (scaling === null || abilities.scalings?.includes(scaling) === true)
  if (!supported) throw new Refused('client-error-attributes-or-values-not-supported')
  const ranges = (job['page-ranges'] ?? []) as [number, number][] | [number, number]
  return {
    name: textOf(operation['job-name']) ?? '',
    user: textOf(operation['requesting-user-name']) ?? 'anonymous',
    copies: Number(copies),
    sides: sides as Sides,
    colorMode,
    media,
    pageRanges: (typeof ranges[0] === 'number' ? [ranges] : ranges) as [number, number][],
    hold: job['job-hold-until'] === 'indefinite',
    handling: textOf(job['multiple-document-handling']),
    scaling,
  }
}

const trueJobAttributes = (job: PrintedJob): Group => ({
  'job-id': job.id,
  'job-uri': `ipp://elsewhere.invalid/jobs/${job.id}`,
  'job-name': job.name,
  'job-originating-user-name': job.user,
  'job-state': job.state,
  'job-state-reasons': job.reasons,
  'job-impressions-completed': job.impressions,
  'job-media-sheets-completed': job.sheets,
})

function printerAttributes({ engine, abilities, toner, uri }: Context): Group {
  const { color, duplex, media, createJob, formats, mostCopies, copyHandling, scalings } = abilities
  const names = color ? (Object.keys(toner) as (keyof Toner)[]) : (['black'] as const)
  const reasons = [
    ...(engine.paper < 1 ? ['media-empty-error'] : []),
    ...(names.some((name) => toner[name] <= 10) ? ['marker-supply-low-warning'] : []),
  ]
  return {
    'printer-uri-supported': uri,
    'printer-name': 'test-printer',
    'printer-make-and-model': 'Our Print Test Printer',
    'printer-state': engine.state,
    'printer-state-reasons': reasons.length > 0 ? reasons : ['none'],
    'printer-is-accepting-jobs': true,
    'operations-supported': [
      'Print-Job',
      ...(createJob ? ['Create-Job', 'Send-Document'] : []),
      'Cancel-Job',
      'Get-Job-Attributes',
      'Get-Jobs',
      'Get-Printer-Attributes',
      'Hold-Job',
      'Release-Job',
    ],
    'color-supported': color,
    'print-color-mode-supported': color ? ['auto', 'color', 'monochrome'] : ['monochrome'],
    'sides-supported': ['one-sided', ...(duplex ? ['two-sided-long-edge', 'two-sided-short-edge'] : [])],
    'media-supported': media,
    'media-ready': media.slice(0, 1),
    'finishings-supported': ['none', 'staple'],
    'document-format-supported': formats,
    'copies-supported': [[1, mostCopies]],
    ...(copyHandling && { 'multiple-document-handling-supported': copyHandling }),
    ...(scalings && { 'print-scaling-supported': scalings }),
    'page-ranges-supported': true,
    'job-hold-until-supported': ['no-hold', 'indefinite'],
    'pages-per-minute': 60,
    'queued-job-count': engine.unfinished.length,
    'marker-names': names.map((name) => `${name.charAt(0).toUpperCase()}${name.slice(1)} toner`),
    'marker-types': names.map(() => 'toner'),
    'marker-levels': names.map((name) => toner[name]),
    'marker-colors': names.map((name) => colors[name]),
    'printer-impressions-completed': engine.impressions,
  }
}

/** Only what was asked for, where something was. */
function asked(attributes: Group, operation: Group): Group {
  const names = [operation['requested-attributes'] ?? 'all'].flat()
  if (names.includes('all')) return attributes
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => names.includes(name)))
}
