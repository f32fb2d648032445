import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { StaffUser } from '@our-print/contract/people/staff.ts'
import { useState } from 'react'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { RowActions } from '../../base/list/RowActions.tsx'
import { RowMenu } from '../../base/list/RowMenu.tsx'
import type { RowAction } from '../../base/list/RowMenuList.tsx'
import { signedInId } from '../session/session.ts'
import { useStaffActivity } from './useStaffActivity.ts'

const EditStaffDialog = lazyPart(() => import('./EditStaffDialog.tsx'))
const ResetPasswordDialog = lazyPart(() => import('./ResetPasswordDialog.tsx'))
const SessionsDialog = lazyPart(() => import('./SessionsDialog.tsx'))
const HandOverDialog = lazyPart(() => import('./HandOverDialog.tsx'))

/** The actions on one staff user of the list. People can only edit their own row: they must not lock themselves out. */
export function StaffActions({ person }: { person: StaffUser }) {
  const [open, setOpen] = useState<'edit' | 'password' | 'handover' | 'sessions'>()
  const { activate, deactivate } = useStaffActivity(person, () => setOpen('handover'))
  const close = () => setOpen(undefined)
  const activity: RowAction = person.is_active
    ? { label: 'Deactivate', onClick: () => void deactivate(), danger: true }
    : { label: 'Activate', onClick: () => void activate() }
  return (
    <RowActions>
      <Button
        size="small"
        color="inherit"
        aria-label={`Edit ${person.full_name}`}
        onClick={() => setOpen('edit')}
        sx={{ minWidth: 0 }}
      >
        Edit
      </Button>
      {person.id === signedInId() ? (
        <Box component="span" sx={{ width: 32, display: { xs: 'none', md: 'block' } }} />
      ) : (
        <RowMenu
          name={person.full_name}
          actions={[
            { label: 'Sessions', onClick: () => setOpen('sessions') },
            { label: 'Reset password', onClick: () => setOpen('password') },
            activity,
          ]}
        />
      )}
      {open === 'edit' && <EditStaffDialog person={person} onClose={close} />}
      {open === 'password' && <ResetPasswordDialog person={person} onClose={close} />}
      {open === 'sessions' && <SessionsDialog person={person} onClose={close} />}
      {open === 'handover' && <HandOverDialog person={person} onClose={close} />}
    </RowActions>
  )
}
