import { Link } from 'react-router'
import { LocalShippingOutlined as LocalShipping } from '../../base/icons/frame.tsx'
import { CropFree } from '../../base/icons/home.tsx'
import { SecondaryButton } from '../../base/page/Page.tsx'

/** To the stops of the signed-in staff user, in sequence. */
export const RoundLink = () => (
  <SecondaryButton
    component={Link}
    to="/round"
    startIcon={<LocalShipping />}
    sx={{ minHeight: { xs: 44, sm: 36 } }}
  >
    Round
  </SecondaryButton>
)

/** To the screen that scans the job tickets of bundles. */
export const ScanLink = () => (
  <SecondaryButton
    component={Link}
    to="/scan"
    startIcon={<CropFree />}
    sx={{ minHeight: { xs: 44, sm: 36 } }}
  >
    Scan
  </SecondaryButton>
)
