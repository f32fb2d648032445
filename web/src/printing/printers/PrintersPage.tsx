import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { listPrinters } from '@our-print/contract/printing/printers.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { query } from '../../base/api/api.ts'
import { LoadFailure } from '../../base/feedback/LoadFailure.tsx'
import { Loading } from '../../base/feedback/Loading.tsx'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { Page } from '../../base/page/Page.tsx'
import { Section } from '../../base/page/Section.tsx'
import { PrinterCard } from './PrinterCard.tsx'

const NewPrinterDialog = lazyPart(() => import('./NewPrinterDialog.tsx'))
const EditPrinterDialog = lazyPart(() => import('./EditPrinterDialog.tsx'))

/** No shop has more. */
const all = { limit: '100', ordering: 'name' } as const

/** The printers of the shop: how they are, and what they are used for. */
export function PrintersPage() {
  const reply = useQuery(query(listPrinters, { querystring: all }))
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
