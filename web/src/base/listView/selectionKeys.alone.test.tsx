import { listUsers, type User } from '@our-print/contract/people/customers.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { answer, page, renderPage } from '../../../test/renderPage.tsx'
import { anita } from '../../../test/user.ts'
import { query } from '../api/api.ts'
import type { Selection } from '../list/columns.tsx'
import { ResourceTable } from '../list/ResourceTable.tsx'
import { useListState } from '../list/useListState.ts'

/** The file of the keys, which comes when the test says so. */
const file = Promise.withResolvers<void>()
vi.mock('./selectionKeys.ts', async (load) => {
  await file.promise
  return await load()
})

const printed: string[][] = []

const print = ({ ids }: Selection<User>) => (
  <button type="button" aria-keyshortcuts="p" onClick={() => printed.push([...ids])}>
    Print
  </button>
)

function List() {
  const list = useListState()
  return (
    <ResourceTable
      label="Customers"
      list={list}
      columns={[{ id: 'name', title: 'Name', cell: (user) => user.first_name }]}
      rows={query(listUsers, { querystring: list.paging })}
      rowName={(user) => user.first_name}
      bulk={print}
      empty={{ hint: '' }}
    />
  )
}

test('a letter that was pressed while the keys were loaded acts on all that was selected before it', async () => {
  const user = userEvent.setup()
  const people = ['a', 'b', 'c', 'd'].map((id) => ({ ...anita, id, first_name: `Person ${id}` }))
  renderPage(<List />, [answer(listUsers, page(people))])
  await screen.findByText('Person a')
  await user.keyboard('jx{Shift>}JJ{/Shift}p')
  await screen.findByRole('button', { name: 'Print' })
  expect(printed).toEqual([])
  file.resolve()
  await waitFor(() => expect(printed).toEqual([['a', 'b', 'c']]))
})
