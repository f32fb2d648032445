import { clsx } from 'clsx'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { PhotoCameraOutlined as PhotoCamera } from '../../base/icons/screens.tsx'
import { Button } from '../../base/ui/Button.tsx'
import styles from './CameraView.module.css'
import { openCodeReader } from './codeReader.ts'

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
    <div className={styles.view}>
      <video
        ref={video}
        muted
        playsInline
        aria-label="Picture of the camera"
        className={clsx(styles.picture, state === 'on' && styles.on)}
      />
      {state === 'on' ? (
        <div aria-hidden className={styles.frame} />
      ) : (
        <div className={styles.off}>
          <PhotoCamera size={48} />
          <div role={isFailure(state) ? 'alert' : undefined} className={styles.words}>
            {stateTexts[state] ?? 'Scan with the camera, or with a desk scanner at any time.'}
          </div>
          {state !== 'starting' && state !== 'insecure' && (
            <Button
              look="primary"
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
        </div>
      )}
      {state === 'on' && (
        <div className={styles.buttons}>
          <button type="button" className={styles.button} onClick={() => onSwitch(false)}>
            Camera off
          </button>
          {torch && (
            <button type="button" className={styles.button} aria-pressed={torch.isOn} onClick={torch.change}>
              {torch.isOn ? 'Light off' : 'Light on'}
            </button>
          )}
        </div>
      )}
    </div>
  )
}

/** `insecure`: browsers give the camera to https pages only. `failed`: the reader of codes could not be started. */
type CameraState = 'off' | 'starting' | 'on' | 'denied' | 'missing' | 'busy' | 'insecure' | 'failed'

type TorchTrack = MediaTrackCapabilities & { torch?: boolean }

/** Pictures that are looked at: some in a second find a code at once and leave the phone cool. */
const pauseMs = 90

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const reasons: Record<string, CameraState> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
  AbortError: 'busy',
}

const open = () =>
  navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
  })

type Torch = { track: MediaStreamTrack; isOn: boolean }

type Listener = {
  onState: (state: CameraState) => void
  onTorch: (torch: Torch) => void
  onCode: (text: string) => void
}

/** Shows the camera in the video and reads codes until the signal. */
async function run(screen: HTMLVideoElement, { onState, onTorch, onCode }: Listener, signal: AbortSignal) {
  onState('starting')
  const stream = await open()
  const stop = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  if (signal.aborted) return stop()
  signal.addEventListener('abort', stop)
  screen.srcObject = stream
  await screen.play()
  const [track] = stream.getVideoTracks()
  if (track && (track.getCapabilities?.() as TorchTrack | undefined)?.torch) onTorch({ track, isOn: false })
  const reader = await openCodeReader()
  if (!signal.aborted) onState('on')
  while (!signal.aborted) {
    // A picture that comes while one is read is left out.
    const text = screen.readyState >= screen.HAVE_CURRENT_DATA ? await reader.read(screen) : undefined
    if (text && !signal.aborted) onCode(text)
    await pause(pauseMs)
  }
  reader.close()
}

/** Shows the camera in the video and tells each code that it sees, again and again while it sees it. */
function useCamera(
  video: RefObject<HTMLVideoElement | null>,
  isWanted: boolean,
  onCode: (text: string) => void,
) {
  const [state, setState] = useState<CameraState>('off')
  const [torch, setTorch] = useState<Torch>()
  const isSeen = useIsSeen()
  const isOn = isWanted && isSeen
  const saw = useEffectEvent(onCode)

  useEffect(() => {
    const screen = video.current
    if (!isOn || !screen) return undefined
    const end = new AbortController()
    const change = (now: CameraState) => {
      if (!end.signal.aborted) setState(now)
    }
    const listener = { onState: change, onTorch: setTorch, onCode: (text: string) => saw(text) }
    // Pages without https have none.
    if (!navigator.mediaDevices) change('insecure')
    else
      run(screen, listener, end.signal).catch((error: unknown) =>
        change(reasons[error instanceof Error ? error.name : ''] ?? 'failed'),
      )
    return () => {
      end.abort()
      setTorch(undefined)
      setState('off')
    }
  }, [isOn, video])

  const switchTorch = torch && {
    isOn: torch.isOn,
    change: () => {
      const isOn = !torch.isOn
      setTorch({ ...torch, isOn })
      void torch.track
        .applyConstraints({ advanced: [{ torch: isOn } as MediaTrackConstraintSet] })
        .catch(() => setTorch(undefined))
    },
  }
  return { state, torch: switchTorch }
}

/** A page in the background gives the camera back: other apps may need it, and it costs battery. */
function useIsSeen(): boolean {
  const [isSeen, setSeen] = useState(() => document.visibilityState !== 'hidden')
  useEffect(() => {
    const updateVisibility = () => setSeen(document.visibilityState !== 'hidden')
    document.addEventListener('visibilitychange', updateVisibility)
    return () => document.removeEventListener('visibilitychange', updateVisibility)
  }, [])
  return isSeen
}
