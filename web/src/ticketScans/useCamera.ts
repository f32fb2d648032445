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

/** Shows the camera in the video and tells each code that it sees, again and again while it sees it. */
export function useCamera(
  video: RefObject<HTMLVideoElement | null>,
  isWanted: boolean,
  onCode: (text: string) => void,
) {
  const [state, setState] = useState<CameraState>('off')
  const [torch, setTorch] = useState<{ track: MediaStreamTrack; isOn: boolean }>()
  const isSeen = useIsSeen()
  const isOn = isWanted && isSeen
  const saw = useEffectEvent(onCode)

  useEffect(() => {
    if (!isOn) return
    let isOver = false
    const ends: (() => void)[] = []
    const end = (work: () => void) => (isOver ? work() : ends.push(work))
    async function run() {
      if (!navigator.mediaDevices) return setState('insecure')
      setState('starting')
      const stream = await open()
      end(() => {
        for (const track of stream.getTracks()) track.stop()
      })
      const [screen, [track]] = [video.current, stream.getVideoTracks()]
      if (isOver || !screen) return
      screen.srcObject = stream
      await screen.play()
      if (track && (track.getCapabilities?.() as TorchTrack | undefined)?.torch)
        setTorch({ track, isOn: false })
      setState('on')
      const reader = await openCodeReader()
      end(reader.close)
      while (!isOver) {
        // A picture that comes while one is read is left out.
        if (screen.readyState >= screen.HAVE_CURRENT_DATA) {
          const text = await reader.read(screen)
          if (text && !isOver) saw(text)
        }
        await pause(pauseMs)
      }
    }
    run().catch((error: unknown) => {
      if (!isOver) setState(reasons[error instanceof Error ? error.name : ''] ?? 'failed')
    })
    return () => {
      isOver = true
      for (const work of ends) work()
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
    const look = () => setSeen(document.visibilityState !== 'hidden')
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return isSeen
}
