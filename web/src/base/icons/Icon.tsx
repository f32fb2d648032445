import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import styles from './Icon.module.css'
import colors from './tones.module.css'

/** A colour with meaning, of icons and of texts. */
export type Tone = 'muted' | 'disabled' | 'accent' | 'danger' | 'warning' | 'info' | 'success'

export type IconProps = {
  /** Width and height in px, or a CSS length. */
  size?: number | string
  tone?: Tone | undefined
  /** Upside down: an arrow of what is open. */
  turned?: boolean
  /** What the icon says; without it it is a decoration of the text beside it. */
  title?: string
}

export type IconType = (props: IconProps) => ReactNode

/** An icon of what is drawn in a square of 24 units. */
export const drawn =
  (parts: ReactNode): IconType =>
  ({ size = 20, tone, turned = false, title }) => (
    <svg
      viewBox="0 0 24 24"
      className={clsx(styles.icon, turned && styles.turned, tone && colors[tone])}
      style={{ width: size, height: size }}
      {...(title ? { role: 'img', 'aria-label': title } : { 'aria-hidden': true })}
    >
      {title && <title>{title}</title>}
      {parts}
    </svg>
  )

/** An icon of one path: icon`M12 2…`. */
export const icon = (parts: TemplateStringsArray, known = ''): IconType =>
  drawn(<path d={parts.join(known)} />)
