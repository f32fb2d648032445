import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import {
  type Configuration,
  getConfiguration,
  saveConfiguration,
} from '@our-print/contract/configurations.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { query, useWrite } from '../api/api.ts'
import { ApiError, call } from '../api/call.ts'
import { Overtaken } from '../dialog/Overtaken.tsx'
import { useLeaveGuard } from '../dialog/useLeaveGuard.ts'
import { toast } from '../feedback/toast.tsx'
import { FormProblem } from '../form/FormProblem.tsx'
import {
  type ConfigurationFields,
  configurationChanges,
  fieldsOf,
  resolveConfiguration,
  type Settings,
} from './configurationForm.ts'
import { ExamplePrice } from './ExamplePrice.tsx'
import { ContactFields, Extras, PagePrices, PaperFactors, Rewards } from './PriceFields.tsx'

/** All settings in one form: they are saved together, as they were seen together. */
export function ConfigurationForm({ configuration }: { configuration: Configuration }) {
  const client = useQueryClient()
  const [seen, setSeen] = useState(configuration)
  const [current, setCurrent] = useState<Configuration>()
  const write = useWrite(saveConfiguration, [])
  const form = useForm<ConfigurationFields, unknown, Settings>({
    resolver: resolveConfiguration,
    mode: 'onTouched',
    defaultValues: fieldsOf(configuration),
  })
  const saving = useRef(false)
  const { isDirty } = form.formState
  useLeaveGuard(isDirty)

  /** From here on these are the settings; what is typed and not saved stays. */
  function take(now: Configuration, keepTyped: boolean) {
    client.setQueryData(query(getConfiguration, {}).queryKey, now)
    setSeen(now)
    setCurrent(undefined)
    write.reset()
    form.reset(fieldsOf(now), { keepDirtyValues: keepTyped })
  }

  async function save(settings: Settings) {
    // The second click of a double click may come before the button is drawn as busy.
    if (saving.current) return
    saving.current = true
    try {
      take(await write.mutateAsync({ body: { ...settings, version: seen.version } }), false)
      toast.success('Configuration saved')
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'stale') return
      setCurrent(await call(getConfiguration, {}).catch(() => undefined))
    } finally {
      saving.current = false
    }
  }

  return (
    <FormProvider {...form}>
      <Box
        component="form"
        noValidate
        aria-label="Configuration"
        onSubmit={(event) =>
          void form.handleSubmit((settings) => !write.isPending && void save(settings))(event)
        }
        sx={layout}
      >
        <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
          <PagePrices />
          <PaperFactors />
          <Extras />
          <Rewards />
          <ContactFields />
        </Box>
        <Box sx={aside}>
          <ExamplePrice saved={fieldsOf(seen)} />
          {current ? (
            <Overtaken
              what="The configuration"
              changes={configurationChanges(seen, current)}
              onReload={() => take(current, true)}
            />
          ) : (
            <FormProblem form={form} error={write.error} />
          )}
          <Box sx={bar}>
            <Button
              variant="outlined"
              color="inherit"
              disabled={!isDirty || write.isPending}
              onClick={() => form.reset(fieldsOf(seen))}
              sx={{ flex: 1 }}
            >
              Cancel
            </Button>
            <Button
              type="submit"
              variant="contained"
              disabled={!isDirty}
              loading={write.isPending}
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

/** On a phone the example is the last of the sections, and the buttons stay at the foot of the screen. */
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
