import { listInvoices } from '@our-print/contract/money/invoices.ts'
import { listPayments } from '@our-print/contract/money/payments.ts'
import { listOutstanding, listSales } from '@our-print/contract/money/registers.ts'
import { useState } from 'react'
import { downloadCsv } from '../../base/api/download.ts'
import { useCan } from '../../base/api/useCan.ts'
import { toast } from '../../base/feedback/toast.ts'
import { DateField } from '../../base/form/DateField.tsx'
import { today } from '../../base/format/format.ts'
import { Page, Section } from '../../base/page/Page.tsx'
import { RecordNavigation } from '../../base/page/RecordNavigation.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Row, Stack } from '../../base/ui/Layout.tsx'
import { Text } from '../../base/ui/Text.tsx'
import styles from './InvoiceSettingsPage.module.css'

const registers = [
  { name: 'Sales', about: 'By day, tax and rate; credit notes below zero.', endpoint: listSales, more: {} },
  { name: 'Invoices', about: 'Each invoice and credit note.', endpoint: listInvoices, more: {} },
  {
    name: 'Credit notes',
    about: 'Each with the invoice that it corrects.',
    endpoint: listInvoices,
    more: { kind: 'credit_note' },
  },
  {
    name: 'Self-billed',
    about: 'What companies are owed for their vouchers; no sales.',
    endpoint: listInvoices,
    more: { kind: 'purchases' },
  },
  { name: 'Payments', about: 'Each payment and refund.', endpoint: listPayments, more: {} },
  {
    name: 'Outstanding',
    about: 'What is owed now for delivered orders.',
    endpoint: listOutstanding,
    more: {},
  },
] as const

/** What the accountant gets: files of a span of days. */
export function RegistersPage() {
  const [from, setFrom] = useState<string | null>(`${today().slice(0, 8)}01`)
  const [to, setTo] = useState<string | null>(today())
  const [saving, setSaving] = useState<string>()
  const mayExport = useCan('exports')

  async function save({ name, endpoint, more }: (typeof registers)[number]) {
    const days =
      endpoint === listOutstanding ? {} : { ...(from && { from_date: from }), ...(to && { to_date: to }) }
    setSaving(name)
    try {
      toast.success(`Saved as ${await downloadCsv(endpoint.url, { ...more, ...days }, () => {})}`)
    } catch (error) {
      toast.failure('The file could not be saved', (error as Error).message)
    }
    setSaving(undefined)
  }
  return (
    <Page
      title="Registers"
      narrow
      above={<RecordNavigation what="register" home={{ to: '/invoices', title: 'Invoices' }} />}
    >
      <Stack gap={4}>
        <Section title="Days">
          <div className={styles.pair}>
            <DateField label="From" value={from} onChange={setFrom} />
            <DateField label="To" value={to} onChange={setTo} />
          </div>
        </Section>
        {registers.map((register) => (
          <Section key={register.name} title={register.name}>
            <Row gap={3} wrap justify="between">
              <Text flow="wrap">{register.about}</Text>
              <Button
                size="touch"
                disabled={!mayExport}
                loading={saving === register.name}
                aria-label={`Save as CSV: ${register.name.toLowerCase()}`}
                onClick={() => void save(register)}
              >
                Save as CSV
              </Button>
            </Row>
          </Section>
        ))}
        {!mayExport && <Text tone="muted">Saving files needs the ability “Export lists”.</Text>}
      </Stack>
    </Page>
  )
}
