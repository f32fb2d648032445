import { clsx } from 'clsx'
import { highlightOf } from '../live/live.ts'
import { useNavigate } from '../router/router.tsx'
import { Card } from '../ui/Card.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Link } from '../ui/Link.tsx'
import type { Column, TableView } from './columns.tsx'
import styles from './ResourceCards.module.css'
import { isRange, isRowClick } from './ResourceRows.tsx'
import { useTapGuard } from './useTapGuard.ts'

const placeOf = <T,>(column: Column<T>, at: number) => column.card ?? (at === 0 ? 'title' : 'line')

/** The rows at phone width: one card each, no sideways scrolling. */
export function Cards<T extends { id: string }>({ view }: { view: TableView<T> }) {
  return (
    <ul aria-label={view.label} className={styles.cards}>
      {view.rows.map((row) => (
        <RowCard key={row.id} row={row} view={view} />
      ))}
    </ul>
  )
}

type RowCardProps<T> = { row: T; view: TableView<T> }

function RowCard<T extends { id: string }>({
  row,
  view: { columns, rowLink, rowName, selection, highlights },
}: RowCardProps<T>) {
  const navigate = useNavigate()
  const at = (place: string) => columns.filter((column, index) => placeOf(column, index) === place)
  const lines = columns.filter((column, index) => ['line', 'text'].includes(placeOf(column, index)))
  const show = (place: string) => at(place).map(({ id, cell }) => <span key={id}>{cell(row)}</span>)
  return (
    <Card
      as="li"
      pad={3}
      chosen={selection?.has(row)}
      data-row={row.id}
      tabIndex={-1}
      {...useTapGuard()}
      {...highlightOf(highlights, row.id)}
      className={clsx(rowLink && styles.opens)}
      onClick={(event) => {
        if (rowLink && isRowClick(event)) navigate(rowLink(row))
      }}
    >
      <div className={styles.head}>
        {selection && (
          <span className={styles.check}>
            <Checkbox
              checked={selection.has(row)}
              onChange={(event) => selection.toggle(row, isRange(event))}
              aria-label={`Select ${rowName(row)}`}
            />
          </span>
        )}
        <div className={styles.title}>
          {rowLink ? (
            <Link to={rowLink(row)} tone="inherit">
              {show('title')}
            </Link>
          ) : (
            show('title')
          )}
        </div>
        {show('corner')}
      </div>
      {at('subtitle').length > 0 && <div className={styles.subtitle}>{show('subtitle')}</div>}
      {lines.length > 0 && (
        <dl className={styles.lines}>
          {lines.map(({ id, title, card, cell }) => (
            <div key={id} className={clsx(card === 'text' && styles.text)}>
              <dt>{title}</dt>
              <dd>{cell(row)}</dd>
            </div>
          ))}
        </dl>
      )}
      {at('footer').length > 0 && <div className={styles.footer}>{show('footer')}</div>}
    </Card>
  )
}
