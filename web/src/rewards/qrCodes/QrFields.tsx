import Box from '@mui/material/Box'
import { useEffect, useState } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { ChoiceInput } from '../../base/form/ChoiceInput.tsx'
import { DateInput } from '../../base/form/DateInput.tsx'
import { useFieldError } from '../../base/form/formErrors.ts'
import { PngField } from '../../base/form/PngField.tsx'
import { TextInput } from '../../base/form/TextInput.tsx'
import { today } from '../../base/format/dates.ts'
import { pathOf } from '../../base/page/pathOf.ts'
import { CompanyInput } from './CompanyInput.tsx'
import { Punycode } from './Punycode.tsx'
import type { QrFields as Fields } from './qrForm.ts'

const types = [
  { value: 'url', label: 'Redirect URL' },
  { value: 'image', label: 'Image' },
]

/** The fields of a QR code. */
export function QrFields() {
  const { control, setValue } = useFormContext<Fields>()
  const [type, address] = useWatch({ control, name: ['type', 'redirection_url'] })

  // An image chosen before must not be sent with an address.
  const clearImage = (chosen: string) => {
    if (chosen === 'url') setValue('image', null, { shouldDirty: true })
  }

  return (
    <>
      <CompanyInput name="company" label="Company" autoFocus />
      <ChoiceInput name="type" label="Type" options={types} onChoose={clearImage} />
      {type === 'url' ? (
        <div>
          <TextInput
            name="redirection_url"
            label="Redirection URL"
            type="url"
            inputMode="url"
            placeholder="https://"
          />
          <Punycode address={address} />
        </div>
      ) : (
        <PictureInput />
      )}
      <Box sx={{ display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' }, gap: 2, alignItems: 'start' }}>
        <DateInput name="validity" label="Validity" min={today()} placeholder="Last day" />
        <TextInput name="value" label="Value" inputMode="decimal" />
      </Box>
    </>
  )
}

function PictureInput() {
  const { control } = useFormContext<Fields>()
  const { field } = useController({ control, name: 'image' })
  const [chosen, setChosen] = useState<{ file: File; address: string }>()
  useEffect(() => () => URL.revokeObjectURL(chosen?.address ?? ''), [chosen])
  const { value } = field
  const storedImage = typeof value === 'string' ? pathOf(value) : null
  return (
    <PngField
      label="Image"
      src={value instanceof File && value === chosen?.file ? chosen.address : storedImage}
      error={useFieldError('image')}
      buttonRef={field.ref}
      onFile={(file) => {
        setChosen({ file, address: URL.createObjectURL(file) })
        field.onChange(file)
      }}
      onRemove={() => field.onChange(null)}
    />
  )
}
