import Button from '@mui/material/Button'
import type { SoldVoucher } from '@our-print/contract/soldVouchers.ts'
import { lazy, Suspense, useState } from 'react'
import { RowActions } from '../list/RowActions.tsx'

const VoidDialog = lazy(() => import('./VoidDialog.tsx'))

/** Takes a purchase back, where that was not done yet. */
export function VoidButton({ purchase }: { purchase: SoldVoucher }) {
  const [asking, setAsking] = useState(false)
  // Voided by someone else while one asks here: the dialog has to say so.
  if (purchase.voided_at && !asking) return null
  return (
    <RowActions>
      <Button
        size="small"
        color="inherit"
        aria-label={`Void ${purchase.voucher_code}`}
        onClick={() => setAsking(true)}
      >
        Void
      </Button>
      {asking && (
        <Suspense fallback={null}>
          <VoidDialog purchase={purchase} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </RowActions>
  )
}
