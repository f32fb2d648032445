import { listAbilities } from '@our-print/contract/people/abilitySets.ts'
import { useRead } from '../../base/api/api.ts'
import { Loading } from '../../base/feedback/Loading.tsx'
import { CheckListInput } from '../../base/form/CheckListInput.tsx'
import { TextInput } from '../../base/form/contractForm.tsx'
import { Alert } from '../../base/ui/Alert.tsx'

/** The name of a set, and a checkbox for each ability that the person may give, with what it means. */
export function AbilitySetFields() {
  const { data, error } = useRead(listAbilities, {})
  const options = data
    ?.filter(({ can_give }) => can_give)
    .map(({ ability, name, about }) => ({ value: ability, label: name, hint: about }))
  return (
    <>
      <TextInput name="name" label="Name" autoFocus />
      {error && <Alert severity="error">{error.message}</Alert>}
      {!options && !error && <Loading of="part" />}
      {options && <CheckListInput name="abilities" label="They may" options={options} />}
    </>
  )
}
