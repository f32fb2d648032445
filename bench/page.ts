/** One measured work: a row of a table of the page. */
export type Row = {
  work: string
  measured: string
  /** The same of what the part is measured beside. */
  beside?: string
  target?: string
  /** Whether the target is reached, where there is one. */
  isKept?: boolean
}
/** What was measured: the product of today, or an older one. */
export type Column = 'before' | 'now'
/** A measured part: its heading on the page, its rows, and what has a column beside ours. */
export type Part = { heading: string; rows: Row[]; beside?: string }

/**
 * The page with a new table below the heading of a part. The other column stays as it is, and so does all text around the
 * tables, which people write.
 */
export function withTable(page: string, part: Part, column: Column, about: string): string {
  const { heading, rows, beside } = part
  const lines = page.split('\n')
  const at = lines.indexOf(`## ${heading}`)
  if (at < 0) throw new Error(`The page has no heading “${heading}”`)
  const start = lines.findIndex((line, index) => index > at && line.startsWith('|'))
  if (start < 0) throw new Error(`The page has no table below “${heading}”`)
  const after = lines.findIndex((line, index) => index > start && !line.startsWith('|'))
  const end = after < 0 ? lines.length : after
  const old = lines.slice(start, end).map(cellsOf)
  const [, before = 'before', now = 'now'] = old[0] ?? []
  const isNow = column === 'now'
  const table = rows.map((row) => {
    const [, was = '', is = '', ...rest] = old.find(([work]) => work === row.work) ?? []
    const other = isNow ? row.beside : rest.at(-3)
    const ends = [row.target ?? '', isNow ? keptText(row.isKept) : (rest.at(-1) ?? '')]
    const figures = isNow ? [was, row.measured] : [row.measured, is]
    return [row.work, ...figures, ...(beside ? [other ?? ''] : []), ...ends]
  })
  const heads = isNow ? [before, `now: ${about}`] : [`before: ${about}`, now]
  const head = ['work', ...heads, ...(beside ? [beside] : []), 'target', 'kept']
  const all = [head, head.map(() => '---'), ...table]
  return lines.toSpliced(start, end - start, ...all.map((cells) => `| ${cells.join(' | ')} |`)).join('\n')
}

const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

function keptText(isKept: boolean | undefined): string {
  if (isKept === undefined) return '–'
  return isKept ? 'yes' : '**no**'
}
