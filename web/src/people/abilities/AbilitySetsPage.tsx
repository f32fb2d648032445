import {
  type AbilitySet,
  abilitySetOrderings,
  deleteAbilitySet,
  listAbilitySets,
} from '@our-print/contract/people/abilitySets.ts'
import { abilityTexts } from '@our-print/contract/people/abilityTexts.ts'
import { useState } from 'react'
import { query, useWrite } from '../../base/api/api.ts'
import { isNotFound } from '../../base/api/deleteErrors.ts'
import { dangerous, useAct } from '../../base/dialog/useAct.tsx'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { toast } from '../../base/feedback/toast.ts'
import { plural } from '../../base/format/format.ts'
import { actionsColumn, type Column, column, Name, nameColumn } from '../../base/list/columns.tsx'
import { ListPage } from '../../base/list/ListPage.tsx'
import { RowActions, RowMenu } from '../../base/list/RowMenu.tsx'
import { useListState } from '../../base/list/useListState.ts'
import { Button } from '../../base/ui/Button.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { StaffTabs } from './StaffTabs.tsx'

const NewAbilitySetDialog = lazyPart(() => import('./NewAbilitySetDialog.tsx'))
const EditAbilitySetDialog = lazyPart(() => import('./EditAbilitySetDialog.tsx'))

const columns: readonly Column<AbilitySet>[] = [
  nameColumn('name', ({ name }) => <Name>{name}</Name>, { width: '18%' }),
  column('abilities', 'They may', { card: 'subtitle' }, ({ abilities }) => (
    <Text flow="wrap">{abilities.map((ability) => abilityTexts[ability].name).join(' · ')}</Text>
  )),
  column('people', 'Who has it', { width: '22%' }, ({ people }) =>
    people.length === 0 ? (
      <Text tone="muted">Nobody</Text>
    ) : (
      <Text flow="wrap">{people.map(({ full_name }) => full_name).join(', ')}</Text>
    ),
  ),
  actionsColumn(136, (set) => <SetActions set={set} />),
]

/** What staff users may do beside deliveries, in named sets. */
export function AbilitySetsPage() {
  const list = useListState([], { sortedBy: abilitySetOrderings })
  return (
    <ListPage
      title="Ability sets"
      list={list}
      rows={query(listAbilitySets, { querystring: list.paging })}
      columns={columns}
      rowName={({ name }) => name}
      search="Name"
      hint="A staff user without a set delivers orders. With one they may do what it says, too."
      above={<StaffTabs value="sets" />}
      create={{
        label: 'New ability set',
        renderDialog: (close) => <NewAbilitySetDialog onClose={close} />,
      }}
    />
  )
}

/** Nobody changes a set with more than they may do themselves. */
function SetActions({ set }: { set: AbilitySet }) {
  const [isEditing, setEditing] = useState(false)
  const remove = useDelete()
  if (!set.can_give) return <Text tone="muted">Beyond yours</Text>
  return (
    <RowActions>
      <Button size="small" aria-label={`Edit ${set.name}`} onClick={() => setEditing(true)}>
        Edit
      </Button>
      <RowMenu
        name={set.name}
        actions={[{ label: 'Delete', onClick: () => void remove(set), danger: true }]}
      />
      {isEditing && <EditAbilitySetDialog set={set} onClose={() => setEditing(false)} />}
    </RowActions>
  )
}

/** Deletes a set that nobody has, after a question; says who has it otherwise. */
function useDelete() {
  const remove = useWrite(deleteAbilitySet, [listAbilitySets])
  const act = useAct()
  return async ({ id, name, people }: AbilitySet) => {
    if (people.length > 0) {
      const who = people.map(({ full_name }) => full_name).join(', ')
      toast.failure(`${name} is in use`, `${plural(people.length, 'person has', 'people have')} it: ${who}.`)
      return
    }
    await act({
      question: dangerous(`Delete ${name}?`, 'Nobody has it. This cannot be undone.', 'Delete'),
      send: () => remove.mutateAsync({ params: { id } }),
      done: `${name} deleted`,
      failed: (error) =>
        isNotFound(error) ? toast.success(`${name} was deleted already`) : toast.failure(error),
    })
  }
}
