import { clsx } from 'clsx'
import type { HTMLAttributes, ReactNode, Ref } from 'react'
import styles from './Layout.module.css'

/** Steps of space: 1 is 4 px, 2 is 8, 3 is 12, 4 is 16, 6 is 24. */
export type Gap = 0 | 1 | 2 | 3 | 4 | 6

type Props = Omit<HTMLAttributes<HTMLElement>, 'style'> & {
  gap?: Gap
  align?: 'start' | 'center' | 'end' | 'baseline' | 'stretch'
  justify?: 'center' | 'end' | 'between'
  wrap?: boolean
  /** Takes the room that its neighbours leave. */
  fill?: boolean
  /** What it shows belongs to an earlier choice, until the answer for this one is here. */
  older?: boolean
  /** For forms. */
  noValidate?: boolean
  as?: 'div' | 'span' | 'section' | 'ul' | 'li' | 'p' | 'header' | 'footer' | 'form' | 'output' | 'label'
  ref?: Ref<HTMLElement>
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

function layout(kind: 'stack' | 'row') {
  return ({
    gap = 0,
    align,
    justify,
    wrap,
    fill,
    older = false,
    as = 'div',
    className,
    ref,
    ...rest
  }: Props) => {
    const Element = as as 'div'
    return (
      <Element
        ref={ref as Ref<HTMLDivElement>}
        {...(older && { 'aria-busy': true })}
        {...rest}
        className={clsx(
          styles[kind],
          styles[`gap${gap}`],
          align && styles[`align${capital(align)}`],
          justify && styles[`justify${capital(justify)}`],
          wrap && styles.wrap,
          fill && styles.fill,
          older && styles.older,
          className,
        )}
      />
    )
  }
}

/** Parts below each other. */
export const Stack = layout('stack')

/** Parts beside each other, on one middle line. */
export const Row = layout('row')

/** Takes the room between two parts of a row. */
export const Spacer = () => <span className={styles.fill} />

type ColumnsProps = {
  /** Three short ones; two on a phone. */
  three?: boolean
  children: ReactNode
}

/** Two parts of one width beside each other, where there is room. */
export const Columns = ({ three, children }: ColumnsProps) => (
  <div className={clsx(styles.columns, three && styles.three)}>{children}</div>
)
