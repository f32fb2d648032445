import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useRef } from 'react'
import { PhotoCameraOutlined as PhotoCamera } from '../../base/icons/screens.tsx'
import { type CameraState, useCamera } from './useCamera.ts'

const stateTexts: Partial<Record<CameraState, string>> = {
  starting: 'The camera is starting…',
  denied: 'This site may not use the camera. Allow it beside the address of the page, then try again.',
  missing: 'This device has no camera.',
  busy: 'Another app has the camera. Close it, then try again.',
  insecure:
    'Browsers give the camera only to addresses that start with https. Ask who runs the shop’s server.',
  failed: 'The camera could not be started.',
}
const isFailure = (state: CameraState) => state !== 'off' && state !== 'starting' && state !== 'on'

type Props = { isOn: boolean; onSwitch: (isOn: boolean) => void; onCode: (text: string) => void }

/** The picture of the camera with a frame for the code, or why there is none. */
export function CameraView({ isOn, onSwitch, onCode }: Props) {
  const video = useRef<HTMLVideoElement>(null)
  const { state, torch } = useCamera(video, isOn, onCode)
  return (
    <Box sx={view}>
      <Box
        component="video"
        ref={video}
        muted
        playsInline
        aria-label="Picture of the camera"
        sx={{
          position: 'absolute',
          inset: 0,
          width: 1,
          height: 1,
          objectFit: 'cover',
          visibility: state === 'on' ? 'visible' : 'hidden',
        }}
      />
      {state === 'on' ? (
        <Box aria-hidden sx={frame} />
      ) : (
        <Box
          sx={{
            position: 'relative',
            display: 'grid',
            gap: 2,
            justifyItems: 'center',
            p: 3,
            textAlign: 'center',
          }}
        >
          <PhotoCamera aria-hidden sx={{ fontSize: 48, opacity: 0.8 }} />
          <Box role={isFailure(state) ? 'alert' : undefined} sx={{ maxWidth: 360, fontSize: '1rem' }}>
            {stateTexts[state] ?? 'Scan with the camera, or with a desk scanner at any time.'}
          </Box>
          {state !== 'starting' && state !== 'insecure' && (
            <Button
              variant="contained"
              size="large"
              onClick={() => {
                // Off and on again asks the browser anew.
                onSwitch(false)
                setTimeout(() => onSwitch(true))
              }}
            >
              {isFailure(state) ? 'Try again' : 'Use the camera'}
            </Button>
          )}
        </Box>
      )}
      {state === 'on' && (
        <Box sx={{ position: 'absolute', insetInline: 12, bottom: 12, display: 'flex', gap: 1 }}>
          <Button sx={onPicture} onClick={() => onSwitch(false)}>
            Camera off
          </Button>
          {torch && (
            <Button sx={onPicture} aria-pressed={torch.isOn} onClick={torch.change}>
              {torch.isOn ? 'Light off' : 'Light on'}
            </Button>
          )}
        </Box>
      )}
    </Box>
  )
}

const view = {
  position: 'relative',
  display: 'grid',
  alignContent: 'center',
  justifyItems: 'center',
  minHeight: { xs: 'min(52dvh, 440px)', md: 440 },
  overflow: 'hidden',
  borderRadius: { md: 2 },
  color: '#fff',
  bgcolor: '#14181a',
} as const

const frame = {
  position: 'relative',
  width: 'min(62vmin, 260px)',
  aspectRatio: '1',
  border: '3px solid rgb(255 255 255 / 0.9)',
  borderRadius: 2,
  boxShadow: '0 0 0 100vmax rgb(0 0 0 / 0.35)',
} as const

const onPicture = {
  minHeight: 48,
  color: '#fff',
  bgcolor: 'rgb(0 0 0 / 0.65)',
  '&:hover': { bgcolor: 'rgb(0 0 0 / 0.8)' },
} as const
