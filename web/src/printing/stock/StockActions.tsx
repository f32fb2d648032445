import Button from '@mui/material/Button'
import type { StockItem } from '@our-print/contract/printing/stock.ts'
import { useState } from 'react'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { RowActions } from '../../base/list/RowActions.tsx'
import { RowMenu } from '../../base/list/RowMenu.tsx'
import type { StockDialog } from './StockDialogs.tsx'
import { useStockActions } from './useStockActions.ts'

const StockDialogs = lazyPart(() => import('./StockDialogs.tsx'))

/** The actions on one item of the stock. */
export function StockActions({ item }: { item: StockItem }) {
  const [open, setOpen] = useState<StockDialog>()
  const { change, remove } = useStockActions()
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
      {open && <StockDialogs item={item} open={open} onClose={() => setOpen(undefined)} />}
    </RowActions>
  )
}
