import { type CustomerImport, importCustomers } from '@our-print/contract/people/customerImports.ts'
import { listCustomerTags, listUsers } from '@our-print/contract/people/customers.ts'
import { useState } from 'react'
import { CsvField } from '../../base/csvImport/CsvField.tsx'
import { ImportColumns } from '../../base/csvImport/ImportColumns.tsx'
import { ImportProgress } from '../../base/csvImport/ImportProgress.tsx'
import { useCsvImport } from '../../base/csvImport/useCsvImport.ts'
import { FormDialog } from '../../base/dialog/FormDialog.tsx'
import { useLeaveGuard } from '../../base/dialog/useLeaveGuard.ts'
import { ChoiceInput } from '../../base/form/ChoiceInput.tsx'
import { useContractForm } from '../../base/form/contractForm.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { CustomerImportReport } from './CustomerImportReport.tsx'
import { ImportForm } from './importForm.ts'
import { customers, doublesOptions, fieldTitles } from './importTexts.ts'

const stale = [listUsers, listCustomerTags]

type Columns = CustomerImport['columns']
type Fields = { file: File | null; doubles: CustomerChoice }
type CustomerChoice = (typeof doublesOptions)[number]['value']

/** Imports a file of customers: a check with its columns, which can be matched otherwise, then the import and its report. */
export default function ImportCustomersDialog({ onClose }: { onClose: () => void }) {
  const { send, sending, error, stop, forget } = useCsvImport(importCustomers, stale)
  // Back would abort the upload.
  useLeaveGuard(sending !== undefined)
  // The checked file and columns are what is imported.
  const [checked, setChecked] = useState<{ fields: Fields; result: CustomerImport }>()
  const [columns, setColumns] = useState<Columns>([])
  const [report, setReport] = useState<CustomerImport>()
  const form = useContractForm(ImportForm, { defaultValues: { file: null, doubles: 'skip' } })

  const isMatched = checked?.result.columns.every(({ field }, at) => field === columns[at]?.field)
  const isReady = checked !== undefined && isMatched && checked.result.missing.length === 0
  const changes = checked ? checked.result.created + checked.result.updated : 0

  async function next(typed: Fields) {
    const fields = checked?.fields ?? typed
    const what = isReady ? 'import' : 'check'
    const done = await send(what, fields.file, {
      doubles: fields.doubles,
      ...(checked && { fields: columns.map(({ field }) => field).join(',') }),
      ...(what === 'check' && { check: true }),
    })
    if (!done) return
    if (what === 'import') return setReport(done)
    setChecked({ fields, result: done })
    setColumns(done.columns)
  }

  function back() {
    setChecked(undefined)
    forget()
  }

  return (
    <FormDialog
      title="Import customers"
      submitLabel={isReady ? `Import ${customers(changes)}` : checked ? 'Check again' : 'Check file'}
      form={form}
      save={{ isPending: sending !== undefined, error }}
      banner
      wide={checked !== undefined}
      done={report !== undefined || (isReady && changes === 0)}
      onClose={onClose}
      onSubmit={next}
    >
      {checked ? (
        !report && (
          <ImportColumns
            columns={columns}
            titles={fieldTitles}
            missing={isMatched ? checked.result.missing.map((what) => `the ${what}`) : []}
            disabled={sending !== undefined}
            onChange={setColumns}
          />
        )
      ) : (
        <>
          <CsvField
            name="file"
            endings={['.csv', '.tsv', '.txt']}
            hint="The first line names the columns. A name and a mobile are needed; commas, semicolons and tabs are all fine"
          />
          <ChoiceInput
            name="doubles"
            label="Customers whose mobile or email is known"
            options={doublesOptions}
          />
        </>
      )}
      {(report ?? (isReady && checked.result)) && (
        <CustomerImportReport result={report ?? (checked as { result: CustomerImport }).result} />
      )}
      {sending && <ImportProgress sending={sending} records="customers" onStop={stop} />}
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
