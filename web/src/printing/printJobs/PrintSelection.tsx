import { mostPrintedOrders } from '@our-print/contract/printing/printJobs.ts'
import { useState } from 'react'
import { useCan } from '../../base/api/useCan.ts'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { plural } from '../../base/format/format.ts'
import type { Selection } from '../../base/list/columns.tsx'
import { useOffer } from '../../base/page/acts.ts'
import { actKeys } from '../../base/page/keyGroups.ts'
import { Button } from '../../base/ui/Button.tsx'

const PrintDialog = lazyPart(() => import('./PrintDialog.tsx'))

/** Prints the selected orders. */
export default function PrintSelection({ selection }: { selection: Selection<{ id: string }> }) {
  const [isOpen, setOpen] = useState(false)
  const prints = useCan('floor')
  const { ids, matching } = selection
  const canPrint = prints && !matching && ids.length > 0 && ids.length <= mostPrintedOrders
  const open = () => setOpen(true)
  useOffer({
    about: plural(ids.length, 'selected order'),
    acts: canPrint ? [{ label: 'Print', run: open }] : [],
  })
  if (!canPrint) return null
  return (
    <>
      <Button size="small" aria-keyshortcuts={actKeys.print} onClick={open}>
        Print
      </Button>
      {isOpen && <PrintDialog orders={[...ids]} onClose={() => setOpen(false)} />}
    </>
  )
}
