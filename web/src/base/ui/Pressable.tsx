import type { ButtonHTMLAttributes, Ref } from 'react'
import { RouterLink, useOpens } from './RouterLink.tsx'

/** With `to` a link to another screen, with `href` one to a file or another site, else a button. */
export type PressableProps = Omit<ButtonHTMLAttributes<HTMLElement>, 'className' | 'style'> & {
  to?: string
  /** Of a link to a screen: it takes the place of this one, for Back. */
  replace?: boolean
  href?: string
  target?: string
  rel?: string
  download?: string | boolean
  ref?: Ref<HTMLElement>
}

/** A link where it leads somewhere, which cannot be followed while it is disabled, else a button that sends nothing by itself. */
export function Pressable(props: PressableProps & { className: string }) {
  const { to, replace = false, href, target, rel, download, disabled, children, ref, ...element } = props
  const opens = useOpens()
  // To a screen that the person does not have.
  if (to !== undefined && !opens(to)) return null
  if (to !== undefined && !disabled) {
    return (
      <RouterLink
        {...element}
        ref={ref as Ref<HTMLAnchorElement>}
        to={to}
        replace={replace}
        target={target}
        rel={rel}
      >
        {children}
      </RouterLink>
    )
  }
  if (href !== undefined && !disabled) {
    return (
      <a
        {...element}
        ref={ref as Ref<HTMLAnchorElement>}
        href={href}
        target={target}
        rel={rel}
        download={download}
      >
        {children}
      </a>
    )
  }
  if (to !== undefined || href !== undefined) {
    return (
      <span {...disabledLink} aria-label={element['aria-label']} className={element.className}>
        {children}
      </span>
    )
  }
  return (
    <button type="button" {...element} ref={ref as Ref<HTMLButtonElement>} disabled={disabled}>
      {children}
    </button>
  )
}

// A link without an address is none for the browser.
const disabledLink = { role: 'link', 'aria-disabled': true } as const
