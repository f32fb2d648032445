import { eventTypes } from '@our-print/contract/entityKinds.ts'
import { CheckListInput } from '../../base/form/CheckListInput.tsx'
import { TextInput } from '../../base/form/contractForm.tsx'
import { eventLabel } from './webhookTexts.tsx'

const eventOptions = eventTypes.map((value) => ({ value, label: eventLabel(value), hint: value }))

/** The inputs of a webhook. */
export const WebhookFields = () => (
  <>
    <TextInput
      name="url"
      label="Address"
      type="url"
      inputMode="url"
      placeholder="https://"
      autoFocus
      hint="A public https:// address of your system"
    />
    <TextInput name="description" label="Description" optional />
    <CheckListInput name="event_types" label="It is told of" options={eventOptions} />
  </>
)
