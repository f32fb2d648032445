import { clsx } from 'clsx'
import type { HTMLAttributes, ReactNode, Ref } from 'react'
import type { Tone } from '../icons/Icon.tsx'
import colors from '../icons/tones.module.css'
import styles from './Text.module.css'

type Level = 'h1' | 'h2' | 'h3' | 'h4'

type Props = Omit<HTMLAttributes<HTMLElement>, 'className' | 'style'> & {
  /** Of the type scale; without it the text is as large as what it stands in. */
  size?: 'figure' | 'title' | 'heading' | 'subheading' | 'body' | 'label' | 'small' | 'caption'
  tone?: Tone | undefined
  strong?: boolean
  align?: 'right' | 'center'
  /** One line that ends with dots, two lines at most, a name that breaks anywhere, one line whatever happens, lines as typed. */
  flow?: 'line' | 'twoLines' | 'wrap' | 'keep' | 'lines'
  as?: 'span' | 'p' | 'div' | 'dt' | 'dd' | 'strong' | 'legend' | 'output' | 'time' | 'li' | Level
  ref?: Ref<HTMLElement>
  children?: ReactNode
}

/** Text by the type scale and the colours with meaning; an inline part unless `as` says otherwise. */
export function Text({ size, tone, strong, align, flow, as = 'span', ref, ...rest }: Props) {
  const Element = as as 'span'
  const needsBlock = as === 'span' && (align || flow === 'line' || flow === 'lines')
  return (
    <Element
      ref={ref}
      {...rest}
      className={clsx(
        styles.text,
        size && styles[size],
        tone && colors[tone],
        strong && styles.strong,
        align && styles[align],
        flow && styles[flow],
        needsBlock && styles.block,
      )}
    />
  )
}

const sizes = { h1: 'title', h2: 'heading', h3: 'subheading', h4: 'label' } as const

type HeadingProps = Omit<Props, 'as' | 'size'> & {
  level: Level
  /** The size, where it is not that of the level. */
  like?: Level
}

/** A heading: its level is for screen readers, `like` for the eye. */
export const Heading = ({ level, like = level, ...rest }: HeadingProps) => (
  <Text {...rest} as={level} size={sizes[like]} />
)

/** Invisible, but read by screen readers. */
export const VisuallyHidden = ({ as = 'span', ...rest }: Omit<Props, 'size' | 'tone'>) => {
  const Element = as as 'span'
  return <Element {...rest} className={styles.hidden} />
}
