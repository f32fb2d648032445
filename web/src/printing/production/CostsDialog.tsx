import Box from '@mui/material/Box'
import {
  getProductionCosts,
  type ProductionCosts,
  updateProductionCosts,
} from '@our-print/contract/printing/production.ts'
import { bindings, paperSizes } from '@our-print/contract/shop/configurations.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { query, useWrite } from '../../base/api/api.ts'
import { useUpdate } from '../../base/api/useUpdate.ts'
import { ConflictDialog } from '../../base/dialog/ConflictDialog.tsx'
import { FormDialog } from '../../base/dialog/FormDialog.tsx'
import { toast } from '../../base/feedback/toast.tsx'
import { TextInput } from '../../base/form/TextInput.tsx'
import { useContractForm, withoutNulls } from '../../base/form/useContractForm.ts'
import { bindingLabels } from '../../shop/configurations/printTexts.ts'
import { costChanges } from './productionTexts.ts'

const schema = updateProductionCosts.schema.body.omit({ version: true })
type Settings = Omit<ProductionCosts, 'version'>

const fieldsOf = ({ version: _version, ...settings }: ProductionCosts): Settings => settings

/** What binding and paper cost the shop, and from when a counter's gap is a task. */
export function CostsDialog({ onClose }: { onClose: () => void }) {
  // Not refetched: it fills a form.
  const { data, isFetchedAfterMount } = useQuery({
    ...query(getProductionCosts, {}),
    refetchOnWindowFocus: false,
    refetchOnMount: 'always',
  })
  return data && isFetchedAfterMount ? <CostsForm costs={data} onClose={onClose} /> : null
}

function CostsForm({ costs, onClose }: { costs: ProductionCosts; onClose: () => void }) {
  const write = useWrite(updateProductionCosts, [getProductionCosts])
  const form = useContractForm(schema, { defaultValues: fieldsOf(costs), prepare: withoutNulls })
  const changing = useUpdate<ProductionCosts, Settings>({
    record: costs,
    write,
    send: ({ version }, settings) => write.mutateAsync({ body: { ...settings, version } }),
    describe: costChanges,
  })
  const { isPending, error } = changing

  async function save(settings: Settings) {
    if (!(await changing.update(settings))) return
    toast.success('Costs saved. They count for the next jobs.')
    onClose()
  }

  return (
    <FormDialog title="Costs" form={form} save={{ isPending, error }} onClose={onClose} onSubmit={save}>
      <ConflictDialog
        what="The costs"
        changing={changing}
        onReload={(current) => form.reset(fieldsOf(current), { keepDirtyValues: true })}
      />
      <Group title="Binding of one copy">
        {bindings.map((binding) => (
          <TextInput
            key={binding}
            name={`binding.${binding}`}
            label={binding === 'none' ? 'No binding' : bindingLabels[binding]}
            number
            start="₹"
          />
        ))}
      </Group>
      <Group title="A sheet of paper, until a delivery of it is entered">
        {paperSizes.map((size) => (
          <TextInput key={size} name={`paper.${size}`} label={size} number start="₹" />
        ))}
      </Group>
      <Group title="A counter’s gap is a task when it is above both">
        <TextInput name="gap_percent" label="Percent of the counter" number />
        <TextInput name="gap_least" label="Sides" number inputMode="numeric" />
      </Group>
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
        What a printed side costs stands with each printer. Finished jobs keep their costs.
      </Box>
    </FormDialog>
  )
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}>
    <Box component="legend" sx={{ p: 0, mb: 1, typography: 'body2', color: 'text.secondary' }}>
      {title}
    </Box>
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: '1fr 1fr', alignItems: 'start' }}>
      {children}
    </Box>
  </Box>
)
