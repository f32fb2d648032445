import Button, { type ButtonProps } from '@mui/material/Button'
import Link, { type LinkProps } from '@mui/material/Link'
import { Link as RouterLink } from 'react-router'

// For the screens that are not drawn by base/ui yet.

/** A button beside the main one, or in place of one where an action is not the next step. */
export const SecondaryButton = ((props: ButtonProps) => (
  <Button variant="outlined" color="inherit" {...props} />
)) as typeof Button

/** A small button without a frame, for what is done beside a record or a heading. */
export const TextButton = ((props: ButtonProps) => (
  <Button size="small" color="inherit" {...props} />
)) as typeof Button

/** A link to another screen. */
export const RouteLink = (props: Omit<LinkProps, 'href'> & { to: string }) => (
  <Link component={RouterLink} {...props} />
)
