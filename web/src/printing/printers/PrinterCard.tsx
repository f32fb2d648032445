import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import type { PrinterStatus } from '@our-print/contract/printing/printerStatus.ts'
import type { Printer } from '@our-print/contract/printing/printers.ts'
import { formatDateTime } from '../../base/format/dates.ts'
import { plural, rupees } from '../../base/format/format.ts'
import { WarningAmberOutlined as Warning } from '../../base/icons/frame.tsx'
import { RowMenu } from '../../base/list/RowMenu.tsx'
import { type Fact, Facts } from '../../base/page/Section.tsx'
import { PrinterState } from './PrinterState.tsx'
import { limitsText, mediaName } from './printerTexts.ts'
import { SupplyBars } from './SupplyBars.tsx'
import { usePrinterActions } from './usePrinterActions.ts'

type Props = { printer: Printer; onEdit: () => void }

/** A printer: how it is, what is in it, and what it is used for. */
export function PrinterCard({ printer, onEdit }: Props) {
  const { name, status, is_active } = printer
  const actions = usePrinterActions(printer)
  return (
    <Paper
      variant="outlined"
      component="section"
      sx={{ p: 2, display: 'grid', gap: 1.5, alignContent: 'start', minWidth: 0, overflowWrap: 'anywhere' }}
    >
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="h3" component="h2">
            {name}
          </Typography>
          <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
            {status?.make_and_model ?? 'Model unknown'}
          </Box>
        </Box>
        <PrinterState printer={printer} />
        <RowMenu
          name={name}
          actions={[
            { label: 'Edit', onClick: onEdit },
            { label: 'Ask it now', onClick: () => void actions.check() },
            is_active
              ? { label: 'Deactivate', onClick: () => void actions.setActive(false) }
              : { label: 'Activate', onClick: () => void actions.setActive(true) },
            { label: 'Delete', onClick: () => void actions.remove(), danger: true },
          ]}
        />
      </Box>
      {status?.message && is_active && (
        <Box sx={{ display: 'flex', gap: 1, typography: 'body2', fontWeight: 550 }}>
          {isTrouble(status) && <Warning fontSize="small" color="warning" aria-hidden />}
          {status.message}
        </Box>
      )}
      {status && status.supplies.length > 0 && <SupplyBars supplies={status.supplies} />}
      <Facts facts={factsOf(printer)} />
    </Paper>
  )
}

const isTrouble = ({ state, reasons }: PrinterStatus) =>
  state === 'stopped' || state === 'unreachable' || reasons.length > 0

function factsOf({ status, seen_at, uri, click_bw, click_color, ...printer }: Printer): Fact[] {
  const { prints_color, is_active } = printer
  const isAway = status === null || status.state === 'unreachable' || !is_active
  const queued = status?.queued_jobs ?? null
  const counted = status?.impressions_completed ?? null
  const paper = status?.media_ready.map(mediaName).join(', ')
  return [
    ...(queued === null ? [] : [{ name: 'Queue', value: queued === 0 ? 'empty' : plural(queued, 'job') }]),
    ...(paper ? [{ name: 'Paper loaded', value: paper }] : []),
    ...(counted === null ? [] : [{ name: 'Counter', value: plural(counted, 'side') }]),
    ...(isAway ? [{ name: 'Last seen', value: seen_at ? formatDateTime(seen_at) : 'never' }] : []),
    { name: 'Prints', value: limitsText(printer) },
    {
      name: 'A side costs',
      value: prints_color ? `${rupees(click_bw)}, colour ${rupees(click_color)}` : rupees(click_bw),
    },
    { name: 'Address', value: uri },
  ]
}
