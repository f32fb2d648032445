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
import { useWrite } from '../../base/api/api.ts'
import { useCan } from '../../base/api/useCan.ts'
import { activation, dangerous, useAct } from '../../base/dialog/useAct.tsx'
import { toast } from '../../base/feedback/toast.ts'
import { asText, formatDateTime, plural, rupees } from '../../base/format/format.ts'
import {
  CheckCircleOutlined as CheckCircle,
  ErrorOutlined as Failed,
  PrintOutlined as Print,
  RemoveCircleOutlined as RemoveCircle,
  Schedule,
  WarningAmberOutlined as Warning,
} from '../../base/icons/frame.tsx'
import { RowMenu } from '../../base/list/RowMenu.tsx'
import { type Fact, Facts } from '../../base/page/Page.tsx'
import { Card } from '../../base/ui/Card.tsx'
import { Row, Stack } from '../../base/ui/Layout.tsx'
import { Link } from '../../base/ui/Link.tsx'
import { Tag } from '../../base/ui/Tag.tsx'
import { Heading, Text } from '../../base/ui/Text.tsx'
import styles from './PrinterCard.module.css'
import { limitsText, mediaName, printerChanges } from './printerTexts.ts'
import { SupplyBars } from './SupplyBars.tsx'

/** How many jobs have not been sent to a printer; undefined until that is known. */
export type Waiting = { jobs: number; orMore: boolean } | undefined

type Props = { printer: Printer; waiting: Waiting; onEdit: () => void }

/** A printer: how it is, what is in it, and what it is used for. */
export function PrinterCard({ printer, waiting, onEdit }: Props) {
  const { name, status, is_active } = printer
  const actions = usePrinterActions(printer)
  const configures = useCan('configuration')
  return (
    <Card as="section" className={styles.printer}>
      <Row gap={2} align="start">
        <Stack fill>
          <Heading level="h2" like="h3">
            {name}
          </Heading>
          <Text size="small" tone="muted">
            {status?.make_and_model ?? 'Model unknown'}
          </Text>
        </Stack>
        <PrinterState printer={printer} />
        <RowMenu
          name={name}
          actions={[
            ...(configures ? [{ label: 'Edit', onClick: onEdit }] : []),
            { label: 'Ask it now', onClick: () => void actions.check() },
            ...(configures
              ? [
                  is_active
                    ? { label: 'Deactivate', onClick: () => void actions.setActive(false) }
                    : { label: 'Activate', onClick: () => void actions.setActive(true) },
                  { label: 'Delete', onClick: () => void actions.remove(), danger: true },
                ]
              : []),
          ]}
        />
      </Row>
      {status?.message && is_active && (
        <Row gap={2} align="start">
          {isTrouble(status) && <Warning tone="warning" size={18} />}
          <Text size="label">{status.message}</Text>
        </Row>
      )}
      {status && status.supplies.length > 0 && <SupplyBars supplies={status.supplies} />}
      <Facts facts={factsOf(printer, waiting)} />
    </Card>
  )
}

const isTrouble = ({ state, reasons }: PrinterStatus) =>
  state === 'stopped' || state === 'unreachable' || reasons.length > 0

function factsOf(
  { status, seen_at, id, uri, click_bw, click_color, ...printer }: Printer,
  waiting: Waiting,
): Fact[] {
  const { prints_color, is_active } = printer
  const isAway = status === null || status.state === 'unreachable' || !is_active
  const queued = status?.queued_jobs ?? null
  const counted = status?.impressions_completed ?? null
  const paper = status?.media_ready.map(mediaName).join(', ')
  return [
    { name: 'Waiting here', value: <WaitingHere printer={id} waiting={waiting} /> },
    // Jobs that others sent to it are there, too.
    ...(queued === null
      ? []
      : [{ name: 'At the machine', value: queued === 0 ? 'no job' : plural(queued, 'job') }]),
    ...(paper ? [{ name: 'Paper loaded', value: paper }] : []),
    ...(counted === null ? [] : [{ name: 'Counter', value: plural(counted, 'side') }]),
    ...(status ? [{ name: 'Last asked', value: formatDateTime(status.at) }] : []),
    ...(isAway ? [{ name: 'Last seen', value: seen_at ? formatDateTime(seen_at) : asText('never') }] : []),
    { name: 'Prints', value: limitsText(printer) },
    {
      name: 'A side costs',
      value: prints_color ? `${rupees(click_bw)}, colour ${rupees(click_color)}` : rupees(click_bw),
    },
    { name: 'Address', value: uri },
  ]
}

function WaitingHere({ printer, waiting }: { printer: string; waiting: Waiting }) {
  if (!waiting) return '–'
  const { jobs, orMore } = waiting
  if (jobs === 0 && !orMore) return 'no job'
  return (
    <Link to={`/print_queue?${new URLSearchParams({ open: 'true', printer })}`}>
      {plural(jobs, 'job')}
      {orMore && ' or more'}
    </Link>
  )
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
