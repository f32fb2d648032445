import { CropFree, LocalShippingOutlined as LocalShipping } from '../../base/icons/frame.tsx'
import { Button } from '../../base/ui/Button.tsx'

/** To the stops of the signed-in staff user, in sequence. */
export const RoundLink = () => (
  <Button to="/round" start={<LocalShipping />}>
    Round
  </Button>
)

/** To the screen that scans the job tickets of bundles. */
export const ScanLink = () => (
  <Button to="/scan" start={<CropFree />}>
    Scan
  </Button>
)
