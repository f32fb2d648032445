import Box from '@mui/material/Box'

/** The favicon's printer; decorative. */
export const Logo = ({ size = 24 }: { size?: number }) => (
  <Box
    component="img"
    src="/favicon.svg"
    alt=""
    sx={{ width: size, height: size, display: 'block', flex: 'none' }}
  />
)
