import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { useEffect, useEffectEvent } from 'react'
import { QrCode2Outlined as QrCode } from '../../base/icons/frame.tsx'
import { BlockOutlined as Block, Check } from '../../base/icons/screens.tsx'
import type { Shown } from './useScans.ts'

// The same in light and dark: people know them from afar. White on each is readable.
const backgrounds = { yes: '#126331', no: '#a81b12', next: '#1d4f9e' } as const
const Icons = { yes: Check, no: Block, next: QrCode }

/** A yes goes by itself; a no stays until somebody has seen it. */
const yesMs = 2_500

type Props = { shown: Shown; onDismiss: () => void }

/** What came of a scan, over the whole screen, readable at arm's length. A tap anywhere goes on; so does the next scan. */
export function ScanAnswer({ shown, onDismiss }: Props) {
  const { kind, headline, message, number } = shown
  const dismiss = useEffectEvent(onDismiss)
  useEffect(() => {
    const timer = kind === 'yes' ? setTimeout(() => dismiss(), yesMs) : undefined
    return () => clearTimeout(timer)
  }, [kind])
  const Icon = Icons[kind]
  return (
    <ButtonBase
      onClick={onDismiss}
      sx={{
        position: 'fixed',
        inset: 0,
        zIndex: 'modal',
        display: 'grid',
        alignContent: 'center',
        justifyItems: 'center',
        gap: 2,
        p: 3,
        pb: 12,
        textAlign: 'center',
        color: '#fff',
        bgcolor: backgrounds[kind],
        overflowWrap: 'anywhere',
      }}
    >
      <Icon size="clamp(72px, 22vmin, 200px)" />
      <Box component="span" role={kind === 'no' ? 'alert' : 'status'} sx={{ display: 'grid', gap: 1.5 }}>
        <Box
          component="span"
          sx={{ fontSize: 'clamp(2.25rem, 9vmin, 5rem)', lineHeight: 1.1, fontWeight: 750 }}
        >
          {headline}
        </Box>
        {number !== null && (
          <Box
            component="span"
            sx={{
              fontSize: 'clamp(3rem, 14vmin, 8rem)',
              lineHeight: 1,
              fontWeight: 750,
              letterSpacing: '-0.02em',
            }}
          >
            {number}
          </Box>
        )}
        <Box component="span" sx={{ fontSize: 'clamp(1.375rem, 4.5vmin, 2.25rem)', lineHeight: 1.3 }}>
          {message}
        </Box>
      </Box>
      <Box
        component="span"
        sx={{
          position: 'absolute',
          insetInline: 16,
          bottom: 'calc(16px + env(safe-area-inset-bottom))',
          py: 2,
          border: '2px solid #fff',
          borderRadius: 1,
          fontSize: '1.25rem',
          fontWeight: 650,
        }}
      >
        Next scan
      </Box>
    </ButtonBase>
  )
}
