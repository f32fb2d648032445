import { useController, useFormContext } from 'react-hook-form'
import { useFieldError } from '../../base/form/formErrors.ts'
import { PngField } from '../../base/form/PngField.tsx'
import { pathOf } from '../../base/page/pathOf.ts'

/** A form field for an image: a data URL if a file is chosen, the URL of the stored image, or null. */
export function PngInput({ name, label }: { name: string; label: string }) {
  const { control, setError } = useFormContext()
  const { field } = useController({ name, control })
  const picture = field.value as string | null

  async function take(file: File) {
    try {
      field.onChange(await dataUrlOf(file))
    } catch {
      setError(name, { message: 'This file cannot be read. Choose it again.' })
    }
  }

  return (
    <PngField
      label={label}
      src={picture ? pathOf(picture) : null}
      buttonRef={field.ref}
      onFile={(file) => {
        field.onBlur()
        void take(file)
      }}
      onRemove={() => field.onChange(null)}
      error={useFieldError(name)}
      optional
    />
  )
}

/** Some systems do not know a file's type by its name: set the type that was checked. */
const dataUrlOf = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      if (typeof reader.result === 'string')
        resolve(reader.result.replace(/^data:[^,]*,/, 'data:image/png;base64,'))
    })
    reader.addEventListener('error', () => reject(reader.error))
    reader.readAsDataURL(file)
  })
