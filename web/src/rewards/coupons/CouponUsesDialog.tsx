import { type Coupon, listCouponUses } from '@our-print/contract/rewards/coupons.ts'
import { query } from '../../base/api/api.ts'
import { plural, rupees } from '../../base/format/format.ts'
import { ExportButton, SearchBox } from '../../base/list/ListTools.tsx'
import { ResourceTable } from '../../base/list/ResourceTable.tsx'
import { useDialogList } from '../../base/list/useDialogList.ts'
import { Button } from '../../base/ui/Button.tsx'
import { Dialog } from '../../base/ui/Dialog.tsx'
import { Row } from '../../base/ui/Layout.tsx'
import styles from './CouponUsesDialog.module.css'
import { usesOfCoupon } from './couponUseColumns.tsx'

/** The uses of a coupon: customer, order, discount. */
export default function CouponUsesDialog({ coupon, onClose }: { coupon: Coupon; onClose: () => void }) {
  const { id: coupon_id, code, usage_count, given_away } = coupon
  const list = useDialogList()
  const rows = query(listCouponUses, { querystring: { ...list.paging, coupon_id } })
  return (
    <Dialog
      title={`Uses of ${code}`}
      subtitle={`Used ${plural(usage_count, 'time')}, ${rupees(given_away)} given away. Cancelled orders are not counted.`}
      size="md"
      full
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <ResourceTable
        label={`Uses of ${code}`}
        list={list}
        rows={rows}
        columns={usesOfCoupon}
        toolbar={
          <Row gap={2} justify="between">
            <div className={styles.search}>
              <SearchBox list={list} placeholder="Name, mobile, order" />
            </div>
            <ExportButton rows={rows} />
          </Row>
        }
        empty={{ hint: 'No order has used this coupon yet.' }}
      />
    </Dialog>
  )
}
