import { listPayments } from '@our-print/contract/money/payments.ts'
import { listStatementLines, type Statement, uploadStatement } from '@our-print/contract/money/statements.ts'
import { getConfiguration } from '@our-print/contract/shop/configurations.ts'
import { useState } from 'react'
import { useRead } from '../../base/api/api.ts'
import { CsvField } from '../../base/csvImport/CsvField.tsx'
import { ImportColumns } from '../../base/csvImport/ImportColumns.tsx'
import { ImportProgress } from '../../base/csvImport/ImportProgress.tsx'
import { ReportLine, SkippedLines } from '../../base/csvImport/SkippedLines.tsx'
import { useCsvImport } from '../../base/csvImport/useCsvImport.ts'
import { FormDialog } from '../../base/dialog/FormDialog.tsx'
import { useLeaveGuard } from '../../base/dialog/useLeaveGuard.ts'
import { SelectInput, useContractForm } from '../../base/form/contractForm.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { FieldGroup } from '../../base/ui/Field.tsx'
import { Stack } from '../../base/ui/Layout.tsx'
import { Segmented } from '../../base/ui/Segmented.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { StatementForm } from './statementForm.ts'
import { fieldTitles, lines, statedMethods } from './statementTexts.ts'

const stale = [listStatementLines, listPayments]
const dayFirst = [
  { value: 'false', label: '3 April' },
  { value: 'true', label: 'March 4' },
]

type Fields = { file: File | null; method: string }

/** Reads a statement: a check with its columns, which can be chosen otherwise, then what was matched. */
export default function UploadStatementDialog({ onClose }: { onClose: () => void }) {
  const { send, sending, error, stop, forget } = useCsvImport(uploadStatement, stale)
  // Back would abort the upload.
  useLeaveGuard(sending !== undefined)
  const { data: settings } = useRead(getConfiguration, {}, { staleTime: 600_000 })
  // The checked file and columns are what is read.
  const [checked, setChecked] = useState<{ fields: Fields; result: Statement }>()
  const [columns, setColumns] = useState<Statement['columns']>([])
  const [monthFirst, setMonthFirst] = useState(false)
  const [report, setReport] = useState<Statement>()
  const [first] = statedMethods([])
  const form = useContractForm(StatementForm, { defaultValues: { file: null, method: first?.value ?? '' } })

  const isMatched =
    checked?.result.month_first === monthFirst &&
    checked.result.columns.every(({ field }, at) => field === columns[at]?.field)
  const isReady = checked !== undefined && isMatched && checked.result.missing.length === 0

  async function next(typed: Fields) {
    const fields = checked?.fields ?? typed
    const what = isReady ? 'import' : 'check'
    const done = await send(what, fields.file, {
      method: fields.method,
      ...(checked && { fields: columns.map(({ field }) => field).join(','), month_first: monthFirst }),
      ...(what === 'check' && { check: true }),
    })
    if (!done) return
    if (what === 'import') return setReport(done)
    setChecked({ fields, result: done })
    setColumns(done.columns)
    setMonthFirst(done.month_first)
  }

  function back() {
    setChecked(undefined)
    forget()
  }

  return (
    <FormDialog
      title="Upload statement"
      submitLabel={isReady ? `Add ${lines(checked.result.added)}` : checked ? 'Check again' : 'Check file'}
      form={form}
      save={{ isPending: sending !== undefined, error }}
      banner
      wide={checked !== undefined}
      done={report !== undefined || (isReady && checked.result.added === 0)}
      onClose={onClose}
      onSubmit={next}
    >
      {checked ? (
        !report && (
          <>
            <ImportColumns
              columns={columns}
              titles={fieldTitles}
              missing={isMatched ? checked.result.missing.map((what) => `the ${what}`) : []}
              disabled={sending !== undefined}
              onChange={setColumns}
            />
            <FieldGroup label="03/04 is">
              <Segmented
                options={dayFirst}
                value={String(monthFirst)}
                onChange={(value) => setMonthFirst(value === 'true')}
              />
            </FieldGroup>
          </>
        )
      ) : (
        <>
          <SelectInput
            name="method"
            label="Of payments by"
            options={statedMethods(settings?.payment_methods ?? [])}
          />
          <CsvField
            name="file"
            endings={['.csv', '.tsv', '.txt']}
            hint="As your bank, UPI app or card company exports it. What its columns are is remembered"
          />
        </>
      )}
      {(report ?? (isReady && checked.result)) && (
        <Report isDone={report !== undefined} result={report ?? (checked as { result: Statement }).result} />
      )}
      {sending && <ImportProgress sending={sending} records="lines" onStop={stop} />}
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

/** What is new in a statement, and what is left to do once it is matched. */
function Report({ result, isDone }: { result: Statement; isDone: boolean }) {
  const { added, known, skipped, skipped_count, matched, proposed, open } = result
  return (
    <Stack as="output" gap={2} aria-label={isDone ? 'What was read' : 'Result of the check'}>
      {added > 0 && <ReportLine text={`${lines(added)} ${isDone ? 'added' : 'will be added'}`} />}
      {known > 0 && <Text tone="muted">{lines(known)} read before</Text>}
      {added === 0 && <Text strong>There is nothing new in this file.</Text>}
      {isDone && (
        <Text>
          Of all statements {lines(matched)} matched, {proposed} proposed, {open} not found.
        </Text>
      )}
      <SkippedLines
        column={{ title: 'Line', name: 'text' }}
        skipped={skipped.map(({ line, text, reason }) => ({ line, about: text, reason }))}
        total={skipped_count}
        url={undefined}
      />
    </Stack>
  )
}
