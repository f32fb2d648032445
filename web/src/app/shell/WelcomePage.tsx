import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { SecondaryButton } from '../../base/page/Page.tsx'

/** The specification's welcome screen: red, with a Login button that does nothing. */
export const WelcomePage = () => (
  <Box
    component="main"
    sx={{
      minHeight: '100dvh',
      display: 'grid',
      placeContent: 'center',
      justifyItems: 'center',
      gap: 2,
      p: 3,
      bgcolor: '#b3261e',
      color: '#fff',
    }}
  >
    <Typography variant="h1" sx={{ fontSize: '2.5rem', lineHeight: 1.2 }}>
      Our Print
    </Typography>
    <Typography>Welcome page</Typography>
    <SecondaryButton sx={{ bgcolor: 'transparent', borderColor: 'currentcolor', mt: 1 }}>
      Login
    </SecondaryButton>
  </Box>
)
