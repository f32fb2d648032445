import { type PrintOptions, priceInPaise } from '@our-print/contract/orders/price.ts'
import {
  bindings,
  type Configuration,
  colors,
  type courierScans,
  getConfiguration,
  paperSizes,
  proofRules,
  sides,
} from '@our-print/contract/shop/configurations.ts'
import { updateConfiguration } from '@our-print/contract/shop/updateConfiguration.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormProvider, useFormContext, useWatch } from 'react-hook-form'
import { query, useRead, useWrite } from '../../base/api/api.ts'
import { useUpdate } from '../../base/api/useUpdate.ts'
import { useViewer } from '../../base/api/useViewer.ts'
import { ConflictDialog } from '../../base/dialog/ConflictDialog.tsx'
import { useLeaveGuard } from '../../base/dialog/useLeaveGuard.ts'
import { LoadFailure, Loading } from '../../base/feedback/Loading.tsx'
import { toast } from '../../base/feedback/toast.ts'
import { ChoiceInput } from '../../base/form/ChoiceInput.tsx'
import { FormProblem, useSubmit } from '../../base/form/FormProblem.tsx'
import { showingSaved } from '../../base/form/savedValues.ts'
import { rupees } from '../../base/format/format.ts'
import { HistoryLink } from '../../base/page/HistoryLink.tsx'
import { Page, Section } from '../../base/page/Page.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { SelectField } from '../../base/ui/Input.tsx'
import { Stack } from '../../base/ui/Layout.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { TwoPeople } from '../../money/approvals/TwoPeople.tsx'
import { ArrivalWindows } from './ArrivalWindows.tsx'
import styles from './ConfigurationPage.module.css'
import { CustomerSettings } from './CustomerSettings.tsx'
import {
  type ConfigurationFields,
  configurationChanges,
  courierScanLabels,
  fieldsOf,
  isComplete,
  proofRuleLabels,
  type Settings,
  useConfigurationForm,
} from './configurationForm.ts'
import { OpeningHours } from './OpeningHours.tsx'
import { PaymentSettings } from './PaymentSettings.tsx'
import { PositionSettings } from './PositionSettings.tsx'
import { ContactFields, Extras, PagePrices, PaperFactors, Rewards } from './PriceFields.tsx'
import { PrintSettings } from './PrintSettings.tsx'
import { bindingLabels, colorLabels, sidesLabels } from './printTexts.ts'
import { UsualLines } from './UsualLines.tsx'

export function ConfigurationPage() {
  // Not refetched: it fills a form.
  const reply = useRead(getConfiguration, {}, { refetchOnWindowFocus: false, refetchOnMount: 'always' })
  if (reply.data && reply.isFetchedAfterMount) return <Ready configuration={reply.data} />
  if (reply.error) {
    return <LoadFailure title="The configuration could not be loaded" reply={reply} />
  }
  return <Loading />
}

function Ready({ configuration }: { configuration: Configuration }) {
  const isSuperAdmin = useViewer() === 'admin'
  return (
    <Page
      title="Configuration"
      actions={
        <>
          <Button to="/printers">Printers</Button>
          <Button to="/invoice_settings">Invoices</Button>
          <HistoryLink kind="configurations" newTab />
        </>
      }
      subtitle={
        <span className={styles.note}>
          <Text size="small" tone="muted">
            Price changes apply to new orders only.
          </Text>
        </span>
      }
    >
      <Stack gap={4}>
        <ConfigurationForm configuration={configuration} />
        {isSuperAdmin && <TwoPeople />}
      </Stack>
    </Page>
  )
}

/** The whole configuration in one form, saved together. */
function ConfigurationForm({ configuration }: { configuration: Configuration }) {
  const client = useQueryClient()
  const write = useWrite(updateConfiguration, [])
  const show = (current: Configuration) => client.setQueryData(query(getConfiguration, {}).queryKey, current)
  const changing = useUpdate<Configuration, Settings>({
    record: configuration,
    write,
    send: ({ version }, settings) => write.mutateAsync({ body: { ...settings, version } }),
    describe: configurationChanges,
    onCurrent: show,
  })
  const { seen, setSeen, update, conflict, error, isPending } = changing
  const form = useConfigurationForm(fieldsOf(configuration))
  const { isDirty } = form.formState
  useLeaveGuard(isDirty)

  async function save(settings: Settings) {
    const showSaved = showingSaved(form)
    const saved = await update(settings)
    if (!saved) return
    show(saved)
    setSeen(saved)
    showSaved(fieldsOf(saved))
    toast.success('Configuration saved')
  }
  const submit = useSubmit(form, save, isPending)

  return (
    <FormProvider {...form}>
      <form noValidate aria-label="Configuration" onSubmit={submit} className={styles.form}>
        <Stack gap={4}>
          <PagePrices />
          <PaperFactors />
          <Extras />
          <UsualLines />
          <Rewards />
          <OpeningHours />
          <PrintSettings />
          <DeliverySettings />
          <ArrivalWindows />
          <PositionSettings />
          <PaymentSettings />
          <CustomerSettings />
          <ContactFields />
        </Stack>
        <div className={styles.aside}>
          <ExamplePrice saved={fieldsOf(seen)} />
          <ConflictDialog
            what="The configuration"
            changing={changing}
            onReload={(current) => form.reset(fieldsOf(current), { keepDirtyValues: true })}
          />
          {!conflict && <FormProblem form={form} error={error} />}
          <div className={styles.bar}>
            <Button disabled={!isDirty || isPending} onClick={() => form.reset(fieldsOf(seen))}>
              Cancel
            </Button>
            <Button type="submit" look="primary" disabled={!isDirty} loading={isPending}>
              Save
            </Button>
          </div>
        </div>
      </form>
    </FormProvider>
  )
}

const hints: Record<(typeof proofRules)[number], string> = {
  off: 'Orders are delivered without a proof.',
  optional: 'Delivery staff can add who received the order, a photo or a signature.',
  required: 'No order can be delivered without a name, a photo or a signature.',
}

const scanHints: Record<(typeof courierScans)[number], string> = {
  own: 'A scan takes out the orders of whoever scans. You assign all others.',
  unassigned:
    'Whoever scans the job ticket of an order that nobody has takes it out. A typed number does not.',
}

/** The proof of a delivery, and what a courier may take out by a scan. */
function DeliverySettings() {
  const { watch } = useFormContext()
  const rule = watch('proof_of_delivery') as (typeof proofRules)[number]
  const scans = watch('courier_scans') as (typeof courierScans)[number]
  return (
    <Section title="Delivery">
      <Stack gap={4}>
        <ChoiceInput
          name="proof_of_delivery"
          label="Proof of delivery"
          options={proofRules.map((value) => ({ value, label: proofRuleLabels[value] }))}
          hint={hints[rule]}
        />
        <ChoiceInput
          name="courier_scans"
          label="Delivery staff may scan"
          options={Object.entries(courierScanLabels).map(([value, label]) => ({ value, label }))}
          hint={scanHints[scans]}
        />
      </Stack>
    </Section>
  )
}

const start: PrintOptions = {
  pages: 40,
  copies: 2,
  color: 'bw',
  sides: 'double',
  paper_size: 'A4',
  binding: 'spiral',
  pickup: false,
}

const options = <V extends string>(values: readonly V[], labels?: Record<V, string>) =>
  values.map((value) => ({ value, label: labels?.[value] ?? value }))

type Options = readonly { value: string; label: string }[]

/** The price of an example order with the typed values, next to its price with the saved ones. */
function ExamplePrice({ saved }: { saved: Settings }) {
  const { control } = useFormContext<ConfigurationFields>()
  const typed = useWatch({ control }) as ConfigurationFields
  const [order, setOrder] = useState(start)
  const now = priceInPaise(order, saved)
  const after = isComplete({
    ...typed,
    auto_printer: '',
    holidays: [],
    arrival_windows: [],
    shop_latitude: 0,
    shop_longitude: 0,
  })
    ? priceInPaise(order, typed as Settings)
    : undefined
  const select = (name: 'color' | 'sides' | 'paper_size' | 'binding', label: string, options: Options) => (
    <SelectField
      label={label}
      options={options}
      value={order[name]}
      onChange={(value) => setOrder({ ...order, [name]: value })}
    />
  )

  return (
    <Section title="Example">
      <Stack gap={3}>
        <Text tone="muted">
          {order.copies} copies of {order.pages} pages, delivered
        </Text>
        <div className={styles.choices}>
          {select('color', 'Colour', options(colors, colorLabels))}
          {select('sides', 'Sides', options(sides, sidesLabels))}
          {select('paper_size', 'Paper size', options(paperSizes))}
          {select('binding', 'Binding', options(bindings, bindingLabels))}
        </div>
        <div aria-live="polite" className={styles.total}>
          <Text tone="muted">
            {after !== undefined && after !== now ? `${rupees(now / 100)} now` : 'Total'}
          </Text>
          <Text size="title" data-testid="example">
            {after === undefined ? '—' : rupees(after / 100)}
          </Text>
        </div>
      </Stack>
    </Section>
  )
}
