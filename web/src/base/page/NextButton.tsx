import Button from '@mui/material/Button'
import { Link } from 'react-router'

/** To the screen of the next step, where there is nothing to show. */
export const NextButton = ({ to, label }: { to: string; label: string }) => (
  <Button variant="outlined" color="inherit" component={Link} to={to}>
    {label}
  </Button>
)
