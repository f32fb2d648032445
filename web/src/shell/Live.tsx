import { lazy, Suspense, useEffect, useState } from 'react'
import { signedInId, useRole } from '../session/session.ts'

const LiveUpdates = lazy(() => import('../live/LiveUpdates.tsx'))

/** After the first screen and its data. */
const startMs = 2_000

/** Opens the stream of events when the first screen is there. */
export function Live() {
  const [isStarted, setStarted] = useState(false)
  const role = useRole()
  useEffect(() => {
    const timer = setTimeout(() => setStarted(true), startMs)
    return () => clearTimeout(timer)
  }, [])
  if (!isStarted || !role) return null
  return (
    <Suspense fallback={null}>
      <LiveUpdates key={signedInId()} person={signedInId()} isAdmin={role === 'admin'} />
    </Suspense>
  )
}
