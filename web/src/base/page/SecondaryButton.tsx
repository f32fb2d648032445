import Button, { type ButtonProps } from '@mui/material/Button'

/** A button beside the main one, or in place of one where an action is not the next step. */
export const SecondaryButton = ((props: ButtonProps) => (
  <Button variant="outlined" color="inherit" {...props} />
)) as typeof Button
