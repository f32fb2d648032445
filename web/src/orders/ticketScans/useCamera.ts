import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { openCodeReader } from './codeReader.ts'

/** `insecure`: browsers give the camera to https pages only. `failed`: the reader of codes could not be started. */
export type CameraState = 'off' | 'starting' | 'on' | 'denied' | 'missing' | 'busy' | 'insecure' | 'failed'

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
export function useCamera(
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
