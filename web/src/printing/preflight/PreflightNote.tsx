import type { PrintOptions } from '@our-print/contract/orders/price.ts'
import type { Preflight } from '@our-print/contract/printing/preflight.ts'
import { preflightWarnings } from '@our-print/contract/printing/preflightWarnings.ts'
import { useQuery } from '@tanstack/react-query'
import { capitalized, count, plural } from '../../base/format/format.ts'
import { Button } from '../../base/ui/Button.tsx'
import styles from './PreflightNote.module.css'
import { preflightQuery } from './useColorPages.ts'

type Props = {
  /** The id of an upload, or of an order's file. */
  file: string
  name: string
  paper: PrintOptions['paper_size']
}

/** How a file will print: its colour pages, and what may come out differently from what is expected. */
export default function PreflightNote({ file, name, paper }: Props) {
  const report = useQuery(preflightQuery(file))
  if (report.isError)
    return (
      <div role="alert" className={styles.note}>
        {report.error.status === 422
          ? report.error.message
          : `${name} is not checked yet. ${report.error.message}`}{' '}
        {report.error.status !== 422 && (
          <Button look="plain" size="small" tone="accent" onClick={() => void report.refetch()}>
            Check again
          </Button>
        )}
      </div>
    )
  if (!report.data) return <div className={styles.note}>Checking how it prints…</div>
  return (
    <div className={styles.note}>
      <div className={styles.ink}>{inkText(report.data)}</div>
      <ul aria-label={`Warnings for ${name}`} className={styles.warnings}>
        {preflightWarnings(report.data, paper).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  )
}

/** "12 in colour, 40 black and white, 1 blank"; "All 3 pages in colour" */
export function inkText({ pages, color_pages, black_pages, blank_pages, damaged_pages }: Preflight): string {
  const kinds = [
    [color_pages, 'in colour'],
    [black_pages, 'black and white'],
    [blank_pages, 'blank'],
  ] as const
  const found = kinds.filter(([{ count: some }]) => some > 0)
  const [only] = found
  if (only && found.length === 1 && damaged_pages.count === 0) {
    return pages === 1 ? capitalized(only[1]) : `All ${plural(pages, 'page')} ${only[1]}`
  }
  return found.map(([{ count: some }, words]) => `${count(some)} ${words}`).join(', ')
}
