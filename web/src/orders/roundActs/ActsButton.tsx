import { useEffect } from 'react'
import { Button } from '../../base/ui/Button.tsx'
import { usePhone } from '../../base/ui/useWidth.ts'
import { renewPush } from '../../shop/push/renewPush.ts'
import { actsLabel } from './actsLabel.ts'
import { useActs } from './roundActs.ts'

/**
 * In the app bar of a courier: what waits to be sent, and where it is looked at. Loaded after the first screen, and so where an
 * opened app sees to it that its courier is told of new orders.
 */
export default function ActsButton() {
  const acts = useActs()
  const phone = usePhone()
  // Without an answer, the next opening tries again.
  useEffect(() => void renewPush().catch(() => undefined), [])
  if (acts.length === 0) return null
  return (
    <Button size="small" tone="warning" to="/to_send" aria-label={actsLabel(acts)}>
      {actsLabel(acts, phone)}
    </Button>
  )
}
