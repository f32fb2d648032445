import type { CustomerImport, ImportField } from '@our-print/contract/people/customerImports.ts'
import { createUser, mostTags, splitTags } from '@our-print/contract/people/customers.ts'
import { Address, required } from '@our-print/contract/values.ts'
import type { CsvRow } from '../../base/csv/csvRecords.ts'
import { cleanCell, rowsOf } from '../../base/csv/csvTable.ts'
import { maxRows, refuseFile } from '../../base/csv/csvText.ts'
import { toE164 } from '../../base/database/phones.ts'
import type { FileContent } from '../../base/http/receivedForm.ts'
import { type Columns, matchColumns } from './importColumns.ts'

/** A line of an imported file: a customer, or why the line is skipped. */
export type ImportedLine = {
  line: number
  /** Who it is about, for the list of skipped lines. */
  shown: string
  reason?: string
  first_name: string
  last_name: string
  mobile: string
  email: string | null
  notes: string
  tags: string[]
  address: Address | undefined
}

type Preview = CustomerImport['columns']
const samplesShown = 3

/** The columns of a file, as they are matched or as somebody chose, with their first values. */
export async function readColumns(content: FileContent, chosen: Columns | undefined): Promise<Preview> {
  const rows: CsvRow[] = []
  for await (const records of rowsOf(content)) {
    rows.push(...records)
    if (rows.length > samplesShown) break
  }
  const [header, ...first] = rows
  if (!header) throw refuseFile('The file is empty')
  const columns = chosen ?? matchColumns(header.cells)
  return header.cells.slice(0, 200).map((name, at) => ({
    name: name.trim().slice(0, 100),
    field: columns[at] ?? '',
    samples: first.slice(0, samplesShown).map(({ cells }) => (cells[at] ?? '').trim().slice(0, 100)),
  }))
}

/** Reads and validates the lines of a file after its header. */
export async function* readLines(content: FileContent, columns: Columns): AsyncGenerator<ImportedLine[]> {
  let rows = -1
  for await (const records of rowsOf(content)) {
    const lines: ImportedLine[] = []
    for (const record of records) {
      if (++rows === 0) continue
      if (rows > maxRows) throw refuseFile('A file has at most 1,000,000 rows', record.line)
      lines.push(validateLine(record, columns))
    }
    yield lines
  }
}

// Without the tags of an import the schema of a new customer would refuse a line for each of them.
const Customer = createUser.schema.body.omit({ tags: true, mobile: true })

function validateLine({ line, cells }: CsvRow, columns: Columns): ImportedLine {
  const values: Partial<Record<ImportField, string>> = {}
  for (const [at, field] of columns.entries()) if (field) values[field] = cleanCell(cells[at] ?? '')
  const names = values.first_name === undefined ? splitName(values.name ?? '') : values
  const typed = {
    first_name: names.first_name ?? '',
    last_name: names.last_name ?? values.last_name ?? '',
    email: values.email ?? '',
    notes: values.notes ?? '',
  }
  const shown = [typed.first_name, typed.last_name, values.mobile ?? '', typed.email]
    .filter(Boolean)
    .join(' ')
    .replace(/[\p{Cc}\u2028\u2029]/gu, ' ')
    .slice(0, 200)
  const phone = readNumber(values.mobile ?? '')
  const parsed = Customer.safeParse(typed)
  const tags = tagsOf(values.tags ?? '')
  const { address, rest } = addressOf(values)
  const reason =
    phone.reason ?? (parsed.success ? undefined : problemOf(parsed.error.issues[0])) ?? tags.reason
  if (reason !== undefined || !parsed.success)
    return { ...nobody, line, shown, reason: reason ?? 'This is not a customer' }
  const notes = [parsed.data.notes, rest].filter(Boolean).join('\n')
  const { first_name, last_name, email } = parsed.data
  return { line, shown, first_name, last_name, email, mobile: phone.mobile, notes, tags: tags.tags, address }
}

const nobody = {
  first_name: '',
  last_name: '',
  mobile: '',
  email: null,
  notes: '',
  tags: [],
  address: undefined,
}

const titles: Record<string, string> = {
  first_name: 'The name',
  last_name: 'The last name',
  notes: 'The notes',
}

const problemOf = (issue: { path: PropertyKey[]; message: string } | undefined) => {
  const field = String(issue?.path[0])
  if (field === 'first_name' && issue?.message === required) return 'There is no name'
  // Of the ways to have no email the schema names none.
  if (field === 'email') return 'The email is not an email address'
  return `${titles[field] ?? field}: ${issue?.message}`
}

/** The last word of a name is the last name. */
function splitName(name: string): { first_name: string; last_name: string } {
  const words = name.split(/\s+/).filter(Boolean)
  const last_name = words.length > 1 ? (words.pop() ?? '') : ''
  return { first_name: words.join(' '), last_name }
}

function readNumber(cell: string): { mobile: string; reason?: string } {
  if (cell === '') return { mobile: '', reason: 'There is no phone number' }
  if (/^\d([.,]\d+)?E[+-]?\d{1,3}$/i.test(cell))
    return { mobile: '', reason: 'A spreadsheet has shortened this phone number: its digits are lost' }
  const mobile = toE164(cell.replace(/^(\d+)\.0+$/, '$1'))
  return mobile === undefined
    ? { mobile: '', reason: 'The phone number does not have 6 to 15 digits after its country code' }
    : { mobile }
}

function tagsOf(cell: string): { tags: string[]; reason?: string } {
  if (cell === '') return { tags: [] }
  const parsed = createUser.schema.body.shape.tags.safeParse(splitTags(cell).slice(0, mostTags + 1))
  return parsed.success
    ? { tags: parsed.data }
    : { tags: [], reason: `The tags: ${parsed.error.issues[0]?.message}` }
}

/** The address of a line; what is no whole address becomes a note, so that nothing is lost. */
function addressOf(values: Partial<Record<ImportField, string>>): {
  address: Address | undefined
  rest: string
} {
  const { line1 = '', line2 = '', city = '', state = '', country = '', pincode = '' } = values
  const parts = [line1, line2, city, state, pincode].filter(Boolean)
  if (parts.length === 0) return { address: undefined, rest: '' }
  const typed = { line1, line2, city, state, pincode, ...(country && { country }) }
  const parsed = Address.safeParse(typed)
  return parsed.success
    ? { address: parsed.data, rest: '' }
    : { address: undefined, rest: `Address: ${parts.join(', ')}` }
}
