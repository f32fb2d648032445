import { Button } from '../ui/Button.tsx'
import type { ShownView } from './savedViews.ts'
import { useUpdateView } from './useUpdateView.ts'

/** Keeps in the active view what was changed. */
export default function UpdateViewButton({ shown }: { shown: ShownView }) {
  const { keep, isPending } = useUpdateView()
  return (
    <Button size="small" tone="accent" loading={isPending} onClick={() => keep(shown)}>
      Update view
    </Button>
  )
}
