import Button, { type ButtonProps } from '@mui/material/Button'

/** A small button without a frame, for what is done beside a record or a heading. */
export const TextButton = ((props: ButtonProps) => (
  <Button size="small" color="inherit" {...props} />
)) as typeof Button
