import type { Complaint } from '@our-print/contract/orders/complaints.ts'
import type { Order } from '@our-print/contract/orders/orders.ts'
import { ComplaintDialog } from './ComplaintDialog.tsx'
import { ResolveDialog } from './ResolveDialog.tsx'

type Props = { about: Order | Complaint; onClose: () => void }

/** What is wrong with an order, or how a complaint ends; loaded together when the first one opens. */
const ComplaintDialogs = ({ about, onClose }: Props) =>
  'resolution' in about ? (
    <ResolveDialog complaint={about} onClose={onClose} />
  ) : (
    <ComplaintDialog order={about} onClose={onClose} />
  )

export default ComplaintDialogs
