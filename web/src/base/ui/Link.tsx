import { clsx } from 'clsx'
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, Ref } from 'react'

import styles from './Link.module.css'
import { RouterLink, useOpens } from './RouterLink.tsx'

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'className' | 'style'> & {
  /** A screen of the app. */
  to?: string
  /** `inherit` looks like the text around it until the pointer is there. */
  tone?: 'accent' | 'inherit'
  strong?: boolean
  /** For a link within a sentence, which colour alone would not show. */
  underlined?: boolean
  /** Beside buttons: with room to hit it. */
  roomy?: boolean
  /** The place replaces this one in the history. */
  replace?: boolean
  ref?: Ref<HTMLAnchorElement>
}

/** A link to a screen (`to`), or to a file, a phone or another site (`href`). */
export function Link({ to, tone = 'accent', strong, underlined, roomy, replace, children, ...rest }: Props) {
  const className = clsx(
    styles.link,
    tone === 'inherit' && styles.inherit,
    strong && styles.strong,
    underlined && styles.underlined,
    roomy && styles.roomy,
  )
  // Its text says something anyhow.
  const opens = useOpens()
  if (to !== undefined && !opens(to)) return children
  return to === undefined ? (
    <a {...rest} className={className}>
      {children}
    </a>
  ) : (
    <RouterLink {...rest} to={to} replace={replace ?? false} className={className}>
      {children}
    </RouterLink>
  )
}

type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'style' | 'type'>

/** A button within a sentence, which looks like a link of it. */
export const LinkButton = ({ children, ...props }: ButtonProps) => (
  <button {...props} type="button" className={clsx(styles.link, styles.button)}>
    {children}
  </button>
)
