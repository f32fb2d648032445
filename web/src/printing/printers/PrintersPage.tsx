import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { needsHelp } from '@our-print/contract/printing/printerReasons.ts'
import type { PrinterStatus } from '@our-print/contract/printing/printerStatus.ts'
import {
  checkPrinter,
  deletePrinter,
  getPrinter,
  listPrinters,
  type Printer,
  updatePrinter,
} from '@our-print/contract/printing/printers.ts'
import { type ReactNode, useState } from 'react'
import { useRead, useWrite } from '../../base/api/api.ts'
import { activation, dangerous, useAct } from '../../base/dialog/useAct.tsx'
import { LoadFailure, Loading } from '../../base/feedback/Loading.tsx'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { toast } from '../../base/feedback/toast.tsx'
import { formatDateTime, plural, rupees } from '../../base/format/format.ts'
import {
  CheckCircleOutlined as CheckCircle,
  ErrorOutlined as Failed,
  PrintOutlined as Print,
  RemoveCircleOutlined as RemoveCircle,
  Schedule,
  WarningAmberOutlined as Warning,
} from '../../base/icons/frame.tsx'
import { RowMenu } from '../../base/list/RowMenu.tsx'
import { type Fact, Facts, Page, Section } from '../../base/page/Page.tsx'
import { Tag } from '../../base/ui/Tag.tsx'
import { limitsText, mediaName, printerChanges } from './printerTexts.ts'
import { SupplyBars } from './SupplyBars.tsx'

const NewPrinterDialog = lazyPart(() => import('./NewPrinterDialog.tsx'))
const EditPrinterDialog = lazyPart(() => import('./EditPrinterDialog.tsx'))

/** No shop has more. */
const all = { limit: '100', ordering: 'name' } as const

/** The printers of the shop: how they are, and what they are used for. */
export function PrintersPage() {
  const reply = useRead(listPrinters, { querystring: all })
  const [open, setOpen] = useState<'new' | { id: string }>()
  const close = () => setOpen(undefined)
  if (reply.error && !reply.data) {
    return <LoadFailure title="The printers could not be loaded" reply={reply} />
  }
  if (!reply.data) return <Loading />
  const { results } = reply.data
  const edited = typeof open === 'object' ? results.find(({ id }) => id === open.id) : undefined
  const add = (
    <Button variant="contained" onClick={() => setOpen('new')}>
      New printer
    </Button>
  )
  return (
    <Page title="Printers" actions={add}>
      {results.length === 0 ? (
        <NoPrinters />
      ) : (
        <Box sx={grid}>
          {results.map((printer) => (
            <PrinterCard key={printer.id} printer={printer} onEdit={() => setOpen({ id: printer.id })} />
          ))}
        </Box>
      )}
      {open === 'new' && <NewPrinterDialog onClose={close} />}
      {edited && <EditPrinterDialog printer={edited} onClose={close} />}
    </Page>
  )
}

const grid = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 340px), 1fr))',
} as const

const Address = ({ children }: { children: ReactNode }) => (
  <Box component="code" sx={{ fontSize: '0.875em' }}>
    {children}
  </Box>
)

/** How the first printer is found. */
const NoPrinters = () => (
  <Box sx={{ maxWidth: 640 }}>
    <Section title="No printers yet">
      <Box sx={{ color: 'text.secondary', '& ol': { pl: 2.5, my: 1 }, '& li': { mb: 0.5 } }}>
        With a printer here, orders are printed from their page, and the shop knows what was really printed.
        <ol>
          <li>
            On the printer’s display open Network or Status, or print its configuration page: there is its IP
            address, such as 192.168.1.20.
          </li>
          <li>
            Nearly all printers then have the address <Address>ipp://192.168.1.20/ipp/print</Address>; those
            of a print server (CUPS) have <Address>ipp://server/printers/name</Address>.
          </li>
          <li>Choose New printer, type the address and test it: you see what the printer can do.</li>
        </ol>
        The printer needs IPP switched on, and this server must be in its network.
      </Box>
    </Section>
  </Box>
)

type Props = { printer: Printer; onEdit: () => void }

/** A printer: how it is, what is in it, and what it is used for. */
function PrinterCard({ printer, onEdit }: Props) {
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
          {isTrouble(status) && <Warning tone="warning" />}
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

/** How a printer is, as a label. */
function PrinterState({
  printer: { is_active, status },
}: {
  printer: Pick<Printer, 'is_active' | 'status'>
}) {
  if (!is_active) return <Tag label="Deactivated" Icon={RemoveCircle} tone="off" />
  if (status?.state === 'idle' && needsHelp(status.reasons)) {
    return <Tag label="Needs attention" Icon={Warning} />
  }
  switch (status?.state) {
    case 'idle':
      return <Tag label="Ready" Icon={CheckCircle} tone="good" />
    case 'processing':
      return <Tag label="Printing" Icon={Print} tone="good" />
    case 'stopped':
      return <Tag label="Stopped" Icon={Warning} />
    case 'unreachable':
      return <Tag label="Does not answer" Icon={Failed} />
    default:
      return <Tag label="Not asked yet" Icon={Schedule} tone="off" />
  }
}

/** Actions on one printer. */
function usePrinterActions(printer: Printer) {
  const { name } = printer
  const params = { id: printer.id }
  const update = useWrite(updatePrinter, [listPrinters, getPrinter])
  const remove = useWrite(deletePrinter, [listPrinters])
  const check = useWrite(checkPrinter, [listPrinters, getPrinter])
  const act = useAct()

  return {
    check: () =>
      act({
        send: () => check.mutateAsync({ params }),
        done: ({ status }) =>
          status?.state === 'unreachable'
            ? toast.failure(`${name}: ${status.message}`)
            : toast.success(`${name} has answered`),
      }),
    setActive: (is_active: boolean) =>
      act({
        ...activation(is_active),
        name,
        record: printer,
        send: ({ id, version }) => update.mutateAsync({ params: { id }, body: { is_active, version } }),
        describe: printerChanges,
        done: is_active ? `${name} is active` : `${name} is deactivated: it gets no more jobs`,
      }),
    remove: () =>
      act({
        question: dangerous(
          `Delete ${name}?`,
          'A printer that has print jobs cannot be deleted: deactivate it instead. This cannot be undone.',
          'Delete',
        ),
        send: () => remove.mutateAsync({ params }),
        done: `${name} deleted`,
      }),
  }
}
