/** One measured work: a row of a table of the page. */
export type Row = {
  work: string
  measured: string
  target?: string
  /** Whether the target is reached, where there is one. */
  isKept?: boolean
}
/** What was measured: the product of today, or an older one. */
export type Column = 'before' | 'now'

/**
 * The page with a new table below the heading of a part. The other column stays as it is, and so does all text around the
 * tables, which people write.
 */
export function withTable(page: string, heading: string, rows: Row[], column: Column, about: string): string {
  const lines = page.split('\n')
  const at = lines.indexOf(`## ${heading}`)
  if (at < 0) throw new Error(`The page has no heading “${heading}”`)
  const start = lines.findIndex((line, index) => index > at && line.startsWith('|'))
  if (start < 0) throw new Error(`The page has no table below “${heading}”`)
  const after = lines.findIndex((line, index) => index > start && !line.startsWith('|'))
  const end = after < 0 ? lines.length : after
  const old = lines.slice(start, end).map((line) => line.split('|').map((cell) => cell.trim()))
  const [, , before = 'before', now = 'now'] = old[0] ?? []
  const head = column === 'now' ? [before, `now: ${about}`] : [`before: ${about}`, now]
  const table = rows.map(({ work, measured, target = '', isKept }) => {
    const [, , was = '', is = '', , kept = ''] = old.find((cells) => cells[1] === work) ?? []
    const cells = column === 'now' ? [was, measured, target, keptText(isKept)] : [measured, is, target, kept]
    return [work, ...cells]
  })
  const all = [['work', ...head, 'target', 'kept'], Array<string>(5).fill('---'), ...table]
  return lines.toSpliced(start, end - start, ...all.map((cells) => `| ${cells.join(' | ')} |`)).join('\n')
}

function keptText(isKept: boolean | undefined): string {
  if (isKept === undefined) return '–'
  return isKept ? 'yes' : '**no**'
}
