import { listPrinters } from '@our-print/contract/printing/printers.ts'
import type { PrintJobState } from '@our-print/contract/printing/printJobStates.ts'
import { listPrintJobs } from '@our-print/contract/printing/printJobs.ts'
import { type ReactNode, useState } from 'react'
import { useRead } from '../../base/api/api.ts'
import { useCan } from '../../base/api/useCan.ts'
import { LoadFailure, Loading } from '../../base/feedback/Loading.tsx'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { Page, Section } from '../../base/page/Page.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { PrinterCard, type Waiting } from './PrinterCard.tsx'
import styles from './PrintersPage.module.css'
import type { Told } from './PrinterTest.tsx'

const NewPrinterDialog = lazyPart(() => import('./NewPrinterDialog.tsx'))
const EditPrinterDialog = lazyPart(() => import('./EditPrinterDialog.tsx'))

/** No shop has more. */
const all = { limit: '100', ordering: 'name' } as const

/** The printers of the shop: how they are, and what they are used for. */
export function PrintersPage() {
  const reply = useRead(listPrinters, { querystring: all })
  const [open, setOpen] = useState<'new' | { id: string }>()
  const [told, setTold] = useState<Readonly<Record<string, Told>>>({})
  const waiting = useWaitingJobs()
  const configures = useCan('configuration')
  const close = () => setOpen(undefined)
  if (reply.error && !reply.data) {
    return <LoadFailure title="The printers could not be loaded" reply={reply} />
  }
  if (!reply.data) return <Loading />
  const { results } = reply.data
  const edited = typeof open === 'object' ? results.find(({ id }) => id === open.id) : undefined
  const add = configures && (
    <Button look="primary" onClick={() => setOpen('new')}>
      New printer
    </Button>
  )
  return (
    <Page title="Printers" actions={add}>
      {results.length === 0 ? (
        <NoPrinters />
      ) : (
        <div className={styles.printers}>
          {results.map((printer) => (
            <PrinterCard
              key={printer.id}
              printer={printer}
              waiting={waiting(printer.id)}
              onEdit={() => setOpen({ id: printer.id })}
            />
          ))}
        </div>
      )}
      {open === 'new' && <NewPrinterDialog onClose={close} />}
      {edited && (
        <EditPrinterDialog
          printer={edited}
          told={told[edited.id]}
          onTold={(answer) => setTold((before) => ({ ...before, [edited.id]: answer }))}
          onClose={close}
        />
      )}
    </Page>
  )
}

const Address = ({ children }: { children: ReactNode }) => <code className={styles.address}>{children}</code>

/** How the first printer is found. */
const NoPrinters = () => (
  <div className={styles.first}>
    <Section title="No printers yet">
      <Text as="p" tone="muted">
        With a printer here, orders are printed from their page, and the shop knows what was really printed.
      </Text>
      <ol className={styles.steps}>
        <li>
          On the printer’s display open Network or Status, or print its configuration page: there is its IP
          address, such as 192.168.1.20.
        </li>
        <li>
          Nearly all printers then have the address <Address>ipp://192.168.1.20/ipp/print</Address>; those of
          a print server (CUPS) have <Address>ipp://server/printers/name</Address>.
        </li>
        <li>Choose New printer, type the address and test it: you see what the printer can do.</li>
      </ol>
      <Text as="p" tone="muted">
        The printer needs IPP switched on, and this server must be in its network.
      </Text>
    </Section>
  </div>
)

const notSent: ReadonlySet<PrintJobState> = new Set(['queued', 'held'])

/** How many jobs wait here for each printer; its own queue has only what was sent to it. */
function useWaitingJobs(): (printer: string) => Waiting {
  const prints = useCan('floor')
  const { data } = useRead(
    listPrintJobs,
    { querystring: { open: 'true', limit: '100' } },
    { enabled: prints },
  )
  return (printer) =>
    data && {
      jobs: data.results.filter((job) => job.printer === printer && notSent.has(job.state)).length,
      orMore: data.count > data.results.length,
    }
}
