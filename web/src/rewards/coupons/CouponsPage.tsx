import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type Coupon, listCoupons } from '@our-print/contract/rewards/coupons.ts'
import { useState } from 'react'
import { query } from '../../base/api/api.ts'
import { useConfirm } from '../../base/dialog/ConfirmDialog.tsx'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { ExportButton } from '../../base/list/ExportButton.tsx'
import { Page } from '../../base/page/Page.tsx'
import { SecondaryButton } from '../../base/page/SecondaryButton.tsx'
import { CouponCards } from './CouponCards.tsx'
import { CouponEditor } from './CouponEditor.tsx'
import { useDeleteCoupon } from './useDeleteCoupon.ts'

const CouponUsesDialog = lazyPart(() => import('./CouponUsesDialog.tsx'))

const rows = query(listCoupons, { querystring: {} })

const discard = { title: 'Discard what you typed?', action: 'Discard', cancel: 'Keep editing', danger: true }

/** The coupons on the left, the form that creates and updates them on the right. */
export function CouponsPage() {
  // Below this width the cards (500 px) and the form do not fit side by side.
  const beside = useMediaQuery('(min-width: 1180px)', { noSsr: true })
  const [editing, setEditing] = useState<Coupon | 'new'>()
  const [dirty, setDirty] = useState(false)
  const [looking, setLooking] = useState<Coupon>()
  const confirm = useConfirm()
  const close = () => setEditing(undefined)
  const remove = useDeleteCoupon((gone) => {
    if (gone.id === shownCoupon?.id) close()
  })

  // If the window becomes too narrow, unsaved input moves on to the dialog.
  const shown = editing ?? (beside || dirty ? 'new' : undefined)
  const shownCoupon = shown === 'new' || shown === undefined ? undefined : shown

  async function edit(coupon: Coupon) {
    if (coupon.id === shownCoupon?.id) return
    if (!dirty || (await confirm(discard))) setEditing(coupon)
  }

  async function leave() {
    // The dialog has asked for confirmation already.
    if (!beside || !dirty || (await confirm(discard))) close()
  }

  return (
    <Page
      title="Coupons"
      actions={
        <>
          <ExportButton rows={rows} />
          {!beside && (
            <Button variant="contained" onClick={() => setEditing('new')}>
              New coupon
            </Button>
          )}
        </>
      }
    >
      <Box sx={beside ? besideLayout : {}}>
        <CouponCards
          rows={rows}
          edited={shownCoupon?.id}
          onEdit={(coupon) => void edit(coupon)}
          onDelete={(coupon) => void remove(coupon)}
          onLook={setLooking}
          hint={
            beside
              ? 'Fill in the form and submit it. The code works at once.'
              : 'Create one. Its code works at once.'
          }
          action={!beside && <SecondaryButton onClick={() => setEditing('new')}>New coupon</SecondaryButton>}
        />
        {shown && (
          <CouponEditor
            key={shownCoupon?.id ?? 'new'}
            coupon={shownCoupon ?? null}
            beside={beside}
            onDirty={setDirty}
            onSaved={close}
            onClose={() => void leave()}
          />
        )}
      </Box>
      {looking && <CouponUsesDialog coupon={looking} onClose={() => setLooking(undefined)} />}
    </Page>
  )
}

const besideLayout = {
  display: 'grid',
  columnGap: 3,
  alignItems: 'start',
  gridTemplateColumns: 'minmax(500px, 600px) minmax(320px, 440px)',
} as const
