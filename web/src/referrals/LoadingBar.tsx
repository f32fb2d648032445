import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useEffect, useRef } from 'react'

type Props = {
  /** The next page is on its way. */
  isLoading: boolean
  /** Anything is on its way: two readings of one list must not cross. */
  isBusy: boolean
  onLoad: () => void
}

/** Asks for the next page as it comes into sight; the button does the same by keyboard, or where nothing watches. */
export function LoadingBar({ isLoading, isBusy, onLoad }: Props) {
  const bar = useRef<HTMLDivElement>(null)
  const latest = useRef(onLoad)
  useEffect(() => {
    latest.current = onLoad
  }, [onLoad])

  // Begun anew after each page: a bar that is still in sight then asks again.
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
      {/* Not disabled while it loads: who came by keyboard keeps their place. */}
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
