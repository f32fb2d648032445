import { Link } from 'react-router'
import { SecondaryButton } from './Page.tsx'

/** To the screen of the next step, where there is nothing to show. */
export const NextButton = ({ to, label }: { to: string; label: string }) => (
  <SecondaryButton component={Link} to={to}>
    {label}
  </SecondaryButton>
)
