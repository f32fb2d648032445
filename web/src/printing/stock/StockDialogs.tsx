import type { StockItem } from '@our-print/contract/printing/stock.ts'
import { CountDialog } from './CountDialog.tsx'
import { DeliveryDialog } from './DeliveryDialog.tsx'
import { StockHistoryDialog } from './StockHistoryDialog.tsx'
import { StockItemDialog } from './StockItemDialog.tsx'

export type StockDialog = 'edit' | 'delivery' | 'count' | 'history'

type Props = { item: StockItem | null; open: StockDialog | 'new'; onClose: () => void }

/** The dialogs of the stock, loaded together when the first one opens. */
export default function StockDialogs({ item, open, onClose }: Props) {
  if (!item || open === 'new') return <StockItemDialog item={null} onClose={onClose} />
  const Dialog = dialogs[open]
  return <Dialog item={item} onClose={onClose} />
}

const dialogs = {
  edit: StockItemDialog,
  delivery: DeliveryDialog,
  count: CountDialog,
  history: StockHistoryDialog,
} as const
