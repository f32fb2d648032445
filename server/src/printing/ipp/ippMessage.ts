import ipp, { type Group, type Value } from '@sealsystems/ipp'
import { checkFraming } from './checkFraming.ts'
import { IppError, rubbish } from './ippError.ts'

export type Operation =
  | 'Get-Printer-Attributes'
  | 'Create-Job'
  | 'Send-Document'
  | 'Print-Job'
  | 'Get-Job-Attributes'
  | 'Get-Jobs'
  | 'Cancel-Job'
  | 'Hold-Job'
  | 'Release-Job'

/** Attributes by name, as a request sends them or an answer has them. */
export type Attributes = Group

/** What a printer answered. */
export type Answer = {
  /** As `successful-ok`, or a number in hexadecimal that has no name. */
  status: string
  /** Its own words about the status. */
  message: string | null
  printer: Attributes
  jobs: Attributes[]
  unsupported: string[]
}

type Request = {
  operation: Operation
  id: number
  version: string
  operationAttributes: Attributes
  jobAttributes?: Attributes
}

/** Encodes a request; the document, if it has one, follows these bytes. */
export const encodeRequest = ({
  operation,
  id,
  version,
  operationAttributes,
  jobAttributes,
}: Request): Buffer =>
  ipp.serialize({
    operation,
    id,
    version,
    'operation-attributes-tag': {
      'attributes-charset': 'utf-8',
      'attributes-natural-language': 'en',
      ...operationAttributes,
    },
    ...(jobAttributes && Object.keys(jobAttributes).length > 0 && { 'job-attributes-tag': jobAttributes }),
  })

/** Decodes the answer to the request of this id. */
export function decodeAnswer(bytes: Buffer, id: number): Answer {
  checkFraming(bytes)
  const message = parse(bytes)
  if (message.id !== id) throw rubbish('it belongs to another request')
  const code = bytes.readUInt16BE(2)
  const [operation] = groups(message['operation-attributes-tag'])
  return {
    status: ipp.statusCodes.lookup[code] ?? `0x${code.toString(16).padStart(4, '0')}`,
    message: textOf(operation?.['status-message']),
    printer: groups(message['printer-attributes-tag'])[0] ?? {},
    jobs: groups(message['job-attributes-tag']),
    unsupported: groups(message['unsupported-attributes-tag']).flatMap(Object.keys).slice(0, 10).map(cleaned),
  }
}

function parse(bytes: Buffer) {
  try {
    return ipp.parse(bytes)
  } catch (error) {
    throw error instanceof IppError ? error : rubbish('it is not a message of IPP', error)
  }
}

const groups = (value: Group | Group[] | undefined): Group[] => (value === undefined ? [] : [value].flat())

const listOf = (value: Value): Value[] => (Array.isArray(value) ? value : [value])

/** Characters of a text that are read: longer ones are no names, keywords or sentences for people. */
const mostCharacters = 255

/** Without what no text for people has and no database takes, and cut. */
const cleaned = (text: string) =>
  text
    .slice(0, mostCharacters)
    .replace(/\p{Cc}/gu, ' ')
    .toWellFormed()

/** The texts of an attribute: names and keywords, without the language that some printers put before them. */
export const textsOf = (value: Value): string[] =>
  listOf(value)
    .filter((each) => typeof each === 'string')
    .map((text) => cleaned(text.slice(text.indexOf('\u001e') + 1)))
    .filter((text) => text !== '')

export const textOf = (value: Value): string | null => textsOf(value)[0] ?? null

export const numbersOf = (value: Value): number[] => listOf(value).filter((each) => typeof each === 'number')

/** A count; null where the printer says that it does not know. */
export function countOf(value: Value): number | null {
  const [count] = numbersOf(value)
  return count !== undefined && count >= 0 ? count : null
}
