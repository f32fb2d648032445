import { getQrLabels, type LabelSheet, labelSheets } from '@our-print/contract/rewards/qrCodes.ts'
import { type ReactNode, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { type ApiError, address } from '../../base/api/call.ts'
import { downloadFile } from '../../base/api/download.ts'
import { FormDialog } from '../../base/dialog/FormDialog.tsx'
import { toast } from '../../base/feedback/toast.ts'
import { SelectInput, TextInput, useContractForm } from '../../base/form/contractForm.tsx'
import { plural } from '../../base/format/format.ts'
import { Columns } from '../../base/ui/Layout.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { codesName, type ListedCode } from './qrTexts.ts'

const schema = getQrLabels.schema.querystring.omit({ qr_id: true })
type Checked = z.output<typeof schema>
type Typed = z.input<typeof schema>

const sheetNames: Record<LabelSheet, string> = {
  plain: 'Plain paper, to cut',
  24: '24 labels, 70 × 37 mm',
  40: '40 labels, 52.5 × 29.7 mm',
  65: '65 labels, 38.1 × 21.2 mm',
  own: 'Own label sheet',
}

const onLabels = ['copies', 'used'] as const
/** What each kind of paper asks for; the rest is not sent. */
const fieldsOf: Record<LabelSheet, readonly (keyof Checked)[]> = {
  plain: ['size', 'columns', 'copies', 'marks'],
  24: onLabels,
  40: onLabels,
  65: onLabels,
  own: ['columns', 'rows', 'copies', 'width', 'height', 'used', 'left', 'top', 'gap_x', 'gap_y'],
}

const start = {
  sheet: 'plain',
  size: '40',
  columns: '3',
  rows: '8',
  copies: '1',
  marks: 'false',
  used: '0',
  width: '70',
  height: '37',
  left: '0',
  top: '0',
  gap_x: '0',
  gap_y: '0',
} as const satisfies Typed

// On this device: a shop prints on the same sheets every time.
const storageKey = 'label-sheet'

function lastUsed(): Typed {
  try {
    const known = JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Partial<Typed>
    return { ...start, ...known, copies: '1', used: '0' }
  } catch {
    return start
  }
}

type Props = { codes: readonly ListedCode[]; onClose: () => void }

/** Creates a PDF of labels, on plain paper to cut or on a label sheet. */
export default function LabelsDialog({ codes, onClose }: Props) {
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const form = useContractForm(schema, { defaultValues: lastUsed() })
  const [copies = '', sheet = 'plain'] = useWatch({ control: form.control, name: ['copies', 'sheet'] })
  const labels = /^\d{1,3}$/.test(String(copies)) ? codes.length * Number(copies) : 0
  const fields = fieldsOf[sheet]

  async function save(checked: Checked) {
    setPending(true)
    setError(null)
    const asked = Object.fromEntries(fields.map((name) => [name, String(checked[name])]))
    const more = { ...(sheet !== 'plain' && { sheet }), ...asked }
    try {
      const from = address(getQrLabels.url, {}, { qr_id: codes.map(({ id }) => id), ...more })
      const name = await downloadFile(from, { type: 'application/pdf', name: 'qr-labels.pdf' })
      localStorage.setItem(storageKey, JSON.stringify({ sheet, ...asked }))
      toast.success(`Saved as ${name}`)
      onClose()
    } catch (refused) {
      setError(refused as ApiError)
    } finally {
      setPending(false)
    }
  }

  const inputs: Partial<Record<keyof Checked, ReactNode>> = {
    size: <TextInput name="size" label="Size" inputMode="decimal" end="mm" />,
    columns: <TextInput name="columns" label="Columns" inputMode="numeric" />,
    rows: <TextInput name="rows" label="Rows" inputMode="numeric" />,
    copies: (
      <TextInput
        name="copies"
        label="Copies"
        inputMode="numeric"
        autoFocus
        {...(codes.length > 1 && { hint: 'of each' })}
      />
    ),
    marks: <SelectInput name="marks" label="Cut marks" options={markOptions} />,
    used: <TextInput name="used" label="Labels already used" inputMode="numeric" hint="on the first sheet" />,
    width: <TextInput name="width" label="Label width" inputMode="decimal" end="mm" />,
    height: <TextInput name="height" label="Label height" inputMode="decimal" end="mm" />,
    left: <TextInput name="left" label="Left margin" inputMode="decimal" end="mm" />,
    top: <TextInput name="top" label="Top margin" inputMode="decimal" end="mm" />,
    gap_x: <TextInput name="gap_x" label="Gap between columns" inputMode="decimal" end="mm" />,
    gap_y: <TextInput name="gap_y" label="Gap between rows" inputMode="decimal" end="mm" />,
  }

  return (
    <FormDialog
      title={`Print labels of ${codesName(codes)}`}
      submitLabel="Download PDF"
      form={form}
      save={{ isPending, error }}
      onClose={onClose}
      onSubmit={save}
    >
      <Text as="div" tone="muted">
        {labels > 0 && `${plural(labels, 'label')} on A4. `}
        {sheet === 'plain'
          ? 'Print at 100 %, not fitted to the page: then each code has exactly this size.'
          : 'Print at 100 %, not fitted to the page: then the codes are in the middle of the labels.'}
      </Text>
      <SelectInput name="sheet" label="Paper" options={sheetOptions} />
      <Columns three>
        {fields.map((name) => (
          <div key={name}>{inputs[name]}</div>
        ))}
      </Columns>
    </FormDialog>
  )
}

const sheetOptions = labelSheets.map((value) => ({ value, label: sheetNames[value] }))

const markOptions = [
  { value: 'false', label: 'None' },
  { value: 'true', label: 'At each corner' },
]
