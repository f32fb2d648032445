import Button from '@mui/material/Button'
import type { Selection } from '../../base/list/tableModel.ts'
import { SecondaryButton } from '../../base/page/SecondaryButton.tsx'
import type { ListedCode, Open } from './qrTexts.ts'
import type { QrActions } from './useQrActions.ts'

type Props = { selection: Selection<ListedCode>; actions: QrActions; open: (dialog: Open) => void }

/** Actions on the selected QR codes; Edit and the status take exactly one. */
export function QrBar({ selection: { rows, matching, clear }, actions, open }: Props) {
  const one = rows.length === 1 && !matching ? rows[0] : undefined
  const none = rows.length === 0

  async function remove() {
    if (await (matching ? actions.removeMatching(matching) : actions.remove(rows))) clear()
  }

  return (
    <>
      <SecondaryButton
        size="small"
        disabled={none || matching !== undefined}
        onClick={() => open({ what: 'labels', codes: rows })}
      >
        Print labels
      </SecondaryButton>
      <SecondaryButton size="small" disabled={!one} onClick={() => one && open({ what: 'edit', code: one })}>
        Edit
      </SecondaryButton>
      <SecondaryButton
        size="small"
        disabled={!one}
        loading={actions.isSwitching}
        onClick={() => one && void actions.setActive(one, !one.is_active)}
        // One width for both labels: the buttons beside it must not move.
        sx={{ minWidth: 92 }}
      >
        {one?.is_active ? 'Deactivate' : 'Activate'}
      </SecondaryButton>
      <Button
        size="small"
        variant="outlined"
        color={none ? 'inherit' : 'error'}
        disabled={none}
        loading={actions.isRemoving}
        onClick={() => void remove()}
      >
        Delete
      </Button>
    </>
  )
}
