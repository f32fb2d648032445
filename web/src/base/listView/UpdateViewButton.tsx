import Button from '@mui/material/Button'
import type { ShownView } from './savedViews.ts'
import { useUpdateView } from './useUpdateView.ts'

/** Keeps in the active view what was changed. */
export default function UpdateViewButton({ shown }: { shown: ShownView }) {
  const { keep, isPending } = useUpdateView()
  return (
    <Button
      size="small"
      variant="outlined"
      loading={isPending}
      onClick={() => keep(shown)}
      sx={{ flex: 'none', minHeight: { xs: 44, md: 30 } }}
    >
      Update view
    </Button>
  )
}
