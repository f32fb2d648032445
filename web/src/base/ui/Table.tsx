import { clsx } from 'clsx'
import type { CSSProperties, ReactNode, TableHTMLAttributes, TdHTMLAttributes, ThHTMLAttributes } from 'react'
import type { Tone } from '../icons/Icon.tsx'
import { ScrollArea } from './ScrollArea.tsx'
import styles from './Table.module.css'
import { Text } from './Text.tsx'

type Props = Omit<TableHTMLAttributes<HTMLTableElement>, 'className' | 'style'> & {
  /** Its name for screen readers. */
  label?: string
  /** Columns are as wide as the heads say, whatever the cells hold. */
  fixed?: boolean
  /** Rows that can be pressed show where the pointer is. */
  hover?: boolean
  /** Without space at the sides: in a dialog, which has its own. */
  compact?: boolean
  /** The heads stay in sight while this many pixels of rows scroll beneath; the keyboard can scroll, too. */
  scrolls?: number
  children: ReactNode
}

/** A plain table of a card or a dialog: `thead`, `tbody` and `tr` are the browser's, the cells are `Th` and `Td`. */
export function Table({ label, fixed, hover, compact, scrolls, children, ...rest }: Props) {
  const table = (
    <table
      aria-label={label}
      {...rest}
      className={clsx(
        styles.table,
        fixed && styles.fixed,
        hover && styles.hover,
        compact && styles.compact,
        scrolls !== undefined && styles.stays,
      )}
    >
      {children}
    </table>
  )
  return scrolls === undefined ? (
    table
  ) : (
    <ScrollArea label={label} height={scrolls}>
      {table}
    </ScrollArea>
  )
}

type Shown = {
  align?: 'right' | undefined
  /** Not on a phone. */
  wide?: boolean
}

type ThProps = Omit<ThHTMLAttributes<HTMLTableCellElement>, 'className' | 'style' | 'align'> &
  Shown & {
    /** Of the column; on a phone it has what its cells need. */
    width?: number | string
  }

/** The head of a column, or with `scope="row"` of a row. */
export const Th = ({ align, wide, width, scope = 'col', ...rest }: ThProps) => (
  <th
    scope={scope}
    {...rest}
    {...(width !== undefined && {
      style: { '--width': typeof width === 'number' ? `${width}px` : width } as CSSProperties,
    })}
    className={
      clsx(align && styles.right, wide && styles.wide, width !== undefined && styles.set) || undefined
    }
  />
)

type TdProps = Omit<TdHTMLAttributes<HTMLTableCellElement>, 'className' | 'style' | 'align'> &
  Shown & {
    tone?: Tone | undefined
    strong?: boolean
    /** One line that ends with dots, or one line whatever happens; else the text wraps. */
    flow?: 'line' | 'keep'
    /** Space above and below, for cells of more than one line; `top`: beside cells that have several. */
    room?: 'tall' | 'top'
  }

export function Td({ align, wide, tone, strong = false, flow, room, children, ...rest }: TdProps) {
  return (
    <td
      {...rest}
      className={clsx(align && styles.right, wide && styles.wide, room && styles[room]) || undefined}
    >
      {tone || strong || flow ? (
        <Text tone={tone} strong={strong} {...(flow && { flow })}>
          {children}
        </Text>
      ) : (
        children
      )}
    </td>
  )
}
