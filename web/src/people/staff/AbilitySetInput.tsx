import { listAbilitySets } from '@our-print/contract/people/abilitySets.ts'
import { useRead } from '../../base/api/api.ts'
import { SelectInput } from '../../base/form/contractForm.tsx'

/** What a staff user may do beside deliveries; `now` is the set that they have. Only sets that the person may give. */
export function AbilitySetInput({ now }: { now?: { id: string; name: string } | null }) {
  const { data, error } = useRead(listAbilitySets, { querystring: { limit: '100' } })
  const sets = data?.results.filter(({ id, can_give }) => can_give || id === now?.id)
  const options = (sets ?? (now ? [now] : [])).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <SelectInput
      name="ability_set"
      label="Ability set"
      options={[{ value: '', label: 'None: delivers orders' }, ...options]}
      hint={error?.message ?? 'What they may do besides. It holds from their next request on.'}
    />
  )
}
