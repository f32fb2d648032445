import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router'

/** The name of a sold plan, which opens the plan in the list of plans. */
export const PlanLink = ({ name, strong }: { name: string; strong?: true }) => (
  <Link
    component={RouterLink}
    to={`/subscriptions?${new URLSearchParams({ query: name })}`}
    color="inherit"
    title={name}
    {...(strong && { sx: { fontWeight: 600 } })}
  >
    {name}
  </Link>
)
