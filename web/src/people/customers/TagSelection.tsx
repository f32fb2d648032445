import { useState } from 'react'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { plural } from '../../base/format/format.ts'
import type { Selection } from '../../base/list/columns.tsx'
import { useOffer } from '../../base/page/acts.ts'
import { Button } from '../../base/ui/Button.tsx'

const TagDialog = lazyPart(() => import('./TagDialog.tsx'))

/** Tags the selected customers. */
export default function TagSelection({ selection }: { selection: Selection<{ id: string }> }) {
  const [isOpen, setOpen] = useState(false)
  const { ids } = selection
  const open = () => setOpen(true)
  useOffer({ about: plural(ids.length, 'selected customer'), acts: [{ label: 'Tag', run: open }] })
  return (
    <>
      <Button size="small" look="primary" onClick={open}>
        Tag
      </Button>
      {isOpen && <TagDialog ids={ids} onClose={() => setOpen(false)} />}
    </>
  )
}
