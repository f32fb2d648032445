import Link, { type LinkProps } from '@mui/material/Link'
import { Link as RouterLink } from 'react-router'

/** A link to another screen. */
export const RouteLink = (props: Omit<LinkProps, 'href'> & { to: string }) => (
  <Link component={RouterLink} {...props} />
)
