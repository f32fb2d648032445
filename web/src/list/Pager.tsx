import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { count } from '../format/format.ts'
import ChevronLeft from '../icons/ChevronLeft.tsx'
import ChevronRight from '../icons/ChevronRight.tsx'
import FirstPage from '../icons/FirstPage.tsx'
import LastPage from '../icons/LastPage.tsx'

type Props = { page: number; pageSize: number; total: number; onPage: (page: number) => void }

/** '1–10 of 8,12,345', and buttons to the other pages. */
export function Pager({ page, pageSize, total, onPage }: Props) {
  const last = Math.max(1, Math.ceil(total / pageSize))
  const from = (page - 1) * pageSize + 1
  const to = Math.min(total, page * pageSize)
  const steps = [
    { label: 'First page', to: 1, Icon: FirstPage, off: page <= 1 },
    { label: 'Previous page', to: page - 1, Icon: ChevronLeft, off: page <= 1 },
    { label: 'Next page', to: page + 1, Icon: ChevronRight, off: page >= last },
    { label: 'Last page', to: last, Icon: LastPage, off: page >= last },
  ]
  return (
    <Box
      component="nav"
      aria-label="Pages"
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'flex-end',
        gap: 0.5,
        minHeight: 44,
        px: { xs: 0, md: 1 },
        borderTop: { md: 1 },
        borderColor: { md: 'divider' },
      }}
    >
      <Box component="span" sx={{ mr: 1, typography: 'body2', color: 'text.secondary' }}>
        {from <= to ? `${count(from)}–${count(to)} of ${count(total)}` : count(total)}
      </Box>
      {steps.map(({ label, to, Icon, off }) => (
        <IconButton key={label} size="small" aria-label={label} disabled={off} onClick={() => onPage(to)}>
          <Icon fontSize="small" />
        </IconButton>
      ))}
    </Box>
  )
}
