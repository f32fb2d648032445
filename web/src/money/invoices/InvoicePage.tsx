import { getInvoice, type Invoice, type InvoiceFile } from '@our-print/contract/money/invoices.ts'
import { useState } from 'react'
import { useRead } from '../../base/api/api.ts'
import { downloadFile } from '../../base/api/download.ts'
import { LoadFailure, Loading, Notice } from '../../base/feedback/Loading.tsx'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { toast } from '../../base/feedback/toast.ts'
import { formatDay, formatTime, rupees } from '../../base/format/format.ts'
import { type Fact, Facts, Page, Section } from '../../base/page/Page.tsx'
import { RecordColumns } from '../../base/page/RecordColumns.tsx'
import { RecordNavigation } from '../../base/page/RecordNavigation.tsx'
import { useParams } from '../../base/router/router.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Row, Stack } from '../../base/ui/Layout.tsx'
import { Link } from '../../base/ui/Link.tsx'
import { Table, Td, Th } from '../../base/ui/Table.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { kindLabels, percent } from './invoiceTexts.ts'

const CreditDialog = lazyPart(() => import('./CreditDialog.tsx'))

/** One invoice or credit note, as it was issued. */
export function InvoicePage() {
  const { id = '' } = useParams()
  const reply = useRead(getInvoice, { params: { id } })
  const { data: invoice, error } = reply
  if (error && (error.status === 404 || error.status === 400))
    return (
      <Notice title="Invoice not found">
        <p>Check the link, or search in all invoices.</p>
        <Button look="primary" to="/invoices">
          All invoices
        </Button>
      </Notice>
    )
  if (invoice)
    return <Content key={invoice.id} invoice={invoice} refresh={async () => (await reply.refetch()).data} />
  if (error) return <LoadFailure title="This invoice could not be loaded" reply={reply} />
  return <Loading />
}

type Props = { invoice: Invoice; refresh: () => Promise<Invoice | undefined> }

function Content({ invoice, refresh }: Props) {
  const { number, kind, seller, lines, taxes } = invoice
  return (
    <Page
      title={`${kindLabels[kind]} ${number}`}
      tab={number}
      above={<RecordNavigation what="invoice" home={{ to: '/invoices', title: 'Invoices' }} />}
      subtitle={
        <Text tone="muted">
          {formatDay(invoice.day)}, {formatTime(invoice.issued_at)} ·{' '}
          {invoice.by ?? 'issued by the shop itself'}
        </Text>
      }
      actions={<Actions invoice={invoice} refresh={refresh} />}
    >
      <RecordColumns
        aside={
          <>
            <Section title="Amount">
              <Facts
                facts={[
                  { name: 'Net', value: rupees(invoice.net) },
                  ...taxes.flatMap(({ name, parts }) =>
                    parts.map(
                      (part): Fact => ({
                        name: `${part.name} ${percent(part.rate)}${name.startsWith(part.name) ? '' : ` of ${name}`}`,
                        value: rupees(part.amount),
                      }),
                    ),
                  ),
                  { name: 'Total', value: rupees(invoice.total), strong: true },
                  ...(invoice.paid > 0 ? [{ name: 'Paid', value: rupees(invoice.paid) }] : []),
                  ...(invoice.credited > 0 ? [{ name: 'Credited', value: rupees(invoice.credited) }] : []),
                ]}
              />
            </Section>
            <Section title="For">
              <Lines party={invoice.buyer_data} />
            </Section>
            <Section title="From">
              <Lines party={seller} />
            </Section>
            <Corrections invoice={invoice} />
          </>
        }
      >
        <Section title="Lines">
          <Table label="Lines" compact>
            <thead>
              <tr>
                <Th>What</Th>
                <Th wide>Code</Th>
                <Th align="right" wide>
                  Net
                </Th>
                <Th align="right" wide>
                  Tax
                </Th>
                <Th align="right">Total</Th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <tr key={line.id}>
                  <Td>
                    {line.text}{' '}
                    {line.order && (
                      <Link underlined to={`/order/${line.order}`}>{`#${line.order_number}`}</Link>
                    )}
                  </Td>
                  <Td wide>{line.code}</Td>
                  <Td align="right" wide>
                    {rupees(line.net)}
                  </Td>
                  <Td align="right" wide>
                    {percent(line.rate)}
                  </Td>
                  <Td align="right">{rupees(line.total)}</Td>
                </tr>
              ))}
            </tbody>
          </Table>
        </Section>
      </RecordColumns>
    </Page>
  )
}

const Lines = ({ party }: { party: Invoice['seller'] }) => (
  <Text flow="lines">
    {[party.name, party.address, `${party.city} ${party.pincode}`.trim(), party.state, party.registration]
      .filter(Boolean)
      .join('\n')}
  </Text>
)

/** The invoice that a credit note corrects, or the credit notes of an invoice. */
function Corrections({ invoice: { credits, credits_number, reason, credit_notes } }: { invoice: Invoice }) {
  if (credits)
    return (
      <Section title="Corrects">
        <Stack gap={1} align="start">
          <Link to={`/invoice/${credits}`}>{`Invoice ${credits_number}`}</Link>
          <Text flow="wrap">{reason}</Text>
        </Stack>
      </Section>
    )
  if (credit_notes.length === 0) return null
  return (
    <Section title="Credit notes">
      <Stack gap={1} align="start">
        {credit_notes.map((note) => (
          <Link key={note.id} to={`/invoice/${note.id}`}>{`${note.number} · ${rupees(note.total)}`}</Link>
        ))}
      </Stack>
    </Section>
  )
}

function Actions({ invoice, refresh }: Props) {
  const [crediting, setCrediting] = useState(false)
  const isOpen = invoice.credits === null && invoice.credited < invoice.total
  const name = invoice.number.replaceAll('/', '-')

  /** The links end after a time: reads them again. */
  async function save(file: InvoiceFile) {
    try {
      const { files } = (await refresh()) ?? invoice
      const { pathname, search } = new URL(String(files[file]))
      const [type, extension] = file === 'ubl' ? ['application/xml', 'xml'] : ['application/pdf', 'pdf']
      const saved = await downloadFile(pathname + search, { type, name: `${name}-${file}.${extension}` })
      toast.success(`Saved as ${saved}`)
    } catch (error) {
      toast.failure('The file could not be saved', (error as Error).message)
    }
  }
  return (
    <Row gap={2} wrap>
      <Button size="touch" onClick={() => void save('pdf')}>
        Download PDF
      </Button>
      {invoice.files.receipt !== null && (
        <Button size="touch" onClick={() => void save('receipt')}>
          Receipt, 80 mm
        </Button>
      )}
      <Button
        size="touch"
        title="UBL by EN 16931, for the customer’s accounting"
        onClick={() => void save('ubl')}
      >
        XML
      </Button>
      <Button
        size="touch"
        title="A PDF with XML by EN 16931 in it (ZUGFeRD), for the customer’s accounting"
        onClick={() => void save('facturx')}
      >
        Factur-X
      </Button>
      {isOpen && (
        <Button size="touch" tone="danger" onClick={() => setCrediting(true)}>
          Credit
        </Button>
      )}
      {crediting && <CreditDialog invoice={invoice} onClose={() => setCrediting(false)} />}
    </Row>
  )
}
