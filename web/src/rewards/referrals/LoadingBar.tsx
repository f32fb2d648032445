import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useEffect, useRef } from 'react'

type Props = {
  /** Whether the next page is loading. */
  isLoading: boolean
  /** Whether anything is loading: two requests for the list must not overlap. */
  isBusy: boolean
  onLoad: () => void
}

/**
 * Loads the next page when it scrolls into view; the button does the same for the keyboard or without
 * IntersectionObserver.
 */
export function LoadingBar({ isLoading, isBusy, onLoad }: Props) {
  const bar = useRef<HTMLDivElement>(null)
  const latest = useRef(onLoad)
  useEffect(() => {
    latest.current = onLoad
  }, [onLoad])

  // Restarted after each page: a bar that is still visible then loads again.
  useEffect(() => {
    if (isBusy || !bar.current || !('IntersectionObserver' in window)) return undefined
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) latest.current()
    })
    observer.observe(bar.current)
    return () => observer.disconnect()
  }, [isBusy])

  return (
    <Box ref={bar} sx={{ display: 'grid', justifyItems: 'center', py: 2 }}>
      {/* Not disabled while it loads, to keep the keyboard focus. */}
      <Button
        color="inherit"
        aria-disabled={isLoading}
        onClick={() => !isBusy && onLoad()}
        sx={{ color: 'text.secondary' }}
      >
        {isLoading ? 'Loading...' : 'Load more'}
      </Button>
    </Box>
  )
}
