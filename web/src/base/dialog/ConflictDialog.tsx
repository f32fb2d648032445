import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import type { RecordUpdate } from '../api/useUpdate.ts'
import { SecondaryButton } from '../page/Page.tsx'

type Props<T> = {
  /** 'This lead' */
  what: string
  changing: Pick<RecordUpdate<T, never>, 'conflict' | 'reload'>
  /** Fills the form from the current record, except for what was typed. */
  onReload?: (current: T) => void
}

/** Shown in a form after a conflict: what others changed, and a button to continue with the current record. */
export function ConflictDialog<T>({ what, changing: { conflict, reload }, onReload }: Props<T>) {
  if (!conflict) return null
  function takeCurrent() {
    const current = reload()
    if (current !== undefined) onReload?.(current)
  }
  return (
    <Alert
      severity="warning"
      variant="outlined"
      sx={{ alignItems: 'flex-start', '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}
    >
      {what} was changed while you were here. Nothing was saved, and what you typed is kept.
      <ChangeList changes={conflict.changes} />
      <SecondaryButton size="small" onClick={takeCurrent} sx={{ mt: 1 }}>
        Reload
      </SecondaryButton>
    </Alert>
  )
}

/** What others changed, a line each. */
export const ChangeList = ({ changes }: { changes: readonly string[] }) => (
  <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5, overflowWrap: 'anywhere' }}>
    {changes.map((change) => (
      <li key={change}>{change}</li>
    ))}
  </Box>
)
