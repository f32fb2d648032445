import type { Ability } from '@our-print/contract/people/abilities.ts'
import { createAbilitySet, listAbilitySets } from '@our-print/contract/people/abilitySets.ts'
import { useWrite } from '../../base/api/api.ts'
import { SendDialog } from '../../base/dialog/FormDialog.tsx'
import { useContractForm } from '../../base/form/contractForm.tsx'
import { AbilitySetFields } from './AbilitySetFields.tsx'

const empty = { name: '', abilities: [] as Ability[] }

/** Creates an ability set. */
export default function NewAbilitySetDialog({ onClose }: { onClose: () => void }) {
  const save = useWrite(createAbilitySet, [listAbilitySets])
  const form = useContractForm(createAbilitySet.schema.body, { defaultValues: empty })
  return (
    <SendDialog
      title="New ability set"
      form={form}
      save={save}
      onClose={onClose}
      inputOf={(body) => ({ body })}
      savedMessage={({ name }) => `${name} can be given to staff users now`}
    >
      <AbilitySetFields />
    </SendDialog>
  )
}
