import { clsx } from 'clsx'
import { useLayoutEffect, useRef } from 'react'
import { RouterLink } from './RouterLink.tsx'
import styles from './Tabs.module.css'

type Props = {
  /** The name of the tabs for screen readers. */
  label: string
  tabs: readonly { value: string; label: string; to: string; title?: string | undefined }[]
  /** The value of the current one. */
  value: string
  /** `pills` are beneath tabs with a line: views of one of these. */
  look?: 'line' | 'pills'
}

/**
 * Tabs as links, so that each has its address and works with Back and new tabs. A region: the one navigation of a page is its side
 * menu.
 */
export function Tabs({ label, tabs, value, look = 'line' }: Props) {
  const row = useRef<HTMLElement>(null)
  const at = tabs.findIndex((tab) => tab.value === value)
  // Scrolls the current tab into view if not all fit. The first one always is: to ask would cost a layout.
  useLayoutEffect(() => {
    const current = row.current?.children[at]
    if (!row.current || !(current instanceof HTMLElement) || at === 0) return
    row.current.scrollLeft = current.offsetLeft - (row.current.clientWidth - current.offsetWidth) / 2
  }, [at])
  return (
    <section ref={row} aria-label={label} className={clsx(styles.tabs, styles[look])}>
      {tabs.map((tab) => (
        <RouterLink
          key={tab.value}
          to={tab.to}
          title={tab.title}
          aria-current={tab.value === value ? 'page' : undefined}
          className={styles.tab}
        >
          {tab.label}
        </RouterLink>
      ))}
    </section>
  )
}
