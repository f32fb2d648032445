import { useEffect } from 'react'

/** Keeps the screen on while the page is seen. Without support, or with a low battery, it goes off as usual. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let isLeft = false
    const ask = async () => {
      if (!('wakeLock' in navigator) || document.visibilityState !== 'visible') return
      try {
        lock = await navigator.wakeLock.request('screen')
        if (isLeft) await lock.release()
      } catch {
        lock = undefined
      }
    }
    const askNow = () => void ask()
    askNow()
    // A hidden page loses it.
    document.addEventListener('visibilitychange', askNow)
    return () => {
      isLeft = true
      document.removeEventListener('visibilitychange', askNow)
      void lock?.release()
    }
  }, [])
}
