import Box from '@mui/material/Box'
import { getQrLabels } from '@our-print/contract/qrCodes.ts'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { type ApiError, address } from '../api/call.ts'
import { downloadFile } from '../api/download.ts'
import { FormDialog } from '../dialog/FormDialog.tsx'
import { toast } from '../feedback/toast.tsx'
import { TextInput } from '../form/TextInput.tsx'
import { useContractForm } from '../form/useContractForm.ts'
import { plural } from '../format/format.ts'
import { codesName, type ListedCode } from './qrTexts.ts'

const schema = getQrLabels.schema.querystring.omit({ qr_id: true })
type Checked = z.output<typeof schema>

type Props = { codes: readonly ListedCode[]; onClose: () => void }

/** Creates a PDF sheet of labels to print and cut. */
export default function LabelsDialog({ codes, onClose }: Props) {
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const form = useContractForm(schema, { defaultValues: { size: '40', columns: '3', copies: '1' } })
  const copies = useWatch({ control: form.control, name: 'copies' })
  const labels = /^\d{1,3}$/.test(copies) ? codes.length * Number(copies) : 0

  async function save(checked: Checked) {
    setPending(true)
    setError(null)
    const from = address(getQrLabels.url, {}, { qr_id: codes.map(({ id }) => id), ...checked })
    try {
      const name = await downloadFile(from, { type: 'application/pdf', name: 'qr-labels.pdf' })
      toast.success(`Saved as ${name}`)
      onClose()
    } catch (refused) {
      setError(refused as ApiError)
    } finally {
      setPending(false)
    }
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
      <Box sx={{ color: 'text.secondary' }}>
        {labels > 0 && `${plural(labels, 'label')} on A4. `}
        Printed at 100 %, not fitted to the page, each code has exactly this size.
      </Box>
      <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr 1fr', gap: 2, alignItems: 'start' }}>
        <TextInput name="size" label="Size" inputMode="decimal" end="mm" autoFocus />
        <TextInput name="columns" label="Columns" inputMode="numeric" />
        <TextInput
          name="copies"
          label="Copies"
          inputMode="numeric"
          {...(codes.length > 1 && { hint: 'of each' })}
        />
      </Box>
    </FormDialog>
  )
}
