import Box from '@mui/material/Box'
import logo from './logo.svg?inline'

/** The favicon's printer; decorative. */
export const Logo = ({ size = 24 }: { size?: number }) => (
  <Box component="img" src={logo} alt="" sx={{ width: size, height: size, display: 'block', flex: 'none' }} />
)
