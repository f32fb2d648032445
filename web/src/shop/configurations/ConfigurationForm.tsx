import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import {
  type Configuration,
  getConfiguration,
  updateConfiguration,
} from '@our-print/contract/shop/configurations.ts'
import { useQueryClient } from '@tanstack/react-query'
import { FormProvider } from 'react-hook-form'
import { query, useWrite } from '../../base/api/api.ts'
import { useUpdate } from '../../base/api/useUpdate.ts'
import { ConflictDialog } from '../../base/dialog/ConflictDialog.tsx'
import { useLeaveGuard } from '../../base/dialog/useLeaveGuard.ts'
import { toast } from '../../base/feedback/toast.tsx'
import { FormProblem } from '../../base/form/FormProblem.tsx'
import { useSubmit } from '../../base/form/useSubmit.ts'
import { SecondaryButton } from '../../base/page/SecondaryButton.tsx'
import { configurationChanges, fieldsOf, type Settings, useConfigurationForm } from './configurationForm.ts'
import { DeliverySettings } from './DeliverySettings.tsx'
import { ExamplePrice } from './ExamplePrice.tsx'
import { ContactFields, Extras, PagePrices, PaperFactors, Rewards } from './PriceFields.tsx'

/** The whole configuration in one form, saved together. */
export function ConfigurationForm({ configuration }: { configuration: Configuration }) {
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
