import Box from '@mui/material/Box'
import { useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { Field } from '../../base/form/Field.tsx'
import { FileDrop } from '../../base/form/FileDrop.tsx'
import { useFieldError } from '../../base/form/formErrors.ts'
import { fileSize } from '../../base/format/format.ts'
import { DescriptionOutlined as Description } from '../../base/icons/screens.tsx'
import { csvProblem } from './uploadForm.ts'

/** A form field for a CSV file. */
export function CsvField({ name }: { name: string }) {
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
        <Box id={wiring.id} sx={{ display: 'grid', gap: 1 }}>
          {file && (
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
              <Description fontSize="small" sx={{ color: 'text.secondary' }} />
              <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
                {file.name}{' '}
                <Box component="span" sx={{ color: 'text.secondary' }}>
                  {fileSize(file.size)}
                </Box>
              </Box>
            </Box>
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
        </Box>
      )}
    </Field>
  )
}
