import { listClients } from '@our-print/contract/rewards/clients.ts'
import {
  createQrCode,
  getQrCode,
  listQrCodes,
  type QrCode,
  updateQrCode,
} from '@our-print/contract/rewards/qrCodes.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { useRead, useWrite } from '../../base/api/api.ts'
import { type Dirty, onlyTyped, useUpdate } from '../../base/api/useUpdate.ts'
import { EditDialog } from '../../base/dialog/EditDialog.tsx'
import { FormDialog } from '../../base/dialog/FormDialog.tsx'
import { toast } from '../../base/feedback/toast.ts'
import { ChoiceInput } from '../../base/form/ChoiceInput.tsx'
import { DateInput, TextInput } from '../../base/form/contractForm.tsx'
import { useFieldError } from '../../base/form/formErrors.ts'
import { PngField } from '../../base/form/PngField.tsx'
import { useDebounced } from '../../base/form/useDebounced.ts'
import { includesFolded, today } from '../../base/format/format.ts'
import { pathOf } from '../../base/page/pathOf.ts'
import { Combobox } from '../../base/ui/Combobox.tsx'
import { Field } from '../../base/ui/Field.tsx'
import { Columns } from '../../base/ui/Layout.tsx'
import { Punycode } from './CompanyLink.tsx'
import { type CheckedQr, emptyQr, type QrFields as Fields, targetOf, useQrForm, valuesOf } from './qrForm.ts'
import { codeChanges, codeName, type ListedCode } from './qrTexts.ts'

type Props = {
  /** The record to update, or null to create one. */
  code: QrCode | null
  onClose: () => void
  onView?: (code: ListedCode) => void
}

/** Creates or updates a QR code; its number, and so what is printed, stays. */
export default function QrDialog({ code, onClose, onView = () => {} }: Props) {
  return code ? <EditQr code={code} onClose={onClose} /> : <GenerateQr onClose={onClose} onView={onView} />
}

function GenerateQr({ onClose, onView }: { onClose: () => void; onView: (code: ListedCode) => void }) {
  const write = useWrite(createQrCode, [listQrCodes])
  const form = useQrForm(emptyQr)

  function save(checked: CheckedQr) {
    const { company, validity, value } = checked
    write.mutate(
      // The count starts at 0: it shows real scans only.
      { form: { company, validity, value, count: 0, ...targetOf(checked) } },
      {
        onSuccess: (made) => {
          onClose()
          // The list is sorted by newest first.
          const view = { label: 'Show code', onClick: () => onView({ ...made, index: 1 }) }
          toast.success(`${codeName(made)} generated`, { next: [view] })
        },
      },
    )
  }

  return (
    <FormDialog title="Generate QR" form={form} save={write} banner onClose={onClose} onSubmit={save}>
      <QrFields />
    </FormDialog>
  )
}

type Change = Partial<Pick<CheckedQr, 'company' | 'validity' | 'value'>> & ReturnType<typeof targetOf>

/** Kind, address and image of the target are sent together. */
function changeOf(checked: CheckedQr, dirty: Dirty): Change {
  const { company, validity, value } = checked
  const aims = dirty['type'] || dirty['redirection_url'] || dirty['image']
  return { ...onlyTyped({ company, validity, value }, dirty), ...(aims ? targetOf(checked) : {}) }
}

function EditQr({ code, onClose }: { code: QrCode; onClose: () => void }) {
  const update = useWrite(updateQrCode, [listQrCodes, getQrCode])
  const form = useQrForm(valuesOf(code))
  const changing = useUpdate<QrCode, Change>({
    record: code,
    write: update,
    send: ({ id, version }, body) =>
      update.mutateAsync({ querystring: { qr_id: id }, form: { ...body, version } }),
    describe: codeChanges,
  })

  return (
    <EditDialog
      title={`Edit ${codeName(code)}`}
      what="This QR code"
      form={form}
      changing={changing}
      valuesOf={valuesOf}
      bodyOf={changeOf}
      savedMessage={(saved) => `${codeName(saved)} saved`}
      banner
      onClose={onClose}
    >
      <QrFields />
    </EditDialog>
  )
}

const types = [
  { value: 'url', label: 'Redirect URL' },
  { value: 'image', label: 'Image' },
]

/** The fields of a QR code. */
function QrFields() {
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
      <Columns>
        <DateInput name="validity" label="Validity" min={today()} placeholder="Last day" />
        <TextInput
          name="value"
          label="Value"
          inputMode="decimal"
          hint="A number of your own, such as what the code is worth to you. It is not printed."
        />
      </Columns>
    </>
  )
}

function PictureInput() {
  const { control } = useFormContext<Fields>()
  const { field } = useController({ control, name: 'image' })
  const [chosen, setChosen] = useState<{ file: File; address: string }>()
  useEffect(() => () => URL.revokeObjectURL(chosen?.address ?? ''), [chosen])
  const { value } = field
  const kept = typeof value === 'string' ? pathOf(value) : null
  return (
    <PngField
      label="Image"
      src={value instanceof File && value === chosen?.file ? chosen.address : kept}
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

type QrFieldsProps = { name: string; label: string; autoFocus?: boolean }

/** Input for a company's name. Suggests the shop's companies, but accepts any text. */
function CompanyInput({ name, label, autoFocus = false }: QrFieldsProps) {
  const { control } = useFormContext()
  const { field } = useController({ name, control })
  const error = useFieldError(name)
  const [open, setOpen] = useState(false)
  const typed = String(field.value ?? '')
  const words = useDebounced(typed.trim().slice(0, 200))
  // If the suggestions fail to load, the name can still be typed.
  const found = useRead(
    listClients,
    { querystring: { limit: '10', ...(words && { query: words }) } },
    { enabled: open, placeholderData: keepPreviousData },
  )
  const names = [...new Set((found.data?.results ?? []).map((client) => client.name))]
  const matching = names.filter((one) => includesFolded(one, typed))

  return (
    <Field label={label} error={error}>
      {(wiring) => (
        <Combobox
          wiring={wiring}
          list="Suggestions"
          free
          text={typed}
          onText={field.onChange}
          open={open}
          onOpen={setOpen}
          options={matching}
          keyOf={(one) => one}
          renderOption={(one) => one}
          onChoose={(one) => {
            field.onChange(one)
            setOpen(false)
          }}
          onBlur={field.onBlur}
          autoFocus={autoFocus}
          placeholder="Type a name"
          ref={field.ref}
        />
      )}
    </Field>
  )
}
