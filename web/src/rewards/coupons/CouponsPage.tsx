import {
  type Coupon,
  deleteCoupon,
  listCoupons,
  listCouponUses,
} from '@our-print/contract/rewards/coupons.ts'
import { binDays } from '@our-print/contract/shop/bin.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { query, useWrite } from '../../base/api/api.ts'
import { useConfirm } from '../../base/dialog/ConfirmDialog.tsx'
import { useAct } from '../../base/dialog/useAct.tsx'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { toast } from '../../base/feedback/toast.ts'
import { useUndoDelete } from '../../base/feedback/useUndoDelete.ts'
import { plural } from '../../base/format/format.ts'
import { ExportButton } from '../../base/list/ListTools.tsx'
import { Page } from '../../base/page/Page.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { useMinWidth } from '../../base/ui/useWidth.ts'
import { CouponCards } from './CouponCards.tsx'
import { CouponEditor } from './CouponEditor.tsx'
import styles from './CouponsPage.module.css'

const CouponUsesDialog = lazyPart(() => import('./CouponUsesDialog.tsx'))

const rows = query(listCoupons, { querystring: {} })

const discard = { title: 'Discard what you typed?', action: 'Discard', cancel: 'Keep editing', danger: true }

/** The coupons on the left, the form that creates and updates them on the right. */
export function CouponsPage() {
  // Below this width the cards (500 px) and the form do not fit side by side.
  const beside = useMinWidth(1180)
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
            <Button look="primary" onClick={() => setEditing('new')}>
              New coupon
            </Button>
          )}
        </>
      }
    >
      <div className={beside ? styles.beside : undefined}>
        <CouponCards
          rows={rows}
          edited={shownCoupon?.id}
          onEdit={(coupon) => void edit(coupon)}
          onDelete={(coupon) => void remove(coupon)}
          onShowUses={setLooking}
          hint={
            beside
              ? 'Fill in the form and submit it. The code works at once.'
              : 'Create one. Its code works at once.'
          }
          action={!beside && <Button onClick={() => setEditing('new')}>New coupon</Button>}
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
      </div>
      {looking && <CouponUsesDialog coupon={looking} onClose={() => setLooking(undefined)} />}
    </Page>
  )
}

const stale = [listCoupons, listCouponUses]

/** Deletes a coupon after a confirmation, then calls `onGone`. */
function useDeleteCoupon(onGone: (coupon: Coupon) => void) {
  const remove = useWrite(deleteCoupon, stale)
  const showDeleted = useUndoDelete(stale)
  const act = useAct()
  const client = useQueryClient()

  return function ask(coupon: Coupon) {
    const { id, code, usage_count } = coupon
    return act({
      question: {
        title: 'Do you want to delete this Coupon',
        body:
          usage_count > 0
            ? `${code} was used ${plural(usage_count, 'time')}. Those orders keep their discount; no other order can use it. It is kept in the bin for ${binDays} days.`
            : `No order can use ${code} any more. It is kept in the bin for ${binDays} days.`,
        action: 'Yes, Delete',
        danger: true,
      },
      send: () => remove.mutateAsync({ params: { id } }),
      done: () => {
        showDeleted({ ids: [id], message: 'Coupon Deleted', detail: code, undone: `${code} is back` })
        onGone(coupon)
      },
      failed: ({ message }) => {
        toast.failure('Error Occured while creating coupon', message)
        // Someone else may have deleted it already.
        void client.invalidateQueries({ queryKey: [listCoupons.url] })
      },
    })
  }
}
