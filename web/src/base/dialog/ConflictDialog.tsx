import type { RecordUpdate } from '../api/useUpdate.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { ChangeList } from './ChangeList.tsx'

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
    <Alert severity="warning">
      {what} was changed while you were here. Nothing was saved, and what you typed is kept.
      <ChangeList changes={conflict.changes} />
      <Button size="small" onClick={takeCurrent}>
        Reload
      </Button>
    </Alert>
  )
}
