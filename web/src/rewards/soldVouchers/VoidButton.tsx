import Button from '@mui/material/Button'
import type { SoldVoucher } from '@our-print/contract/rewards/soldVouchers.ts'
import { useState } from 'react'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { RowActions } from '../../base/list/RowActions.tsx'

const VoidDialog = lazyPart(() => import('./VoidDialog.tsx'))

/** Opens the dialog that voids a sold voucher, if it is not voided. */
export function VoidButton({ soldVoucher }: { soldVoucher: SoldVoucher }) {
  const [asking, setAsking] = useState(false)
  // If someone else voids it meanwhile, the open dialog says so.
  if (soldVoucher.voided_at && !asking) return null
  return (
    <RowActions>
      <Button
        size="small"
        color="inherit"
        aria-label={`Void ${soldVoucher.voucher_code}`}
        onClick={() => setAsking(true)}
      >
        Void
      </Button>
      {asking && <VoidDialog soldVoucher={soldVoucher} onClose={() => setAsking(false)} />}
    </RowActions>
  )
}
