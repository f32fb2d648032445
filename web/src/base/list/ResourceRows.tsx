import { clsx } from 'clsx'
import { type ChangeEvent, type MouseEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { SortLabel } from '../listView/SortLabel.tsx'
import { directionOf } from '../listView/sorting.ts'
import { highlightOf } from '../live/live.ts'
import { Link, useNavigate } from '../router/router.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import type { TableView } from './columns.tsx'
import styles from './ResourceRows.module.css'

const classOf = ({ align, wide }: { align?: string | undefined; wide?: boolean | undefined }) =>
  clsx(align === 'right' && styles.right, wide && styles.wide) || undefined

/** The space that a column needs at least. */
const leastWidth = (width: number | string | undefined) => (typeof width === 'number' ? width : 120)

/** Whether a click is meant for the row, not for a control in it or for selecting text. */
export const isRowClick = (event: MouseEvent) =>
  !(event.target as HTMLElement).closest('a, button, input, label, [role=menu], dialog') &&
  !window.getSelection()?.toString()

/** Whether a checkbox was clicked with the Shift key: then it selects a range. */
export const isRange = ({ nativeEvent }: ChangeEvent) => (nativeEvent as globalThis.MouseEvent).shiftKey

/** Whether an element has less width than `least`. Only CSS that is made while the page runs could ask for any width. */
function useNarrowerThan(least: number | undefined, box: RefObject<HTMLElement | null>): boolean {
  const [narrower, setNarrower] = useState(false)
  useLayoutEffect(() => {
    const element = box.current
    if (least === undefined || !element || typeof ResizeObserver === 'undefined') return undefined
    const measure = () => setNarrower(element.clientWidth < least)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [least, box])
  return narrower && least !== undefined
}

/** The rows of a list as a table, on wide screens. */
export function Rows<T extends { id: string }>({ view }: { view: TableView<T> }) {
  const { rows, rowLink, rowName, selection, sorting, headerBar, label } = view
  const columns = view.columns.filter(({ only }) => only !== 'card')
  const navigate = useNavigate()
  const least = columns.reduce((sum, { width }) => sum + leastWidth(width), 48)
  const box = useRef<HTMLDivElement>(null)
  const sideways = useNarrowerThan(view.scrolls ? least : undefined, box)
  return (
    <div ref={box} className={clsx(styles.rows, sideways && styles.sideways)}>
      {headerBar && (
        <div className={styles.headerBar}>
          <div>{headerBar}</div>
        </div>
      )}
      <table
        aria-label={label}
        className={clsx(styles.table, headerBar !== undefined && styles.stays, rowLink && styles.opens)}
        style={view.scrolls ? { minWidth: least } : undefined}
      >
        <thead>
          <tr>
            {selection && (
              <th scope="col" className={styles.check}>
                <Checkbox
                  checked={selection.all}
                  indeterminate={!selection.all && selection.some}
                  onChange={selection.toggleAll}
                  aria-label="Select all on this page"
                />
              </th>
            )}
            {columns.map((column) => {
              const { id, title, align, width, sort } = column
              const direction = sort && sorting && directionOf(sort, sorting.ordering)
              return (
                <th
                  key={id}
                  scope="col"
                  aria-sort={direction && (direction === 'asc' ? 'ascending' : 'descending')}
                  className={classOf(column)}
                  style={{ width }}
                >
                  {sort && sorting ? (
                    <SortLabel title={title} sort={sort} sorting={sorting} align={align ?? 'left'} />
                  ) : (
                    title
                  )}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={row.id}
              data-row={row.id}
              tabIndex={-1}
              className={selection?.has(row) ? styles.selected : undefined}
              onClick={(event) => {
                if (rowLink && isRowClick(event)) navigate(rowLink(row))
              }}
              {...highlightOf(view.highlights, row.id)}
            >
              {selection && (
                <td className={styles.check}>
                  <Checkbox
                    checked={selection.has(row)}
                    onChange={(event) => selection.toggle(row, isRange(event))}
                    aria-label={`Select ${rowName(row)}`}
                  />
                </td>
              )}
              {columns.map((column, at) => (
                <td key={column.id} className={classOf(column)}>
                  {at === 0 && rowLink ? (
                    <Link to={rowLink(row)} className={styles.name}>
                      {column.cell(row)}
                    </Link>
                  ) : (
                    column.cell(row)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
