import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'

/** After the time zone of the shop was changed. It goes by itself. */
export default function Recounting() {
  return (
    <Box component="output" className="noprint" sx={{ display: 'block', px: { xs: 2, md: 3 }, pt: 2 }}>
      <Alert severity="info" variant="outlined" sx={{ maxWidth: 1120 }}>
        The time zone was changed. Figures by day are being counted again and are not right until this notice
        goes.
      </Alert>
    </Box>
  )
}
