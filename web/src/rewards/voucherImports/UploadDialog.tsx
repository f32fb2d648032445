import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import type { VoucherImport } from '@our-print/contract/rewards/voucherImports.ts'
import { useState } from 'react'
import { FormDialog } from '../../base/dialog/FormDialog.tsx'
import { useLeaveGuard } from '../../base/dialog/useLeaveGuard.ts'
import { DateInput } from '../../base/form/DateInput.tsx'
import { TextInput } from '../../base/form/TextInput.tsx'
import { useContractForm } from '../../base/form/useContractForm.ts'
import { formatDay, today } from '../../base/format/dates.ts'
import { Facts } from '../../base/page/Section.tsx'
import { CompanyPicker } from '../vouchers/CompanyPicker.tsx'
import { CsvField } from './CsvField.tsx'
import { ImportReport } from './ImportReport.tsx'
import { codes, type Upload, type UploadFields, UploadForm } from './uploadForm.ts'
import { type Sending, useImport } from './useImport.ts'

type Props = {
  /** The company; chosen in the dialog if not given. */
  client?: { id: string; name: string }
  onClose: () => void
}

/** Imports a file of codes: first a check of its lines, then the import, then its report. */
export function UploadDialog({ client, onClose }: Props) {
  const { send, sending, error, stop, forget } = useImport()
  // Back would abort the upload.
  useLeaveGuard(sending !== undefined)
  // The checked upload is the one that is imported, even if the form changes.
  const [checked, setChecked] = useState<{ upload: Upload; result: VoucherImport }>()
  const [report, setReport] = useState<VoucherImport>()
  const empty: UploadFields = {
    client: client ?? null,
    expiry_date: null,
    voucher_detail: '',
    cost: null,
    file: null,
  }
  const form = useContractForm(UploadForm, { defaultValues: empty })

  async function next(upload: Upload) {
    const done = await send(checked ? 'import' : 'check', checked?.upload ?? upload)
    if (!done) return
    if (checked) setReport(done)
    else setChecked({ upload, result: done })
  }

  function back() {
    setChecked(undefined)
    forget()
  }

  const name = form.getValues('client')?.name ?? ''
  const nothing = checked !== undefined && checked.result.imported === 0 && !report
  return (
    <FormDialog
      title={client ? `Upload vouchers of ${client.name}` : 'Upload Vouchers'}
      submitLabel={checked ? `Import ${codes(checked.result.imported)}` : 'Check file'}
      form={form}
      save={{ isPending: sending !== undefined, error }}
      banner
      done={report !== undefined || nothing}
      onClose={onClose}
      onSubmit={next}
    >
      {checked ? (
        <Facts
          facts={[
            { name: 'Company', value: name },
            { name: 'File', value: checked.upload.file?.name },
            { name: 'Validity', value: formatDay(checked.upload.expiry_date) },
          ]}
        />
      ) : (
        <UploadFieldsOf client={client} />
      )}
      {checked && <ImportReport result={report ?? checked.result} />}
      {sending && <Progress sending={sending} onStop={stop} />}
      {checked && !report && !sending && (
        <Box>
          <Button size="small" variant="outlined" color="inherit" onClick={back}>
            Back
          </Button>
        </Box>
      )}
    </FormDialog>
  )
}

const UploadFieldsOf = ({ client }: Pick<Props, 'client'>) => (
  <>
    {!client && <CompanyPicker name="client" autoFocus />}
    <CsvField name="file" />
    <DateInput name="expiry_date" label="Validity" min={today()} hint="Last valid day" />
    <Box sx={{ display: 'grid', gridTemplateColumns: { sm: '1fr 112px' }, gap: 2 }}>
      <TextInput name="voucher_detail" label="Voucher details" optional placeholder="Voucher" />
      <TextInput name="cost" label="Cost" number optional placeholder="0" />
    </Box>
  </>
)

type ProgressProps = { sending: Sending; onStop: () => void }

/** The share that is sent; then the server works, which cannot be cancelled. */
function Progress({ sending: { what, share }, onStop }: ProgressProps) {
  const sent = share >= 1
  const percent = Math.floor(share * 100)
  const progressText = sent
    ? what === 'check'
      ? 'Checking codes…'
      : 'Saving codes…'
    : `Uploading, ${percent} %`
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: 36 }}>
      <Box sx={{ flex: 1 }}>
        <Box aria-live="polite" sx={{ typography: 'body2', mb: 0.5 }}>
          {progressText}
        </Box>
        <LinearProgress
          aria-label="Upload"
          variant={sent ? 'indeterminate' : 'determinate'}
          value={percent}
          sx={{ borderRadius: 1 }}
        />
      </Box>
      {!(sent && what === 'import') && (
        <Button size="small" variant="outlined" color="inherit" onClick={onStop}>
          Stop
        </Button>
      )}
    </Box>
  )
}
