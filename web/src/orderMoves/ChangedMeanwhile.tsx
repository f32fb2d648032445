import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { Meanwhile } from './useChangeOrder.ts'

const Changes = ({ changes }: Pick<Meanwhile, 'changes'>) => (
  <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5, overflowWrap: 'anywhere' }}>
    {changes.map((change) => (
      <li key={change}>{change}</li>
    ))}
  </Box>
)

/** In a form that was overtaken: what changed, and the way to go on with what was typed. */
export const ChangedMeanwhile = ({ meanwhile, onReload }: { meanwhile: Meanwhile; onReload: () => void }) => (
  <Alert
    severity="warning"
    variant="outlined"
    sx={{ alignItems: 'flex-start', '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}
  >
    This order was changed while you were here. Nothing was saved, and what you typed is kept.
    <Changes changes={meanwhile.changes} />
    <Button size="small" variant="outlined" color="inherit" onClick={onReload} sx={{ mt: 1 }}>
      Reload
    </Button>
  </Alert>
)

/** The same, as the body of a question. */
export const ChangesBody = ({ meanwhile }: { meanwhile: Meanwhile }) => (
  <>
    This order was changed while you were here, so nothing was done.
    <Changes changes={meanwhile.changes} />
  </>
)
