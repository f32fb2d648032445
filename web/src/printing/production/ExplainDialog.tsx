import { explainReading, listReadings } from '@our-print/contract/printing/printerReadings.ts'
import { getProductionSummary } from '@our-print/contract/printing/production.ts'
import { useWrite } from '../../base/api/api.ts'
import { SendDialog } from '../../base/dialog/FormDialog.tsx'
import { TextInput, useContractForm } from '../../base/form/contractForm.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { sides } from './productionTexts.ts'

export type UnexplainedGap = { reading: string; printer_name: string; gap: number }

type Props = { gap: UnexplainedGap; onClose: () => void }

/** Says why a counter and the jobs differ, which ends the task. */
export function ExplainDialog({ gap: { reading, printer_name, gap }, onClose }: Props) {
  const save = useWrite(explainReading, [getProductionSummary, listReadings])
  const form = useContractForm(explainReading.schema.body, { defaultValues: { explanation: '' } })
  return (
    <SendDialog
      title={`Gap of ${printer_name}`}
      form={form}
      save={save}
      onClose={onClose}
      inputOf={(body) => ({ params: { id: reading }, body })}
      savedMessage={() => `The gap of ${printer_name} is explained`}
    >
      <Text tone="muted" as="p">
        {gap === 0
          ? 'Counter and jobs agree.'
          : gap > 0
            ? `The counter saw ${sides(gap)} that no job printed: copies made at the glass, test pages, or printing past the shop’s jobs.`
            : `Jobs say ${sides(-gap)} more than the counter: a job that did not print all, or a reading with a mistake.`}
      </Text>
      <TextInput
        name="explanation"
        label="Explanation"
        autoFocus
        hint="Earlier gaps of this printer without one get it, too"
      />
    </SendDialog>
  )
}
