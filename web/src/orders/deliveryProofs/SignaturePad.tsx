import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import Pad from 'signature_pad'

const height = 200

type Props = { onChange: (signature: File | undefined) => void }

/** A field to sign in with the finger. Paper and ink are the same in dark mode, as in the stored picture. */
export function SignaturePad({ onChange }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [pad, setPad] = useState<Pad>()
  const [isSigned, setSigned] = useState(false)

  const take = useEffectEvent((of: HTMLCanvasElement) => {
    setSigned(true)
    of.toBlob(
      (blob) => blob && onChange(new File([blob], 'signature.png', { type: 'image/png' })),
      'image/png',
    )
  })

  useEffect(() => {
    const { current: element } = canvas
    if (!element) return undefined
    const drawn = new Pad(element, {
      backgroundColor: '#ffffff',
      penColor: '#10204a',
      minWidth: 1,
      maxWidth: 3,
    })
    let width = 0
    // A phone that is turned keeps the signature. An open keyboard changes the height only.
    const fit = () => {
      if (element.offsetWidth === width) return
      width = element.offsetWidth
      const ratio = Math.min(2, window.devicePixelRatio)
      element.width = width * ratio
      element.height = height * ratio
      element.getContext('2d')?.scale(ratio, ratio)
      drawn.redraw()
    }
    fit()
    window.addEventListener('resize', fit)
    drawn.addEventListener('endStroke', () => take(element))
    setPad(drawn)
    return () => {
      window.removeEventListener('resize', fit)
      drawn.off()
    }
  }, [])

  function clear() {
    pad?.clear()
    setSigned(false)
    onChange(undefined)
  }

  return (
    <Box>
      <Box
        component="figure"
        aria-label={isSigned ? 'The signature' : 'Space for a signature'}
        sx={{
          m: 0,
          position: 'relative',
          height,
          border: 1,
          borderColor: 'text.secondary',
          borderRadius: 1,
          overflow: 'hidden',
        }}
      >
        <Box
          component="canvas"
          ref={canvas}
          sx={{
            display: 'block',
            width: 1,
            height: 1,
            bgcolor: '#fff',
            touchAction: 'none',
            cursor: 'crosshair',
          }}
        />
        {!isSigned && (
          <Box
            aria-hidden
            sx={{
              position: 'absolute',
              insetInline: 16,
              bottom: 40,
              borderTop: '1px solid #767676',
              pt: 0.5,
              color: '#595959',
              typography: 'body2',
              pointerEvents: 'none',
            }}
          >
            Sign here with your finger
          </Box>
        )}
      </Box>
      <Button color="inherit" size="large" disabled={!isSigned} onClick={clear}>
        Clear signature
      </Button>
    </Box>
  )
}
