import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { SoldPlan } from '@our-print/contract/rewards/plans.ts'
import { useState } from 'react'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { RowActions } from '../../base/list/RowActions.tsx'
import { RowMenu } from '../../base/list/RowMenu.tsx'
import type { RowAction } from '../../base/list/RowMenuList.tsx'
import { fullName } from '../../people/customers/fullName.ts'
import { useSoldPlanActions } from './useSoldPlanActions.ts'

const LastDayDialog = lazyPart(() => import('./LastDayDialog.tsx'))

/** The actions on one sold plan of a list. */
export function SoldPlanActions({ plan }: { plan: SoldPlan }) {
  const [moving, setMoving] = useState(false)
  const { renew, cancel } = useSoldPlanActions()
  const name = `${plan.plan_data.name} of ${fullName(plan.user_data)}`
  const actions: RowAction[] = []
  if (plan.status !== 'cancelled') actions.push({ label: 'Change last day', onClick: () => setMoving(true) })
  if (plan.status === 'active')
    actions.push({ label: 'Cancel plan', onClick: () => void cancel(plan), danger: true })
  return (
    <RowActions>
      <Button size="small" color="inherit" aria-label={`Renew ${name}`} onClick={() => void renew(plan)}>
        Renew
      </Button>
      {actions.length > 0 ? <RowMenu name={name} actions={actions} /> : <Box sx={{ width: 32 }} />}
      {moving && <LastDayDialog plan={plan} onClose={() => setMoving(false)} />}
    </RowActions>
  )
}
