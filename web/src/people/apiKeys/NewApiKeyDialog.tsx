import { createApiKey, listApiKeys, scopes } from '@our-print/contract/people/apiKeys.ts'
import { useWrite } from '../../base/api/api.ts'
import { waitingIn } from '../../base/api/waiting.ts'
import { FormDialog } from '../../base/dialog/FormDialog.tsx'
import { useLeaveGuard } from '../../base/dialog/useLeaveGuard.ts'
import { CheckListInput } from '../../base/form/CheckListInput.tsx'
import { DateInput, TextInput, useContractForm } from '../../base/form/contractForm.tsx'
import { today } from '../../base/format/format.ts'
import { CopyCode } from '../../base/page/CopyCode.tsx'
import { Alert } from '../../base/ui/Alert.tsx'
import { scopeTexts } from './scopeTexts.ts'

const options = scopes.map((value) => ({
  value,
  label: scopeTexts[value].label,
  hint: `${value} · ${scopeTexts[value].hint}`,
}))

const empty = {
  name: '',
  scopes: [] as (typeof scopes)[number][],
  expires_on: null as string | null,
  requests_per_minute: 600,
}

/** Creates an API key and shows it, which is possible this once. */
export default function NewApiKeyDialog({ onClose }: { onClose: () => void }) {
  const save = useWrite(createApiKey, [listApiKeys])
  const form = useContractForm(createApiKey.schema.body, { defaultValues: empty })
  const waiting = waitingIn(save.error)
  // Of a key that waits for a second person only the text is known.
  const made = save.data ?? (waiting && { name: form.getValues('name'), key: waiting.key ?? '' })
  // A tap on Back would lose the key.
  useLeaveGuard(made !== undefined)
  return (
    <FormDialog
      title={made ? `Key of ${made.name}` : 'New API key'}
      submitLabel="Create"
      form={form}
      save={save}
      done={made !== undefined}
      onClose={onClose}
      onSubmit={(body) => save.mutateAsync({ body }).catch(() => undefined)}
    >
      {made ? (
        <>
          <Alert severity="warning">
            Copy the key now: it is shown this once. Whoever has it can do what its scopes allow
            {waiting && ', once a second person has approved it'}.
          </Alert>
          <CopyCode text={made.key} label="Copy API key" />
        </>
      ) : (
        <>
          <TextInput name="name" label="Name" autoFocus hint="The system that uses it: Website" />
          <CheckListInput name="scopes" label="It may" options={options} />
          <DateInput name="expires_on" label="Expires" min={today()} placeholder="Never" optional />
          <TextInput name="requests_per_minute" label="Requests a minute, at most" number />
        </>
      )}
    </FormDialog>
  )
}
