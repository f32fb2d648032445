import Box from '@mui/material/Box'

/** The printer of the favicon; decoration beside the name. */
export const Logo = ({ size = 24 }: { size?: number }) => (
  <Box
    component="img"
    src="/favicon.svg"
    alt=""
    sx={{ width: size, height: size, display: 'block', flex: 'none' }}
  />
)
