import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { LocalShippingOutlined as LocalShipping } from '../../base/icons/frame.tsx'
import { CropFree } from '../../base/icons/home.tsx'

/** To the stops of the signed-in staff user, in sequence. */
export const RoundLink = () => (
  <Button
    variant="outlined"
    color="inherit"
    component={Link}
    to="/round"
    startIcon={<LocalShipping />}
    sx={{ minHeight: { xs: 44, sm: 36 } }}
  >
    Round
  </Button>
)

/** To the screen that scans the job tickets of bundles. */
export const ScanLink = () => (
  <Button
    variant="outlined"
    color="inherit"
    component={Link}
    to="/scan"
    startIcon={<CropFree />}
    sx={{ minHeight: { xs: 44, sm: 36 } }}
  >
    Scan
  </Button>
)
