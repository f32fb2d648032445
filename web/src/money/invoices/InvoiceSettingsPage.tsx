import type { Input } from '@our-print/contract/endpoint.ts'
import {
  getInvoiceSettings,
  type InvoiceSettings,
  updateInvoiceSettings,
  workKinds,
} from '@our-print/contract/money/invoiceSettings.ts'
import { getTaxRules } from '@our-print/contract/money/taxRules.ts'
import { useQueryClient } from '@tanstack/react-query'
import { FormProvider, useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { query, useRead, useWrite } from '../../base/api/api.ts'
import { useUpdate } from '../../base/api/useUpdate.ts'
import { ConflictDialog } from '../../base/dialog/ConflictDialog.tsx'
import { useLeaveGuard } from '../../base/dialog/useLeaveGuard.ts'
import { LoadFailure, Loading } from '../../base/feedback/Loading.tsx'
import { lazyFile } from '../../base/feedback/lazyPart.tsx'
import { toast } from '../../base/feedback/toast.ts'
import { ChoiceInput } from '../../base/form/ChoiceInput.tsx'
import { SelectInput, TextInput, useContractForm } from '../../base/form/contractForm.tsx'
import { FormProblem, useSubmit } from '../../base/form/FormProblem.tsx'
import { SaveRow } from '../../base/form/SaveRow.tsx'
import { showingSaved } from '../../base/form/savedValues.ts'
import { Close } from '../../base/icons/frame.tsx'
import { HistoryLink } from '../../base/page/HistoryLink.tsx'
import { Page, Section } from '../../base/page/Page.tsx'
import { Button, IconButton } from '../../base/ui/Button.tsx'
import { Stack } from '../../base/ui/Layout.tsx'
import { Text } from '../../base/ui/Text.tsx'
import styles from './InvoiceSettingsPage.module.css'
import { monthName, settingsChanges, workLabels } from './invoiceChanges.ts'
import { textOfParts } from './taxText.ts'

/** Who sells, with which taxes, and how invoices are numbered. */
export function InvoiceSettingsPage() {
  // Not refetched: it fills a form.
  const reply = useRead(getInvoiceSettings, {}, { refetchOnWindowFocus: false, refetchOnMount: 'always' })
  if (reply.data && reply.isFetchedAfterMount) return <Ready settings={reply.data} />
  if (reply.error) return <LoadFailure title="The settings could not be loaded" reply={reply} />
  return <Loading />
}

const schema = lazyFile(async () => (await import('./invoiceSettingsSchema.ts')).invoiceSettingsSchema)

const fieldsOf = ({ version: _, taxes, prices_contain_tax, year_starts, ...rest }: InvoiceSettings) => ({
  ...rest,
  taxes: taxes.map(({ name, parts, between }) => ({
    name,
    parts: textOfParts(parts),
    between: textOfParts(between),
  })),
  prices_contain_tax: prices_contain_tax ? 'yes' : 'no',
  year_starts: String(year_starts),
})

type Fields = ReturnType<typeof fieldsOf>
type Saved = Omit<Input<typeof updateInvoiceSettings>['body'], 'version'>

function Ready({ settings }: { settings: InvoiceSettings }) {
  const client = useQueryClient()
  const write = useWrite(updateInvoiceSettings, [getTaxRules])
  const show = (current: InvoiceSettings) =>
    client.setQueryData(query(getInvoiceSettings, {}).queryKey, current)
  const changing = useUpdate<InvoiceSettings, Saved>({
    record: settings,
    write,
    send: ({ version }, values) => write.mutateAsync({ body: { ...values, version } }),
    describe: settingsChanges,
    onCurrent: show,
  })
  const form = useContractForm(schema, { defaultValues: fieldsOf(settings) })
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
      toast.success('Settings of invoices saved')
    },
    write.isPending,
  )
  return (
    <Page
      title="Invoices"
      narrow
      actions={
        <>
          <Button to="/configuration">Configuration</Button>
          <HistoryLink kind="invoice_settings" newTab />
        </>
      }
      subtitle={<Text tone="muted">Issued invoices stay as they are.</Text>}
    >
      <FormProvider {...form}>
        <Stack as="form" gap={4} noValidate aria-label="Invoices" onSubmit={submit}>
          <Seller />
          <Issuing />
          <Taxes />
          <Work />
          <ConflictDialog
            what="The invoice configuration"
            changing={changing}
            onReload={(current) => form.reset(fieldsOf(current), { keepDirtyValues: true })}
          />
          <FormProblem form={form} error={changing.error} />
          <SaveRow isDirty={isDirty} isPending={write.isPending} onCancel={() => form.reset()} />
        </Stack>
      </FormProvider>
    </Page>
  )
}

const Seller = () => (
  <Section title="Who sells">
    <div className={styles.pair}>
      <TextInput name="seller.name" label="Name" hint="Without it no invoice can be issued." />
      <TextInput name="seller.registration" label="GSTIN or VAT number" optional capitals />
      <TextInput name="seller.address" label="Address" />
      <TextInput name="seller.city" label="City" />
      <TextInput name="seller.pincode" label="Pincode" />
      <TextInput name="seller.state" label="State" />
      <TextInput name="seller.country_code" label="Country" capitals hint="Two letters: IN, DE" />
    </div>
  </Section>
)

const months = Array.from({ length: 12 }, (_, month) => ({
  value: String(month + 1),
  label: monthName(month + 1),
}))

const issueHints: Record<InvoiceSettings['issue'], string> = {
  delivery: 'By itself, right after an order is delivered. Companies may get one a month instead.',
  hand: 'On the page of an order. Companies may get one a month.',
}

function Issuing() {
  const issue = useWatch<Fields, 'issue'>({ name: 'issue' })
  return (
    <Section title="Issuing">
      <Stack gap={4}>
        <ChoiceInput
          name="issue"
          label="Invoices are issued"
          options={[
            { value: 'delivery', label: 'On delivery' },
            { value: 'hand', label: 'By hand' },
          ]}
          hint={issueHints[issue]}
        />
        <div className={styles.pair}>
          <TextInput name="series.invoice" label="Prefix of invoices" capitals hint="INV/26-27/1" />
          <TextInput name="series.credit_note" label="Prefix of credit notes" capitals />
          <TextInput name="series.self_billed" label="Prefix of self-billed invoices" capitals />
          <SelectInput name="year_starts" label="Financial year begins in" options={months} />
        </div>
      </Stack>
    </Section>
  )
}

function Taxes() {
  const { control } = useFormContext<Fields>()
  const { fields, append, remove } = useFieldArray({ control, name: 'taxes' })
  return (
    <Section title="Taxes">
      <Stack gap={4}>
        <ChoiceInput
          name="prices_contain_tax"
          label="Prices"
          options={[
            { value: 'yes', label: 'Contain the tax' },
            { value: 'no', label: 'Tax is added' },
          ]}
        />
        {fields.map(({ id }, at) => (
          <div key={id} className={styles.tax}>
            <TextInput name={`taxes.${at}.name`} label="Tax" />
            <TextInput
              name={`taxes.${at}.parts`}
              label="Percent"
              placeholder="CGST 9 + SGST 9"
              hint="Empty: no tax"
            />
            <TextInput
              name={`taxes.${at}.between`}
              label="To another state"
              placeholder="IGST 18"
              hint="Empty: the same"
            />
            <IconButton aria-label={`Remove tax ${at + 1}`} onClick={() => remove(at)}>
              <Close />
            </IconButton>
          </div>
        ))}
        {fields.length < 10 && (
          <div>
            <Button size="small" onClick={() => append({ name: '', parts: '', between: '' })}>
              Add a tax
            </Button>
          </div>
        )}
      </Stack>
    </Section>
  )
}

function Work() {
  const taxes = useWatch<Fields, 'taxes'>({ name: 'taxes' })
  const options = taxes.map(({ name }) => ({ value: name, label: name }))
  return (
    <Section title="Kinds of work">
      <Stack gap={3}>
        {workKinds.map((kind) => (
          <div key={kind} className={styles.pair}>
            <SelectInput name={`work.${kind}.tax`} label={workLabels[kind]} options={options} />
            <TextInput name={`work.${kind}.code`} label="HSN or SAC code" optional />
          </div>
        ))}
      </Stack>
    </Section>
  )
}
