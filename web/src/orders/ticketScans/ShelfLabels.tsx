import Box from '@mui/material/Box'
import { shelfText } from '@our-print/contract/orders/scannedText.ts'
import { QrCode } from '../../rewards/qrCodes/QrCode.tsx'

/** The labels of these places, two beside each other on paper. */
export default function ShelfLabels({ places }: { places: readonly string[] }) {
  return (
    <Box component="ul" aria-label="Labels" sx={sheet}>
      {places.map((place) => (
        <Box component="li" key={place} sx={label}>
          <Box sx={{ width: '28mm', flex: 'none' }}>
            <QrCode text={shelfText(place)} label={`Code of shelf place ${place}`} />
          </Box>
          <Box sx={{ fontSize: place.length > 2 ? '34pt' : '48pt', fontWeight: 750, lineHeight: 1 }}>
            {place}
          </Box>
        </Box>
      ))}
    </Box>
  )
}

const sheet = {
  listStyle: 'none',
  m: 0,
  p: 0,
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(90mm, 100%), 1fr))',
  '@media print': { gridTemplateColumns: '90mm 90mm', justifyContent: 'center' },
} as const

/** Black on white in every theme. */
const label = {
  display: 'flex',
  alignItems: 'center',
  gap: '4mm',
  height: '34mm',
  px: '3mm',
  boxSizing: 'border-box',
  border: '0.2mm dashed #777',
  breakInside: 'avoid',
  color: '#000',
  bgcolor: '#fff',
  overflow: 'hidden',
} as const
