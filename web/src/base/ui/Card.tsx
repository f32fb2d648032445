import { clsx } from 'clsx'
import type { HTMLAttributes, Ref } from 'react'
import styles from './Card.module.css'

type Props = Omit<HTMLAttributes<HTMLElement>, 'style'> & {
  /** Steps of space around the content; 0 where a table or a list reaches the edges. */
  pad?: 0 | 3 | 4 | 6 | 8
  /** Rounder corners: a card that stands alone on its page. */
  large?: boolean
  /** Without a ground of its own: what is done or waits behind the others. */
  quiet?: boolean
  /** Selected among its like. */
  chosen?: boolean | undefined
  /** Cuts what reaches over its corners: rows with a ground of their own. */
  clip?: boolean
  as?: 'div' | 'section' | 'li' | 'ul' | 'ol' | 'form' | 'output' | 'aside' | 'nav'
  /** For forms. */
  noValidate?: boolean
  ref?: Ref<HTMLElement>
}

/** Things that belong together, in a frame. Its class is for its place and the layout of its content. */
export function Card({ pad = 4, large, quiet, chosen, clip, as = 'div', className, ref, ...rest }: Props) {
  const Element = as as 'div'
  return (
    <Element
      ref={ref as Ref<HTMLDivElement>}
      {...rest}
      className={clsx(
        styles.card,
        styles[`pad${pad}`],
        large && styles.large,
        quiet && styles.quiet,
        chosen && styles.chosen,
        clip && styles.clip,
        (as === 'ul' || as === 'ol') && styles.list,
        className,
      )}
    />
  )
}
