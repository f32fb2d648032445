import {
  complaintReasonLabels,
  complaintReasons,
  photoFields,
} from '@our-print/contract/orders/complaintReasons.ts'
import {
  createComplaint,
  listComplaints,
  listOrderComplaints,
} from '@our-print/contract/orders/complaints.ts'
import { getOrder, type Order } from '@our-print/contract/orders/orders.ts'
import { useRef, useState } from 'react'
import type { z } from 'zod'
import { useWrite } from '../base/api/api.ts'
import { SendDialog } from '../base/dialog/FormDialog.tsx'
import { SelectInput, TextInput, useContractForm } from '../base/form/contractForm.tsx'
import { plural } from '../base/format/format.ts'
import { PhotoCameraOutlined as PhotoCamera } from '../base/icons/screens.tsx'
import { Button } from '../base/ui/Button.tsx'
import { Row, Stack } from '../base/ui/Layout.tsx'
import { Text } from '../base/ui/Text.tsx'

const schema = createComplaint.schema.form.pick({ reason: true, text: true })
type Fields = { reason: z.input<typeof schema>['reason'] | ''; text: string }
const most = photoFields.length

const reasons = [
  { value: '', label: 'Choose' },
  ...complaintReasons.map((value) => ({ value, label: complaintReasonLabels[value] })),
]

/** Says what is wrong with a delivered order, with some photos. */
export function ComplaintDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const save = useWrite(createComplaint, [listOrderComplaints, listComplaints, getOrder])
  const defaultValues: Fields = { reason: '', text: '' }
  const form = useContractForm(schema, { defaultValues, mode: 'onSubmit' })
  const [photos, setPhotos] = useState<readonly File[]>([])
  const input = useRef<HTMLInputElement>(null)
  const files = Object.fromEntries(photos.map((photo, at) => [photoFields[at], photo]))
  const refused = photoFields.map((field) => save.error?.fields[field]).find(Boolean)
  return (
    <SendDialog
      title={`Something is wrong with order ${order.number}`}
      form={form}
      save={save}
      submitLabel="Save"
      low
      unsaved={photos.length > 0}
      onClose={onClose}
      inputOf={(values) => ({ params: { id: order.id }, form: { ...values, ...files } })}
      savedMessage={() => `Complaint about order ${order.number} saved`}
    >
      <SelectInput name="reason" label="What is wrong" options={reasons} />
      <TextInput name="text" label="What the customer says" rows={3} optional />
      <Stack gap={2}>
        <input
          ref={input}
          type="file"
          hidden
          multiple
          accept="image/jpeg,image/png"
          aria-label="Photos"
          onChange={({ target }) => {
            setPhotos([...photos, ...(target.files ?? [])].slice(0, most))
            target.value = ''
          }}
        />
        {photos.map((photo) => (
          <Row key={`${photo.name} ${photo.lastModified} ${photo.size}`} gap={2} justify="between">
            <Text flow="wrap">{photo.name}</Text>
            <Button
              look="plain"
              size="small"
              aria-label={`Remove ${photo.name}`}
              onClick={() => setPhotos(photos.filter((other) => other !== photo))}
            >
              Remove
            </Button>
          </Row>
        ))}
        {refused && (
          <Text role="alert" tone="danger" size="small">
            {refused}
          </Text>
        )}
        <Button
          size="large"
          start={<PhotoCamera />}
          disabled={photos.length >= most}
          onClick={() => input.current?.click()}
        >
          {photos.length === 0 ? 'Add photos' : `${plural(photos.length, 'photo')}, add more`}
        </Button>
        <Text size="caption" tone="muted">
          Up to {most}
        </Text>
      </Stack>
    </SendDialog>
  )
}
