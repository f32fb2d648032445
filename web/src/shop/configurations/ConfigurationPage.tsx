import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
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
  updateConfiguration,
} from '@our-print/contract/shop/configurations.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormProvider, useFormContext, useWatch } from 'react-hook-form'
import { Link as RouterLink } from 'react-router'
import { query, useRead, useWrite } from '../../base/api/api.ts'
import { useUpdate } from '../../base/api/useUpdate.ts'
import { ConflictDialog } from '../../base/dialog/ConflictDialog.tsx'
import { useLeaveGuard } from '../../base/dialog/useLeaveGuard.ts'
import { LoadFailure, Loading } from '../../base/feedback/Loading.tsx'
import { toast } from '../../base/feedback/toast.tsx'
import { ChoiceInput } from '../../base/form/ChoiceInput.tsx'
import { FormProblem, useSubmit } from '../../base/form/FormProblem.tsx'
import { rupees } from '../../base/format/format.ts'
import { HistoryLink } from '../../base/page/HistoryLink.tsx'
import { Page, SecondaryButton, Section } from '../../base/page/Page.tsx'
import { SelectField } from '../../base/ui/Input.tsx'
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
import { ContactFields, Extras, PagePrices, PaperFactors, Rewards } from './PriceFields.tsx'
import { bindingLabels, colorLabels, sidesLabels } from './printTexts.ts'

export function ConfigurationPage() {
  // Not refetched: it fills a form.
  const reply = useRead(getConfiguration, {}, { refetchOnWindowFocus: false, refetchOnMount: 'always' })
  if (reply.data && reply.isFetchedAfterMount) return <Ready configuration={reply.data} />
  if (reply.error) {
    return <LoadFailure title="The configuration could not be loaded" reply={reply} />
  }
  return <Loading />
}

const Ready = ({ configuration }: { configuration: Configuration }) => (
  <Page
    title="Configuration"
    actions={
      <>
        <SecondaryButton component={RouterLink} to="/printers">
          Printers
        </SecondaryButton>
        <HistoryLink kind="configurations" newTab />
      </>
    }
    subtitle={
      <Box component="span" sx={{ width: 1, typography: 'body2', color: 'text.secondary' }}>
        Price changes apply to new orders only.
      </Box>
    }
  >
    <ConfigurationForm configuration={configuration} />
  </Page>
)

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
    const saved = await update(settings)
    if (!saved) return
    show(saved)
    setSeen(saved)
    form.reset(fieldsOf(saved))
    toast.success('Configuration saved')
  }
  const submit = useSubmit(form, save, isPending)

  return (
    <FormProvider {...form}>
      <Box component="form" noValidate aria-label="Configuration" onSubmit={submit} sx={layout}>
        <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
          <PagePrices />
          <PaperFactors />
          <Extras />
          <Rewards />
          <DeliverySettings />
          <ContactFields />
        </Box>
        <Box sx={aside}>
          <ExamplePrice saved={fieldsOf(seen)} />
          <ConflictDialog
            what="The configuration"
            changing={changing}
            onReload={(current) => form.reset(fieldsOf(current), { keepDirtyValues: true })}
          />
          {!conflict && <FormProblem form={form} error={error} />}
          <Box sx={bar}>
            <SecondaryButton
              disabled={!isDirty || isPending}
              onClick={() => form.reset(fieldsOf(seen))}
              sx={{ flex: 1 }}
            >
              Cancel
            </SecondaryButton>
            <Button
              type="submit"
              variant="contained"
              disabled={!isDirty}
              loading={isPending}
              sx={{ flex: 1 }}
            >
              Save
            </Button>
          </Box>
        </Box>
      </Box>
    </FormProvider>
  )
}

const layout = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  maxWidth: 1120,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 300px' },
} as const

/** On a phone the example is the last section, and the buttons stay at the bottom of the screen. */
const aside = {
  display: { xs: 'contents', md: 'grid' },
  gap: 2,
  minWidth: 0,
  position: { md: 'sticky' },
  top: { md: 72 },
} as const

const bar = {
  display: 'flex',
  gap: 1,
  position: { xs: 'sticky', md: 'static' },
  bottom: 0,
  zIndex: 1,
  py: { xs: 1, md: 0 },
  bgcolor: { xs: 'background.default', md: 'transparent' },
} as const

const hints: Record<(typeof proofRules)[number], string> = {
  off: 'Orders are delivered without a proof.',
  optional: 'Delivery staff can add who received the order, a photo or a signature.',
  required: 'No order can be delivered without a name, a photo or a signature.',
}

const scanHints: Record<(typeof courierScans)[number], string> = {
  own: 'A scan takes out the courier’s own orders. You assign all others.',
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
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <ChoiceInput
          name="proof_of_delivery"
          label="Proof of delivery"
          options={proofRules.map((value) => ({ value, label: proofRuleLabels[value] }))}
          hint={hints[rule]}
        />
        <ChoiceInput
          name="courier_scans"
          label="Couriers may scan"
          options={Object.entries(courierScanLabels).map(([value, label]) => ({ value, label }))}
          hint={scanHints[scans]}
        />
      </Box>
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
  const after = isComplete(typed) ? priceInPaise(order, typed as Settings) : undefined
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
      <Box sx={{ color: 'text.secondary', mb: 1.5 }}>
        {order.copies} copies of {order.pages} pages, delivered
      </Box>
      <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: '1fr 1fr' }}>
        {select('color', 'Colour', options(colors, colorLabels))}
        {select('sides', 'Sides', options(sides, sidesLabels))}
        {select('paper_size', 'Paper size', options(paperSizes))}
        {select('binding', 'Binding', options(bindings, bindingLabels))}
      </Box>
      <Box
        aria-live="polite"
        sx={{
          display: 'flex',
          justifyContent: 'space-between',
          alignItems: 'baseline',
          mt: 2,
          pt: 1.5,
          borderTop: 1,
          borderColor: 'divider',
        }}
      >
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {after !== undefined && after !== now ? `${rupees(now / 100)} now` : 'Total'}
        </Box>
        <Box component="span" data-testid="example" sx={{ typography: 'h1' }}>
          {after === undefined ? '—' : rupees(after / 100)}
        </Box>
      </Box>
    </Section>
  )
}
