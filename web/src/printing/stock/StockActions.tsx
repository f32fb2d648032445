import {
  deleteStockItem,
  listStock,
  type StockItem,
  updateStockItem,
} from '@our-print/contract/printing/stock.ts'
import { useState } from 'react'
import { useWrite } from '../../base/api/api.ts'
import { dangerous, useAct } from '../../base/dialog/useAct.tsx'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { toast } from '../../base/feedback/toast.tsx'
import { RowActions, RowMenu } from '../../base/list/RowMenu.tsx'
import { TextButton } from '../../base/page/Page.tsx'
import type { StockDialog } from './StockDialogs.tsx'
import { stockChanges } from './stockTexts.ts'

const StockDialogs = lazyPart(() => import('./StockDialogs.tsx'))

/** The actions on one item of the stock. */
export function StockActions({ item }: { item: StockItem }) {
  const [open, setOpen] = useState<StockDialog>()
  const { change, remove } = useStockActions()
  const { name, kind, is_active, is_default } = item
  return (
    <RowActions>
      {is_active && (
        <TextButton aria-label={`Enter a delivery of ${name}`} onClick={() => setOpen('delivery')}>
          Delivery
        </TextButton>
      )}
      <TextButton aria-label={`Count ${name}`} onClick={() => setOpen('count')}>
        Count
      </TextButton>
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

type Change = 'default' | 'activate' | 'deactivate'

const changes = {
  default: { body: { is_default: true }, action: 'Use for print jobs' },
  activate: { body: { is_active: true }, action: 'Activate' },
  deactivate: { body: { is_active: false }, action: 'Deactivate' },
} as const

/** Actions on an item that need no form. */
function useStockActions() {
  const patch = useWrite(updateStockItem, [listStock])
  const removal = useWrite(deleteStockItem, [listStock])
  const act = useAct()

  function change(item: StockItem, wanted: Change) {
    const { body, action } = changes[wanted]
    return act({
      name: item.name,
      record: item,
      action,
      send: ({ id, version }) => patch.mutateAsync({ params: { id }, body: { ...body, version } }),
      describe: stockChanges,
      isDone: (now) => (wanted === 'default' ? now.is_default : now.is_active === (wanted === 'activate')),
      done: (now) => toast.success(messageOf(now, wanted)),
    })
  }

  const remove = ({ id, name }: StockItem) =>
    act({
      question: dangerous(
        `Delete ${name}?`,
        'Only an item without deliveries and uses can be deleted. This cannot be undone.',
        'Delete',
      ),
      send: () => removal.mutateAsync({ params: { id } }),
      done: `${name} deleted`,
    })

  return { change, remove }
}

function messageOf({ name, paper_size }: StockItem, wanted: Change): string {
  if (wanted === 'default') return `Print jobs on ${paper_size} use ${name} now`
  return wanted === 'activate' ? `${name} is in use again` : `${name} is no longer used`
}
