import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import GlobalStyles from '@mui/material/GlobalStyles'
import OutlinedInput from '@mui/material/OutlinedInput'
import Typography from '@mui/material/Typography'
import { useNavigate, useSearchParams } from 'react-router'
import { Loading } from '../../base/feedback/Loading.tsx'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { plural } from '../../base/format/format.ts'
import { PrintOutlined as Print } from '../../base/icons/frame.tsx'
import { ArrowBack } from '../../base/icons/screens.tsx'
import { Field } from '../../base/ui/Field.tsx'

// Apart, because codes are drawn by a library that only these screens need.
const ShelfLabels = lazyPart(() => import('./ShelfLabels.tsx'))

/** Labels for the shelf, one for each place, to print and to stick on. */
export function ShelfLabelsPage() {
  const navigate = useNavigate()
  const [search, setSearch] = useSearchParams()
  const rows = search.get('rows') ?? 'A-C'
  const columns = search.get('columns') ?? '6'
  const places = shelfPlaces(rows, Number(columns))
  const change = (name: string, value: string) => {
    const next = new URLSearchParams(search)
    next.set(name, value)
    setSearch(next, { replace: true })
  }
  const back = () => void (window.history.length > 1 ? navigate(-1) : navigate('/scan?for=shelf'))
  return (
    <>
      <GlobalStyles styles={onPaper} />
      <Box component="header" className="noprint" sx={bar}>
        <Button color="inherit" startIcon={<ArrowBack />} onClick={back}>
          Back
        </Button>
        <Typography variant="subtitle1" component="h1" sx={{ flex: 1, textAlign: 'center' }}>
          Shelf labels
        </Typography>
        <Button
          variant="contained"
          startIcon={<Print />}
          disabled={places.length === 0}
          onClick={() => window.print()}
        >
          Print
        </Button>
      </Box>
      <Box component="main" sx={{ maxWidth: 900, mx: 'auto', p: { xs: 2, sm: 3 }, '@media print': { p: 0 } }}>
        <Box
          className="noprint"
          sx={{ display: 'grid', gap: 2, gridTemplateColumns: '1fr 1fr', mb: 2, alignItems: 'start' }}
        >
          <Field
            label="Rows"
            hint="One or more letters, such as A or A-F"
            error={places.length === 0 ? 'Rows are letters, such as A-F' : undefined}
          >
            {(wiring) => (
              <OutlinedInput
                value={rows}
                onChange={(event) => change('rows', event.target.value)}
                slotProps={{ input: { ...wiring, maxLength: 3 } }}
              />
            )}
          </Field>
          <Field label="Places in a row" hint={`Up to ${mostColumns}`}>
            {(wiring) => (
              <OutlinedInput
                type="number"
                value={columns}
                onChange={(event) => change('columns', event.target.value)}
                slotProps={{ input: { ...wiring, min: 1, max: mostColumns } }}
              />
            )}
          </Field>
          <Box component="output" sx={{ gridColumn: '1 / -1', color: 'text.secondary' }}>
            {plural(places.length, 'label')}, 90 × 34 mm each
          </Box>
        </Box>
        <ShelfLabels waiting={<Loading of="part" />} places={places} />
      </Box>
    </>
  )
}

const bar = {
  position: 'sticky',
  top: 0,
  zIndex: 'appBar',
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  px: { xs: 1, sm: 2 },
  minHeight: 56,
  borderBottom: 1,
  borderColor: 'divider',
  bgcolor: 'background.paper',
} as const

const onPaper = {
  '@page': { size: 'A4 portrait', margin: '12mm 10mm' },
  '@media print': {
    ':root': { colorScheme: 'light !important' },
    'html, body': { background: '#fff !important' },
    '.noprint': { display: 'none !important' },
  },
} as const

export const mostColumns = 99

/** The places of a shelf: rows by letters, `C` or `A-F`, columns by numbers from 1. Empty where the rows are no letters. */
export function shelfPlaces(rows: string, columns: number): string[] {
  const [, from, to = from] = /^\s*([a-z])\s*(?:-\s*([a-z]))?\s*$/i.exec(rows.toUpperCase()) ?? []
  if (!from || !to || !(columns >= 1)) return []
  const [first, last] = [from.charCodeAt(0), to.charCodeAt(0)].toSorted((a, b) => a - b) as [number, number]
  const count = Math.min(Math.floor(columns), mostColumns)
  return Array.from({ length: last - first + 1 }, (_, row) =>
    Array.from({ length: count }, (_, column) => `${String.fromCharCode(first + row)}${column + 1}`),
  ).flat()
}
