import {
  type AbilitySet,
  createAbilitySet,
  listAbilitySets,
  updateAbilitySet,
} from '@our-print/contract/people/abilitySets.ts'
import { abilityTexts } from '@our-print/contract/people/abilityTexts.ts'
import { listStaff } from '@our-print/contract/people/staff.ts'
import { differences, onlyTyped, usePatch } from '../../base/api/useUpdate.ts'
import { EditDialog } from '../../base/dialog/EditDialog.tsx'
import { useContractForm } from '../../base/form/contractForm.tsx'
import { AbilitySetFields } from './AbilitySetFields.tsx'

const valuesOf = ({ name, abilities }: AbilitySet) => ({ name, abilities })

const namesOf = ({ abilities }: AbilitySet) => abilities.map((each) => abilityTexts[each].name).join(', ')

const setChanges = (seen: AbilitySet, current: AbilitySet) =>
  differences([
    ['Name', seen.name, current.name],
    ['They may', namesOf(seen), namesOf(current)],
  ])

/** Changes an ability set; whoever has it may do the new at their next request. */
export default function EditAbilitySetDialog({ set, onClose }: { set: AbilitySet; onClose: () => void }) {
  const changing = usePatch(updateAbilitySet, [listAbilitySets, listStaff], {
    record: set,
    describe: setChanges,
  })
  const form = useContractForm(createAbilitySet.schema.body, { defaultValues: valuesOf(set) })
  return (
    <EditDialog
      title={`Edit ${set.name}`}
      what="This ability set"
      form={form}
      changing={changing}
      valuesOf={valuesOf}
      bodyOf={onlyTyped}
      savedMessage={(saved) => `${saved.name} saved`}
      onClose={onClose}
    >
      <AbilitySetFields />
    </EditDialog>
  )
}
