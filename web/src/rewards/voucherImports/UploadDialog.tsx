import { listClients } from '@our-print/contract/rewards/clients.ts'
import { importVouchers, type VoucherImport } from '@our-print/contract/rewards/voucherImports.ts'
import { listVoucherGroups, listVouchers } from '@our-print/contract/rewards/vouchers.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { useIdempotencyKey } from '../../base/api/api.ts'
import { ApiError, upload } from '../../base/api/call.ts'
import { FormDialog } from '../../base/dialog/FormDialog.tsx'
import { useLeaveGuard } from '../../base/dialog/useLeaveGuard.ts'
import { DateInput, TextInput, useContractForm } from '../../base/form/contractForm.tsx'
import { FileDrop } from '../../base/form/FileDrop.tsx'
import { useFieldError } from '../../base/form/formErrors.ts'
import { fileSize, formatDay, today } from '../../base/format/format.ts'
import { DescriptionOutlined as Description } from '../../base/icons/screens.tsx'
import { Facts } from '../../base/page/Page.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Field } from '../../base/ui/Field.tsx'
import { Row, Stack } from '../../base/ui/Layout.tsx'
import { ProgressBar } from '../../base/ui/ProgressBar.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { CompanyPicker } from '../vouchers/CompanyPicker.tsx'
import { ImportReport } from './ImportReport.tsx'
import styles from './UploadDialog.module.css'
import { codes, csvProblem, type Upload, type UploadFields, UploadForm } from './uploadForm.ts'

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
        <div>
          <Button size="small" onClick={back}>
            Back
          </Button>
        </div>
      )}
    </FormDialog>
  )
}

const UploadFieldsOf = ({ client }: Pick<Props, 'client'>) => (
  <>
    {!client && <CompanyPicker name="client" autoFocus />}
    <CsvField name="file" />
    <DateInput name="expiry_date" label="Validity" min={today()} hint="Last valid day" />
    <div className={styles.detail}>
      <TextInput name="voucher_detail" label="Voucher details" optional placeholder="Voucher" />
      <TextInput name="cost" label="Cost" number optional placeholder="0" />
    </div>
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
    <Row gap={4}>
      <Stack gap={1} fill>
        <Text as="div" size="small" aria-live="polite">
          {progressText}
        </Text>
        <ProgressBar label="Upload" value={sent ? undefined : percent} />
      </Stack>
      {!(sent && what === 'import') && (
        <Button size="small" onClick={onStop}>
          Stop
        </Button>
      )}
    </Row>
  )
}

/** A form field for a CSV file. */
function CsvField({ name }: { name: string }) {
  const { control } = useFormContext()
  const { field } = useController({ name, control })
  const error = useFieldError(name)
  const [refused, setRefused] = useState<string>()
  const file = field.value as File | null

  function take([chosen]: File[]) {
    if (!chosen) return
    const problem = csvProblem(chosen)
    setRefused(problem)
    if (!problem) field.onChange(chosen)
  }

  return (
    <Field
      label="File"
      error={refused ?? error}
      hint="The CSV needs a voucher_code column. voucher_detail and cost are optional and override the fields below"
    >
      {(wiring) => (
        <Stack id={wiring.id} gap={2}>
          {file && (
            <Row gap={2}>
              <Description tone="muted" />
              <Text flow="wrap">
                {file.name} <Text tone="muted">{fileSize(file.size)}</Text>
              </Text>
            </Row>
          )}
          <FileDrop
            buttonRef={field.ref}
            onFiles={take}
            accept=".csv,text/csv"
            label="CSV file"
            action={file ? 'Choose another' : 'Choose file'}
            hint="or drop it here. CSV, up to 256 MB"
            describedBy={wiring['aria-describedby']}
          />
        </Stack>
      )}
    </Field>
  )
}

/** The share of the file that is sent; 1 while the server works. */
type Sending = { what: 'check' | 'import'; share: number }

/** Sends a file of codes for a check or an import, and reports progress and result. */
function useImport() {
  const client = useQueryClient()
  const key = useIdempotencyKey()
  const [sending, setSending] = useState<Sending>()
  const [error, setError] = useState<ApiError | null>(null)
  const running = useRef<AbortController | undefined>(undefined)
  const stopped = useRef(0)
  useEffect(() => () => running.current?.abort(), [])

  /** Resolves to the result; to undefined if it was cancelled or `error` has the reason. */
  async function send(what: Sending['what'], wanted: Upload): Promise<VoucherImport | undefined> {
    const { client: client_id, expiry_date, voucher_detail, cost, file } = wanted
    if (!file || running.current) return undefined
    const querystring = {
      client_id,
      expiry_date,
      voucher_detail,
      cost,
      ...(what === 'check' && { dry_run: true }),
    }
    const stop = new AbortController()
    running.current = stop
    setError(null)
    setSending({ what, share: 0 })
    const form = new FormData()
    form.append('file', file)
    const options = {
      querystring,
      signal: stop.signal,
      onProgress: (share: number) => setSending({ what, share }),
    }
    // A cancelled upload was not imported: sending it again is a new attempt.
    const fingerprint = [stopped.current, querystring, file.name, file.size, file.lastModified]
    try {
      const done =
        what === 'check'
          ? await upload(importVouchers, form, options)
          : await key.guard(fingerprint, (idempotencyKey) =>
              upload(importVouchers, form, { ...options, idempotencyKey }),
            )
      if (what === 'import') {
        for (const { url } of [listVouchers, listVoucherGroups, listClients])
          void client.invalidateQueries({ queryKey: [url] })
      }
      return done
    } catch (problem) {
      if (!stop.signal.aborted) setError(await explain(problem as ApiError, file))
      return undefined
    } finally {
      running.current = undefined
      setSending(undefined)
    }
  }

  function stop() {
    stopped.current += 1
    running.current?.abort()
  }

  return { send, sending, error, stop, forget: () => setError(null) }
}

/** A file that changed since it was chosen cannot be read any more, which looks like a lost connection. */
async function explain(error: ApiError, file: File): Promise<ApiError> {
  if (error.status !== 0) return error
  try {
    await file.slice(0, 1).arrayBuffer()
    return error
  } catch {
    const message = 'This file was changed or moved since it was chosen. Choose it again.'
    return new ApiError(0, { code: 'file_changed', message, errors: [{ message, context: { key: 'file' } }] })
  }
}
