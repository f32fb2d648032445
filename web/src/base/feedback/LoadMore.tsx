import { useEffect, useRef } from 'react'
import { Button } from '../ui/Button.tsx'
import styles from './LoadMore.module.css'

type Props = {
  /** Whether the next page is loading. */
  isLoading: boolean
  /** Whether anything is loading: two requests for the list must not overlap. */
  isBusy: boolean
  onLoad: () => void
}

/**
 * Below a list: loads its next page when it scrolls into view; the button does the same for the keyboard or without
 * IntersectionObserver.
 */
export function LoadMore({ isLoading, isBusy, onLoad }: Props) {
  const bar = useRef<HTMLDivElement>(null)
  const latest = useRef(onLoad)
  const isWanted = useRef(false)
  useEffect(() => {
    latest.current = onLoad
  }, [onLoad])

  // Restarted after each page: a bar that is still visible then loads again.
  useEffect(() => {
    if (!isBusy && isWanted.current) {
      isWanted.current = false
      latest.current()
    }
    if (isBusy || !bar.current || !('IntersectionObserver' in window)) return undefined
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) latest.current()
    })
    observer.observe(bar.current)
    return () => observer.disconnect()
  }, [isBusy])

  function press() {
    if (isLoading) return
    if (isBusy) isWanted.current = true
    else onLoad()
  }

  return (
    <div ref={bar} className={styles.bar}>
      {/* Not disabled while it loads, to keep the keyboard focus. */}
      <Button look="plain" tone="muted" aria-disabled={isLoading} onClick={press}>
        {isLoading ? 'Loading...' : 'Load more'}
      </Button>
    </div>
  )
}
