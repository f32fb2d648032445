import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'

type Props = {
  /** 'This lead' */
  what: string
  changes: readonly string[]
  onReload: () => void
}

/** In a form that someone else was faster than: what changed, and the way to go on with what was typed. */
export const Overtaken = ({ what, changes, onReload }: Props) => (
  <Alert
    severity="warning"
    variant="outlined"
    sx={{ alignItems: 'flex-start', '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}
  >
    {what} was changed while you were here. Nothing was saved, and what you typed is kept.
    <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5, overflowWrap: 'anywhere' }}>
      {changes.map((change) => (
        <li key={change}>{change}</li>
      ))}
    </Box>
    <Button size="small" variant="outlined" color="inherit" onClick={onReload} sx={{ mt: 1 }}>
      Reload
    </Button>
  </Alert>
)
