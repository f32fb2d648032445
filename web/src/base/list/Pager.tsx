import { count } from '../format/format.ts'
import { ChevronLeft, ChevronRight, ExpandMore, FirstPage, LastPage } from '../icons/frame.tsx'
import { IconButton } from '../ui/Button.tsx'
import styles from './Pager.module.css'

type Props = {
  page: number
  pageSize: number
  total: number
  /** There may be more rows than `total`: the next page tells. */
  hasMore?: boolean
  onPage: (page: number) => void
  /** How many rows a page can have, and a function that chooses it. */
  sizes?: { options: readonly number[]; onChoose: (size: number) => void } | undefined
}

/** '1–10 of 8,12,345' or '1–10 of 3,000+', and buttons to the other pages. */
export function Pager({ page, pageSize, total, hasMore = false, onPage, sizes }: Props) {
  const last = Math.max(1, Math.ceil(total / pageSize))
  const from = (page - 1) * pageSize + 1
  const to = Math.min(total, page * pageSize)
  const all = hasMore ? `${count(total)}+` : count(total)
  const steps = [
    { label: 'First page', to: 1, Icon: FirstPage, off: page <= 1 },
    { label: 'Previous page', to: page - 1, Icon: ChevronLeft, off: page <= 1 },
    { label: 'Next page', to: page + 1, Icon: ChevronRight, off: page >= last },
    { label: 'Last page', to: last, Icon: LastPage, off: page >= last },
  ]
  return (
    <section aria-label="Pages" className={styles.pager}>
      {sizes && total > Math.min(...sizes.options) && (
        <RowsSelect size={pageSize} options={sizes.options} onChoose={sizes.onChoose} />
      )}
      <span className={styles.range}>{from <= to ? `${count(from)}–${count(to)} of ${all}` : all}</span>
      <span className={styles.steps}>
        {steps.map(({ label, to, Icon, off }) => (
          <IconButton key={label} size="small" aria-label={label} disabled={off} onClick={() => onPage(to)}>
            <Icon />
          </IconButton>
        ))}
      </span>
    </section>
  )
}

type RowsSelectProps = { size: number; options: readonly number[]; onChoose: (size: number) => void }

const RowsSelect = ({ size, options, onChoose }: RowsSelectProps) => (
  <label className={styles.rows}>
    Rows
    <span className={styles.choice}>
      <select
        className={styles.select}
        value={size}
        onChange={(event) => onChoose(Number(event.target.value))}
      >
        {options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
      <ExpandMore size={16} />
    </span>
  </label>
)
