import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import { type ReactNode, useId } from 'react'

type Props = { label: string; help: ReactNode; isError: boolean; children: ReactNode }

/** Several inputs under one label, with their hint or error below. */
export function InputGroup({ label, help, isError, children }: Props) {
  const id = useId()
  return (
    <Box
      component="fieldset"
      aria-describedby={help ? id : undefined}
      sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}
    >
      <Box component="legend" sx={{ typography: 'body2', fontWeight: 550, p: 0, mb: 0.5 }}>
        {label}
      </Box>
      {children}
      {help && (
        <FormHelperText id={id} error={isError}>
          {help}
        </FormHelperText>
      )}
    </Box>
  )
}
