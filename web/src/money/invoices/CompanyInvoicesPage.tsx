import {
  type ClientBilling,
  getClientBilling,
  updateClientBilling,
} from '@our-print/contract/money/invoiceSettings.ts'
import { createInvoice, listInvoices } from '@our-print/contract/money/invoices.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { query, useRead, useWrite } from '../../base/api/api.ts'
import { useUpdate } from '../../base/api/useUpdate.ts'
import { ConflictDialog } from '../../base/dialog/ConflictDialog.tsx'
import { useLeaveGuard } from '../../base/dialog/useLeaveGuard.ts'
import { LoadFailure, Loading, Notice } from '../../base/feedback/Loading.tsx'
import { lazyFile } from '../../base/feedback/lazyPart.tsx'
import { PartFailure } from '../../base/feedback/PartFailure.tsx'
import { toast } from '../../base/feedback/toast.ts'
import { ChoiceInput } from '../../base/form/ChoiceInput.tsx'
import { TextInput, useContractForm } from '../../base/form/contractForm.tsx'
import { FormProblem, useSubmit } from '../../base/form/FormProblem.tsx'
import { SaveRow } from '../../base/form/SaveRow.tsx'
import { showingSaved } from '../../base/form/savedValues.ts'
import { formatDay, rupees, today } from '../../base/format/format.ts'
import { monthsBefore } from '../../base/format/shopTime.ts'
import { Page, Section } from '../../base/page/Page.tsx'
import { RecordNavigation } from '../../base/page/RecordNavigation.tsx'
import { useNavigate, useParams } from '../../base/router/router.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { SelectField } from '../../base/ui/Input.tsx'
import { Row, Stack } from '../../base/ui/Layout.tsx'
import { Link } from '../../base/ui/Link.tsx'
import { Text } from '../../base/ui/Text.tsx'
import styles from './InvoiceSettingsPage.module.css'
import { billingChanges } from './invoiceChanges.ts'
import { formatMonth } from './invoiceTexts.ts'

/** How a company is invoiced, and its invoices. */
export function CompanyInvoicesPage() {
  const { id = '' } = useParams()
  // Not refetched: it fills a form.
  const reply = useRead(
    getClientBilling,
    { params: { id } },
    { refetchOnWindowFocus: false, refetchOnMount: 'always' },
  )
  // They stand above the form, which would move when they come.
  const invoices = useRead(listInvoices, { querystring: { client: id, limit: '6' } })
  if (reply.error?.status === 404 || reply.error?.status === 400)
    return (
      <Notice title="Company not found">
        <p>It may have been deleted, or the link is wrong.</p>
        <Button look="primary" to="/client_companies">
          All companies
        </Button>
      </Notice>
    )
  if (reply.data && reply.isFetchedAfterMount && (invoices.data || invoices.isFetched)) {
    return (
      <Page
        title="Invoices of a company"
        narrow
        above={
          <RecordNavigation what="company" home={{ to: '/client_companies', title: 'Client Companies' }} />
        }
        subtitle={<Text tone="muted">{reply.data.company}</Text>}
      >
        <Stack gap={4}>
          <Newest client={id} reply={invoices} />
          <Billing client={id} billing={reply.data} />
        </Stack>
      </Page>
    )
  }
  if (reply.error) return <LoadFailure title="This company could not be loaded" reply={reply} />
  return <Loading />
}

/** The twelve months that are over, the last one first. */
const pastMonths = (day: string) =>
  monthsBefore(day, 1, 12).map((month) => ({ value: month, label: formatMonth(`${month}-01`) }))

function Newest({
  client,
  reply,
}: {
  client: string
  reply: ReturnType<typeof useRead<typeof listInvoices>>
}) {
  const navigate = useNavigate()
  const issue = useWrite(createInvoice, [listInvoices])
  const months = pastMonths(today())
  const [month, setMonth] = useState(months[0]?.value ?? '')

  async function issueMonth() {
    try {
      const { id, number } = await issue.mutateAsync({ body: { client, month } })
      toast.success(`Invoice ${number} issued`)
      navigate(`/invoice/${id}`)
    } catch (error) {
      toast.failure('No invoice was issued', (error as Error).message)
    }
  }
  return (
    <Section title="Invoices" aside={<Link to={`/invoices?client=${client}`}>All</Link>}>
      <Stack gap={3} align="start">
        {reply.data?.results.map(({ id, number, day, total }) => (
          <Link key={id} to={`/invoice/${id}`}>{`${number} · ${formatDay(day)} · ${rupees(total)}`}</Link>
        ))}
        {reply.data?.count === 0 && <Text tone="muted">None yet</Text>}
        <PartFailure reply={reply} />
        <Row gap={2} wrap align="end">
          <SelectField
            label="Delivered until the end of"
            options={months}
            value={month}
            onChange={setMonth}
          />
          <Button size="touch" loading={issue.isPending} onClick={() => void issueMonth()}>
            Issue invoice
          </Button>
        </Row>
      </Stack>
    </Section>
  )
}

const schema = lazyFile(async () => (await import('./clientBillingSchema.ts')).clientBillingSchema)

const fieldsOf = ({ version: _, company: __, monthly, ...rest }: ClientBilling) => ({
  ...rest,
  monthly: monthly ? 'month' : 'order',
})

function Billing({ client, billing }: { client: string; billing: ClientBilling }) {
  const queries = useQueryClient()
  const write = useWrite(updateClientBilling, [])
  const show = (current: ClientBilling) =>
    queries.setQueryData(query(getClientBilling, { params: { id: client } }).queryKey, current)
  const changing = useUpdate<ClientBilling, Omit<ClientBilling, 'version' | 'company'>>({
    record: billing,
    write,
    send: ({ version }, values) =>
      write.mutateAsync({ params: { id: client }, body: { ...values, version } }),
    describe: billingChanges,
    onCurrent: show,
  })
  const form = useContractForm(schema, { defaultValues: fieldsOf(billing) })
  const { isDirty } = form.formState
  useLeaveGuard(isDirty)
  const submit = useSubmit(
    form,
    async (values) => {
      const showSaved = showingSaved(form)
      const saved = await changing.update(values)
      if (!saved) return
      show(saved)
      changing.setSeen(saved)
      showSaved(fieldsOf(saved))
      toast.success('Saved')
    },
    write.isPending,
  )
  return (
    <FormProvider {...form}>
      <Stack as="form" gap={4} noValidate aria-label="How it is invoiced" onSubmit={submit}>
        <Section title="How it is invoiced">
          <Stack gap={4}>
            <ChoiceInput
              name="monthly"
              label="Invoices"
              options={[
                { value: 'order', label: 'One for each order' },
                { value: 'month', label: 'One a month' },
              ]}
            />
            <div className={styles.pair}>
              <TextInput name="name" label="Name on invoices" hint="Empty: the company’s name" optional />
              <TextInput name="registration" label="GSTIN or VAT number" optional capitals />
              <TextInput name="address" label="Address" optional />
              <TextInput name="city" label="City" optional />
              <TextInput name="pincode" label="Pincode" optional />
              <TextInput name="state" label="State" optional />
              <TextInput name="country_code" label="Country" capitals hint="Two letters: IN, DE" />
            </div>
            <ConflictDialog
              what="This company"
              changing={changing}
              onReload={(current) => form.reset(fieldsOf(current), { keepDirtyValues: true })}
            />
            <FormProblem form={form} error={changing.error} />
            <SaveRow isDirty={isDirty} isPending={write.isPending} onCancel={() => form.reset()} />
          </Stack>
        </Section>
      </Stack>
    </FormProvider>
  )
}
