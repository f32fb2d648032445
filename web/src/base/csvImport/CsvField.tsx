import { useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { FileDrop } from '../form/FileDrop.tsx'
import { useFieldError } from '../form/formErrors.ts'
import { fileSize } from '../format/format.ts'
import { DescriptionOutlined as Description } from '../icons/screens.tsx'
import { Field } from '../ui/Field.tsx'
import { Row, Stack } from '../ui/Layout.tsx'
import { Text } from '../ui/Text.tsx'

type Props = {
  name: string
  hint: string
  /** The ends of the names that are taken. */
  endings?: readonly string[]
}

/** A form field for a CSV file. */
export function CsvField({ name, hint, endings = ['.csv'] }: Props) {
  const { control } = useFormContext()
  const { field } = useController({ name, control })
  const error = useFieldError(name)
  const [refused, setRefused] = useState<string>()
  const file = field.value as File | null

  function take([chosen]: File[]) {
    if (!chosen) return
    const problem = csvProblem(chosen, endings)
    setRefused(problem)
    if (!problem) field.onChange(chosen)
  }

  return (
    <Field label="File" error={refused ?? error} hint={hint}>
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
            accept={[...endings, 'text/csv'].join(',')}
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

const maxMegabytes = 256

/** The error of a chosen file, by its name and size. */
function csvProblem({ name, size }: File, endings: readonly string[]): string | undefined {
  if (!endings.some((ending) => name.toLowerCase().endsWith(ending)))
    return `Only ${endings.join(', ')} files can be uploaded`
  if (size === 0) return 'This file is empty'
  return size > maxMegabytes * 1024 * 1024 ? `The file is larger than ${maxMegabytes} MB` : undefined
}
