import Box from '@mui/material/Box'
import type { StockItem } from '@our-print/contract/printing/stock.ts'
import { count } from '../../base/format/format.ts'
import { ErrorOutlined, WarningAmber } from '../../base/icons/frame.tsx'

/** How much there is, with a mark where it is low. */
export function StockLevel({ item: { amount, level, is_active } }: { item: StockItem }) {
  const warning = is_active ? warnings[level] : undefined
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      {warning && (
        <Box
          component="span"
          sx={{ display: 'flex', alignItems: 'center', gap: 0.5, typography: 'body2', color: warning.ink }}
        >
          <warning.Icon sx={{ fontSize: 14 }} />
          {amount < 0 ? 'Count it' : warning.label}
        </Box>
      )}
      <Box component="span" sx={{ fontWeight: 600 }}>
        {amount < 0 ? `−${count(-amount)}` : count(amount)}
      </Box>
    </Box>
  )
}

const warnings = {
  enough: undefined,
  low: { label: 'Low', Icon: WarningAmber, ink: 'warning.main' },
  out: { label: 'None', Icon: ErrorOutlined, ink: 'error.main' },
} as const
