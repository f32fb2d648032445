import { useEffect } from 'react'
import { useNavigate } from '../../base/router/router.tsx'
import type { OpenMessage } from './pushWorker.ts'

/** Opens the screen of a notice that is tapped while the app is open. */
export function useOpenedNotices(): void {
  const navigate = useNavigate()
  useEffect(() => {
    // Undefined where the browser keeps no workers, also if it knows the name.
    const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
    if (!workers) return undefined
    const open = ({ data }: MessageEvent<Partial<OpenMessage> | null>) => {
      if (typeof data?.open === 'string') navigate(data.open)
    }
    workers.addEventListener('message', open)
    return () => workers.removeEventListener('message', open)
  }, [navigate])
}
