import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { count } from '../format/format.ts'
import { ChevronLeft, ChevronRight, ExpandMore, FirstPage, LastPage } from '../icons/frame.tsx'

type Props = {
  page: number
  pageSize: number
  total: number
  /** There may be more rows than `total`: the next page tells. */
  hasMore?: boolean
  onPage: (page: number) => void
  /** How many rows a page can have, and a function that chooses it. */
  sizes?: { options: readonly number[]; onChoose: (size: number) => void } | undefined
}

/** '1–10 of 8,12,345' or '1–10 of 3,000+', and buttons to the other pages. */
export function Pager({ page, pageSize, total, hasMore = false, onPage, sizes }: Props) {
  const last = Math.max(1, Math.ceil(total / pageSize))
  const from = (page - 1) * pageSize + 1
  const to = Math.min(total, page * pageSize)
  const all = hasMore ? `${count(total)}+` : count(total)
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
        flexWrap: { xs: 'wrap', md: 'nowrap' },
        alignItems: 'center',
        justifyContent: 'flex-end',
        columnGap: 0.5,
        minHeight: 44,
        px: { xs: 0, md: 1 },
        borderTop: { md: 1 },
        borderColor: { md: 'divider' },
      }}
    >
      {sizes && total > Math.min(...sizes.options) && (
        <RowsSelect size={pageSize} options={sizes.options} onChoose={sizes.onChoose} />
      )}
      <Box component="span" sx={{ mx: 1, typography: 'body2', color: 'text.secondary' }}>
        {from <= to ? `${count(from)}–${count(to)} of ${all}` : all}
      </Box>
      {steps.map(({ label, to, Icon, off }) => (
        <IconButton key={label} size="small" aria-label={label} disabled={off} onClick={() => onPage(to)}>
          <Icon />
        </IconButton>
      ))}
    </Box>
  )
}

/** The browser's own list, as small as the text beside it. */
const RowsSelect = ({
  size,
  options,
  onChoose,
}: {
  size: number
  options: readonly number[]
  onChoose: (size: number) => void
}) => (
  <Box
    component="label"
    sx={{
      display: 'flex',
      alignItems: 'center',
      gap: 0.5,
      mr: 'auto',
      typography: 'body2',
      color: 'text.secondary',
    }}
  >
    Rows
    <Box component="span" sx={{ position: 'relative', display: 'inline-flex', alignItems: 'center' }}>
      <Box
        component="select"
        value={size}
        onChange={(event) => onChoose(Number(event.target.value))}
        sx={{
          appearance: 'none',
          font: 'inherit',
          color: 'text.primary',
          bgcolor: 'transparent',
          border: 1,
          borderColor: 'transparent',
          borderRadius: 1,
          minHeight: { xs: 44, md: 28 },
          pl: 0.75,
          pr: 2.5,
          cursor: 'pointer',
          '&:hover': { borderColor: 'divider' },
          '& option': { backgroundColor: 'background.paper' },
        }}
      >
        {options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </Box>
      <ExpandMore size={16} />
    </Box>
  </Box>
)
