import { Button } from '../../base/ui/Button.tsx'
import { actsLabel } from './actsLabel.ts'
import { useActs } from './roundActs.ts'

/** In the app bar of a courier: what waits to be sent, and where it is looked at. Loaded after the first screen. */
export default function ActsButton() {
  const acts = useActs()
  if (acts.length === 0) return null
  return (
    <Button size="small" tone="warning" to="/to_send">
      {actsLabel(acts)}
    </Button>
  )
}
