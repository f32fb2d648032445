import type { SoldVoucher } from '@our-print/contract/rewards/soldVouchers.ts'
import type { Voucher } from '@our-print/contract/rewards/vouchers.ts'
import { today } from '../../base/format/format.ts'
import { CheckCircleOutlined as CheckCircle } from '../../base/icons/frame.tsx'
import {
  BlockOutlined as Block,
  EventBusyOutlined as EventBusy,
  ShoppingBagOutlined as Sold,
} from '../../base/icons/screens.tsx'
import { Tag } from '../../base/ui/Tag.tsx'
import styles from './VoucherTag.module.css'

/** Whether a code is available, and if not, why. */
export function VoucherTag({ voucher }: { voucher: Voucher }) {
  if (voucher.is_assigned && !voucher.is_active) return <Tag label="Voided" Icon={Block} tone="off" />
  if (voucher.is_assigned) return <Tag label="Purchased" Icon={Sold} />
  if (!voucher.is_active) return <Tag label="Inactive" Icon={Block} tone="off" />
  if (voucher.expiry_date < today()) return <Tag label="Expired" Icon={EventBusy} tone="off" />
  return <Tag label="Available" Icon={CheckCircle} tone="good" />
}

/** Whether a sold voucher is valid, voided or expired. */
export function SoldVoucherTag({ soldVoucher }: { soldVoucher: SoldVoucher }) {
  if (soldVoucher.voided_at) return <Tag label="Voided" Icon={Block} tone="off" />
  if (soldVoucher.expiry_date < today()) return <Tag label="Expired" Icon={EventBusy} tone="off" />
  return <Tag label="Valid" Icon={CheckCircle} tone="good" />
}

/** A code in a font whose letters cannot be confused. */
export const Code = ({ code }: { code: string }) => (
  <span title={code} className={styles.code}>
    {code}
  </span>
)
