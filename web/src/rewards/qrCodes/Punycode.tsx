import Box from '@mui/material/Box'
import { punycodeOf } from './qrTexts.ts'

/** The punycode host of an address with letters of other alphabets. */
export function Punycode({ address }: { address: string }) {
  const host = punycodeOf(address)
  return host === undefined ? null : (
    <Box
      component="span"
      sx={{ display: 'block', typography: 'caption', color: 'text.secondary', overflowWrap: 'anywhere' }}
    >
      {host}
    </Box>
  )
}
