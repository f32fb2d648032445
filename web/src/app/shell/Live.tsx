import { useState } from 'react'
import { drawNothing, lazyPart } from '../../base/feedback/lazyPart.tsx'
import { useAfterFirstView } from '../../base/feedback/useAfterFirstView.ts'
import { signedInId, useRole } from '../../people/session/session.ts'

const LiveUpdates = lazyPart(() => import('../../base/live/LiveUpdates.tsx'), drawNothing)

/** Opens the stream of events when the first screen is there. */
export function Live() {
  const [isStarted, setStarted] = useState(false)
  const role = useRole()
  useAfterFirstView(() => setStarted(true))
  if (!isStarted || !role) return null
  return <LiveUpdates key={signedInId()} person={signedInId()} isAdmin={role === 'admin'} />
}
