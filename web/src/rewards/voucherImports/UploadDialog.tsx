import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import type { VoucherImport } from '@our-print/contract/rewards/voucherImports.ts'
import { useState } from 'react'
import { FormDialog } from '../../base/dialog/FormDialog.tsx'
import { useLeaveGuard } from '../../base/dialog/useLeaveGuard.ts'
import { DateInput } from '../../base/form/DateInput.tsx'
import { TextInput } from '../../base/form/TextInput.tsx'
import { useContractForm } from '../../base/form/useContractForm.ts'
import { formatDay, today } from '../../base/format/dates.ts'
import { SecondaryButton } from '../../base/page/SecondaryButton.tsx'
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
  const [looked, setLooked] = useState<{ upload: Upload; result: VoucherImport }>()
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
    const done = await send(looked ? 'import' : 'look', looked?.upload ?? upload)
    if (!done) return
    if (looked) setReport(done)
    else setLooked({ upload, result: done })
  }

  function back() {
    setLooked(undefined)
    forget()
  }

  const name = form.getValues('client')?.name ?? ''
  const nothing = looked !== undefined && looked.result.imported === 0 && !report
  return (
    <FormDialog
      title={client ? `Upload vouchers of ${client.name}` : 'Upload Vouchers'}
      submitLabel={looked ? `Import ${codes(looked.result.imported)}` : 'Check file'}
      form={form}
      save={{ isPending: sending !== undefined, error }}
      banner
      done={report !== undefined || nothing}
      onClose={onClose}
      onSubmit={next}
    >
      {looked ? (
        <Facts
          facts={[
            { name: 'Company', value: name },
            { name: 'File', value: looked.upload.file?.name },
            { name: 'Validity', value: formatDay(looked.upload.expiry_date) },
          ]}
        />
      ) : (
        <UploadFieldsOf client={client} />
      )}
      {looked && <ImportReport result={report ?? looked.result} />}
      {sending && <Progress sending={sending} onStop={stop} />}
      {looked && !report && !sending && (
        <Box>
          <SecondaryButton size="small" onClick={back}>
            Back
          </SecondaryButton>
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
  const words = sent ? (what === 'look' ? 'Checking codes…' : 'Saving codes…') : `Uploading, ${percent} %`
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: 36 }}>
      <Box sx={{ flex: 1 }}>
        <Box aria-live="polite" sx={{ typography: 'body2', mb: 0.5 }}>
          {words}
        </Box>
        <LinearProgress
          aria-label="Upload"
          variant={sent ? 'indeterminate' : 'determinate'}
          value={percent}
          sx={{ borderRadius: 1 }}
        />
      </Box>
      {!(sent && what === 'import') && (
        <SecondaryButton size="small" onClick={onStop}>
          Stop
        </SecondaryButton>
      )}
    </Box>
  )
}
