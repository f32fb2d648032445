import { type PrintJob, reprintPrintJob } from '@our-print/contract/printing/printJobs.ts'
import { useWrite } from '../../base/api/api.ts'
import { SendDialog } from '../../base/dialog/FormDialog.tsx'
import { TextInput, useContractForm, withoutNulls } from '../../base/form/contractForm.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { extentText } from './printJobTexts.ts'
import { staleJobs } from './useJobActions.ts'

/** Prints a part of a document again, and why. */
export default function ReprintDialog({ job, onClose }: { job: PrintJob; onClose: () => void }) {
  const save = useWrite(reprintPrintJob, staleJobs)
  const form = useContractForm(reprintPrintJob.schema.body, {
    defaultValues: { from_impression: 1, copies: 1, reason: '' },
    prepare: withoutNulls,
  })
  return (
    <SendDialog
      title="Reprint"
      submitLabel="Reprint"
      form={form}
      save={save}
      onClose={onClose}
      inputOf={(body) => ({ params: { id: job.id }, body })}
      savedMessage={({ number }) => `Print job ${number} prints it again`}
    >
      <Text as="p" tone="muted">
        {extentText(job)}: the sides that are printed again are counted as waste of this job.
      </Text>
      <TextInput
        name="from_impression"
        label="From side"
        number
        hint={
          job.duplex
            ? `To side ${job.impressions}. A sheet has two sides: it begins at the front.`
            : `To side ${job.impressions}`
        }
      />
      <TextInput name="copies" label="Copies" number />
      <TextInput name="reason" label="Reason" placeholder="Paper jam" />
    </SendDialog>
  )
}
