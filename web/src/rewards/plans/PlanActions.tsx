import Button from '@mui/material/Button'
import type { Plan } from '@our-print/contract/rewards/plans.ts'
import { useState } from 'react'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { RowActions } from '../../base/list/RowActions.tsx'
import { RowMenu } from '../../base/list/RowMenu.tsx'
import { usePlanActions } from './usePlanActions.ts'

const PlanDialog = lazyPart(() => import('./PlanDialog.tsx'))

/** The actions on one plan of the list. */
export function PlanActions({ plan }: { plan: Plan }) {
  const [editing, setEditing] = useState(false)
  const { activate, deactivate, remove } = usePlanActions()
  return (
    <RowActions>
      <Button size="small" color="inherit" aria-label={`Edit ${plan.name}`} onClick={() => setEditing(true)}>
        Edit
      </Button>
      <RowMenu
        name={plan.name}
        actions={[
          plan.is_active
            ? { label: 'Deactivate', onClick: () => void deactivate(plan) }
            : { label: 'Activate', onClick: () => void activate(plan) },
          { label: 'Delete', onClick: () => void remove(plan), danger: true },
        ]}
      />
      {editing && <PlanDialog plan={plan} onClose={() => setEditing(false)} />}
    </RowActions>
  )
}
