import {
  correctReading,
  createReading,
  listReadings,
  type PrinterReading,
} from '@our-print/contract/printing/printerReadings.ts'
import {
  getProductionCosts,
  getProductionSummary,
  listProduction,
  type ProductionCosts,
  updateProductionCosts,
} from '@our-print/contract/printing/production.ts'
import { bindings, paperSizes } from '@our-print/contract/shop/configurations.ts'
import { type ReactNode, useState } from 'react'
import { useRead, useWrite } from '../../base/api/api.ts'
import type { ApiError } from '../../base/api/call.ts'
import { useUpdate } from '../../base/api/useUpdate.ts'
import { ConflictDialog } from '../../base/dialog/ConflictDialog.tsx'
import { FormDialog } from '../../base/dialog/FormDialog.tsx'
import { toast } from '../../base/feedback/toast.ts'
import { TextInput, useContractForm, withoutNulls } from '../../base/form/contractForm.tsx'
import { amountSign, count, formatDateTime } from '../../base/format/format.ts'
import { Text } from '../../base/ui/Text.tsx'
import { bindingLabels } from '../../shop/configurations/printTexts.ts'
import { PrinterInput } from '../printers/PrinterInput.tsx'
import { ExplainDialog, type UnexplainedGap } from './ExplainDialog.tsx'
import styles from './ProductionDialogs.module.css'
import { costChanges, sides } from './productionTexts.ts'

type Props = {
  open: 'costs' | 'reading' | { correct: PrinterReading } | UnexplainedGap
  onClose: () => void
}

/** The dialogs of production, loaded together when the first one opens. */
export default function ProductionDialogs({ open, onClose }: Props) {
  if (open === 'costs') return <CostsDialog onClose={onClose} />
  if (open === 'reading') return <ReadingDialog onClose={onClose} />
  if ('correct' in open) return <CorrectionDialog of={open.correct} onClose={onClose} />
  return <ExplainDialog gap={open} onClose={onClose} />
}

const schema = updateProductionCosts.schema.body.omit({ version: true })
type Settings = Omit<ProductionCosts, 'version'>

const fieldsOf = ({ version: _version, ...settings }: ProductionCosts): Settings => settings

/** What binding and paper cost the shop, and from when a counter's gap is a task. */
function CostsDialog({ onClose }: { onClose: () => void }) {
  // Not refetched: it fills a form.
  const { data, isFetchedAfterMount } = useRead(
    getProductionCosts,
    {},
    { refetchOnWindowFocus: false, refetchOnMount: 'always' },
  )
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
            start={amountSign()}
          />
        ))}
      </Group>
      <Group title="A sheet of paper, until a delivery of it is entered">
        {paperSizes.map((size) => (
          <TextInput key={size} name={`paper.${size}`} label={size} number start={amountSign()} />
        ))}
      </Group>
      <Group title="A counter’s gap is a task when it is above both">
        <TextInput name="gap_percent" label="Percent of the counter" number />
        <TextInput name="gap_least" label="Sides" number inputMode="numeric" />
      </Group>
      <Text as="p" size="small" tone="muted">
        What a printed side costs stands with each printer. Finished jobs keep their costs.
      </Text>
    </FormDialog>
  )
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className={styles.group}>
    <Text as="legend" size="small" tone="muted">
      {title}
    </Text>
    <div className={styles.pair}>{children}</div>
  </fieldset>
)

const figures = [getProductionSummary, listProduction, listReadings]
type ReadingDialogProps = { onClose: () => void }

/** Enters what a printer's counter says, for printers that do not say it themselves. */
function ReadingDialog({ onClose }: ReadingDialogProps) {
  const save = useWrite(createReading, figures)
  const form = useContractForm(createReading.schema.body, {
    defaultValues: { printer: '', impressions: null as number | null },
    prepare: withoutNulls,
  })
  const doubt = useDoubt(form.watch('impressions'))
  return (
    <FormDialog
      title="Enter a reading"
      form={form}
      save={save}
      onClose={onClose}
      {...doubt.button}
      onSubmit={({ printer, impressions }) =>
        save.mutate(
          { body: { printer, impressions, ...doubt.answer } },
          { onSuccess: (reading) => announceReading(reading, onClose), onError: doubt.notice(impressions) },
        )
      }
    >
      <PrinterInput />
      <TextInput
        name="impressions"
        label="Counter"
        number
        inputMode="numeric"
        hint="All sides that it ever printed, as its display says now"
      />
    </FormDialog>
  )
}

/** Replaces a mistyped reading by what the counter said at the same moment. */
function CorrectionDialog({ of, onClose }: ReadingDialogProps & { of: PrinterReading }) {
  const save = useWrite(correctReading, figures)
  const form = useContractForm(correctReading.schema.body, {
    defaultValues: { impressions: of.impressions },
    prepare: withoutNulls,
  })
  const doubt = useDoubt(form.watch('impressions'))
  return (
    <FormDialog
      title={`Correct a reading of ${of.printer_name}`}
      form={form}
      save={save}
      onClose={onClose}
      {...doubt.button}
      onSubmit={({ impressions }) =>
        save.mutate(
          { params: { id: of.id }, body: { impressions, ...doubt.answer } },
          { onSuccess: (reading) => announceReading(reading, onClose), onError: doubt.notice(impressions) },
        )
      }
    >
      <TextInput
        name="impressions"
        label="Counter"
        number
        inputMode="numeric"
        autoFocus
        hint={`What it really said on ${formatDateTime(of.at)}, instead of ${count(of.impressions)}`}
      />
    </FormDialog>
  )
}

/** The server asks about a number that looks mistyped: the same number, sent again, is confirmed. */
function useDoubt(impressions: number | null) {
  const [doubted, setDoubted] = useState<number>()
  const isDoubted = doubted !== undefined && impressions === doubted
  return {
    answer: isDoubted ? { is_confirmed: true } : {},
    button: isDoubted ? { submitLabel: 'It is right, save', warning: true } : {},
    notice: (sent: number) => (error: ApiError) => {
      if (error.code === 'implausible') setDoubted(sent)
    },
  }
}

function announceReading({ gap, printer_name }: PrinterReading, close: () => void): void {
  toast.success(
    gap === null
      ? `Reading of ${printer_name} saved`
      : gap === 0
        ? `${printer_name} agrees with its jobs`
        : `${printer_name} counted ${sides(Math.abs(gap))} ${gap > 0 ? 'more' : 'less'} than its jobs`,
  )
  close()
}
