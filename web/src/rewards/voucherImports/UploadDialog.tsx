import { listClients } from '@our-print/contract/rewards/clients.ts'
import { importVouchers, type VoucherImport } from '@our-print/contract/rewards/voucherImports.ts'
import { listVoucherGroups, listVouchers } from '@our-print/contract/rewards/vouchers.ts'
import { useState } from 'react'
import { CsvField } from '../../base/csvImport/CsvField.tsx'
import { ImportProgress } from '../../base/csvImport/ImportProgress.tsx'
import { useCsvImport } from '../../base/csvImport/useCsvImport.ts'
import { FormDialog } from '../../base/dialog/FormDialog.tsx'
import { useLeaveGuard } from '../../base/dialog/useLeaveGuard.ts'
import { DateInput, TextInput, useContractForm } from '../../base/form/contractForm.tsx'
import { coins, formatDay, today } from '../../base/format/format.ts'
import { Facts } from '../../base/page/Page.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { CompanyPicker } from '../vouchers/CompanyPicker.tsx'
import { ImportReport } from './ImportReport.tsx'
import styles from './UploadDialog.module.css'
import { codes, type Upload, type UploadFields, UploadForm } from './uploadForm.ts'

type Props = {
  /** The company; chosen in the dialog if not given. */
  client?: { id: string; name: string }
  onClose: () => void
}

const stale = [listVouchers, listVoucherGroups, listClients]

/** Imports a file of codes: first a check of its lines, then the import, then its report. */
export function UploadDialog({ client, onClose }: Props) {
  const { send, sending, error, stop, forget } = useCsvImport(importVouchers, stale)
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
    const { client: client_id, expiry_date, voucher_detail, cost, file } = checked?.upload ?? upload
    const querystring = {
      client_id,
      expiry_date,
      voucher_detail,
      cost,
      ...(!checked && { dry_run: true }),
    }
    const done = await send(checked ? 'import' : 'check', file, querystring)
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
            { name: 'Cost', value: costText(checked.upload.cost ?? 0) },
          ]}
        />
      ) : (
        <UploadFieldsOf client={client} />
      )}
      {checked && <ImportReport result={report ?? checked.result} />}
      {sending && <ImportProgress sending={sending} records="codes" onStop={stop} />}
      {checked && !report && !sending && (
        <div>
          <Button size="small" onClick={back}>
            Back
          </Button>
        </div>
      )}
    </FormDialog>
  )
}

/** A forgotten cost would give the codes away. */
const costText = (cost: number) => `${coins(cost)} coins where the file says none`

const UploadFieldsOf = ({ client }: Pick<Props, 'client'>) => (
  <>
    {!client && <CompanyPicker name="client" autoFocus />}
    <CsvField
      name="file"
      hint="The CSV needs a voucher_code column. voucher_detail and cost are optional and override the fields below"
    />
    <DateInput name="expiry_date" label="Validity" min={today()} hint="Last valid day" />
    <div className={styles.detail}>
      <TextInput name="voucher_detail" label="Voucher details" optional placeholder="Voucher" />
      <TextInput name="cost" label="Cost" number optional placeholder="0" />
    </div>
  </>
)
