import Button from '@mui/material/Button'
import type { StockItem } from '@our-print/contract/printing/stock.ts'
import { lazy, Suspense, useState } from 'react'
import { RowActions } from '../list/RowActions.tsx'
import { RowMenu } from '../list/RowMenu.tsx'
import { useStockActions } from './useStockActions.ts'

const StockItemDialog = lazy(() => import('./StockItemDialog.tsx'))
const DeliveryDialog = lazy(() => import('./DeliveryDialog.tsx'))
const CountDialog = lazy(() => import('./CountDialog.tsx'))
const StockHistoryDialog = lazy(() => import('./StockHistoryDialog.tsx'))

/** The actions on one item of the stock. */
export function StockActions({ item }: { item: StockItem }) {
  const [open, setOpen] = useState<'edit' | 'delivery' | 'count' | 'history'>()
  const { change, remove } = useStockActions()
  const close = () => setOpen(undefined)
  const { name, kind, is_active, is_default } = item
  return (
    <RowActions>
      {is_active && (
        <Button
          size="small"
          color="inherit"
          aria-label={`Enter a delivery of ${name}`}
          onClick={() => setOpen('delivery')}
        >
          Delivery
        </Button>
      )}
      <Button size="small" color="inherit" aria-label={`Count ${name}`} onClick={() => setOpen('count')}>
        Count
      </Button>
      <RowMenu
        name={name}
        actions={[
          { label: 'History', onClick: () => setOpen('history') },
          { label: 'Edit', onClick: () => setOpen('edit') },
          ...(kind === 'paper' && is_active && !is_default
            ? [{ label: 'Use for print jobs', onClick: () => void change(item, 'default') }]
            : []),
          is_active
            ? { label: 'Deactivate', onClick: () => void change(item, 'deactivate') }
            : { label: 'Activate', onClick: () => void change(item, 'activate') },
          { label: 'Delete', onClick: () => void remove(item), danger: true },
        ]}
      />
      <Suspense fallback={null}>
        {open === 'edit' && <StockItemDialog item={item} onClose={close} />}
        {open === 'delivery' && <DeliveryDialog item={item} onClose={close} />}
        {open === 'count' && <CountDialog item={item} onClose={close} />}
        {open === 'history' && <StockHistoryDialog item={item} onClose={close} />}
      </Suspense>
    </RowActions>
  )
}
