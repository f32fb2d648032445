import { mostPrintedOrders } from '@our-print/contract/printing/printJobs.ts'
import { useState } from 'react'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import type { Selection } from '../../base/list/columns.tsx'
import { Button } from '../../base/ui/Button.tsx'

const PrintDialog = lazyPart(() => import('./PrintDialog.tsx'))

/** Prints the selected orders. */
export default function PrintSelection({ selection }: { selection: Selection<{ id: string }> }) {
  const [isOpen, setOpen] = useState(false)
  const { ids, matching } = selection
  if (matching || ids.length === 0 || ids.length > mostPrintedOrders) return null
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Print
      </Button>
      {isOpen && <PrintDialog orders={[...ids]} onClose={() => setOpen(false)} />}
    </>
  )
}
