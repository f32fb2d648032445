import Box from '@mui/material/Box'
import type { PrinterSupply } from '@our-print/contract/printing/printerStatus.ts'

/** Percent from which on the next one should be at hand. */
const low = 10

/** Printers name pure colours, which glare; black must be seen on a dark page. */
const inks: Record<string, string> = {
  '#000000': 'text.primary',
  '#00ffff': '#00a3d7',
  '#ff00ff': '#d6247f',
  '#ffff00': '#f2c200',
}

/** Two may have the same name; none moves. */
const numbered = (supplies: readonly PrinterSupply[]) =>
  supplies.map((supply, at) => ({ ...supply, id: String(at) }))

/** How much toner, ink and the like a printer has. */
export const SupplyBars = ({ supplies }: { supplies: readonly PrinterSupply[] }) => (
  <Box
    sx={{ display: 'grid', gridTemplateColumns: 'auto minmax(48px, 1fr) auto', columnGap: 1, rowGap: 0.75 }}
  >
    {numbered(supplies).map(({ id, ...supply }) => (
      <Supply key={id} supply={supply} />
    ))}
  </Box>
)

function Supply({ supply: { name, level, color } }: { supply: PrinterSupply }) {
  const isLow = level !== null && level <= low
  const text = level === null ? 'unknown' : `${level} %`
  return (
    <Box sx={{ display: 'contents' }}>
      <Box component="span" sx={{ typography: 'body2', color: 'text.secondary' }}>
        {name}
      </Box>
      <Box
        // The text beside it says the same.
        aria-hidden
        sx={{
          alignSelf: 'center',
          height: 10,
          borderRadius: 5,
          overflow: 'hidden',
          border: 1,
          borderColor: 'text.disabled',
          bgcolor: 'background.paper',
        }}
      >
        <Box
          sx={{ width: `${level ?? 0}%`, height: 1, bgcolor: inks[color ?? ''] ?? color ?? 'text.secondary' }}
        />
      </Box>
      <Box
        component="span"
        sx={{
          typography: 'body2',
          textAlign: 'right',
          fontVariantNumeric: 'tabular-nums',
          ...(isLow && { color: 'error.main', fontWeight: 650 }),
        }}
      >
        {text}
      </Box>
    </Box>
  )
}
