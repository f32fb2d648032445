import Button from '@mui/material/Button'
import type { Client } from '@our-print/contract/rewards/clients.ts'
import { useNavigate } from 'react-router'
import type { Selection } from '../../base/list/tableModel.ts'
import { SecondaryButton } from '../../base/page/SecondaryButton.tsx'
import { companyUrl } from '../vouchers/companyUrl.ts'
import type { useClientActions } from './useClientActions.ts'

type Props = { selection: Selection<Client>; actions: ReturnType<typeof useClientActions> }

/** Actions on the selected companies; Edit takes exactly one. */
export function ClientBar({ selection: { rows, matching, clear }, actions }: Props) {
  const navigate = useNavigate()
  const one = rows.length === 1 && !matching ? rows[0] : undefined
  const none = rows.length === 0

  async function remove() {
    if (await (matching ? actions.removeMatching(matching) : actions.remove(rows))) clear()
  }

  return (
    <>
      <SecondaryButton size="small" disabled={!one} onClick={() => one && void navigate(companyUrl(one))}>
        Edit
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
