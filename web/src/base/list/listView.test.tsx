import { listUsers, type User, userOrderings } from '@our-print/contract/people/customers.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, type Call, renderPage } from '../../../test/renderPage.tsx'
import { screenOf } from '../../../test/screenOf.ts'
import { typeAtOnce } from '../../../test/typeAtOnce.ts'
import { anita } from '../../../test/user.ts'
import { query } from '../api/api.ts'
import { choiceOf, chosenColumns, moveColumn } from '../listView/chosenColumns.ts'
import { nextOrdering, orderingOf, sequencesOf } from '../listView/sorting.ts'
import { listKeys } from '../page/keyGroups.ts'
import type { Column } from './columns.tsx'
import { SearchBox } from './ListTools.tsx'
import { ResourceTable } from './ResourceTable.tsx'
import { useListState } from './useListState.ts'

// What a person changes on a list: its sequence, rows and columns, and the keys.

const columns: Column<User>[] = [
  { id: 'name', title: 'Name', sort: { by: 'name', as: 'text' }, cell: (user) => user.first_name },
  { id: 'mobile', title: 'Mobile', cell: (user) => user.mobile },
  {
    id: 'coins',
    title: 'Coins',
    align: 'right',
    sort: { by: 'coins', as: 'number' },
    cell: (user) => user.coins,
  },
  { id: 'since', title: 'Since', sort: { by: 'created_at', as: 'age' }, cell: (user) => user.created_at },
  { id: 'email', title: 'Email', optional: true, cell: (user) => user.email },
  { id: 'actions', title: 'Actions', cell: () => 'act' },
]

function List() {
  const list = useListState([], { sortedBy: userOrderings })
  return (
    <ResourceTable
      label="Customers"
      list={list}
      columns={columns}
      rows={query(listUsers, { querystring: list.paging })}
      rowLink={({ id }) => `/user/${id}`}
      rowName={({ first_name }) => first_name}
      toolbar={<SearchBox list={list} />}
      bulk={() => null}
    />
  )
}

const person = (number: number): User => ({ ...anita, id: `id-${number}`, first_name: `Person ${number}` })
const page = (count: number, offset = 0, limit = 10) => ({
  count,
  next: null,
  previous: null,
  results: Array.from({ length: Math.max(0, Math.min(limit, count - offset)) }, (_, at) =>
    person(offset + at),
  ),
})
const many = answer(listUsers, ({ url }) =>
  page(60, Number(url.searchParams.get('offset')), Number(url.searchParams.get('limit'))),
)
const requested = (calls: Call[], name: string) => calls.map(({ url }) => url.searchParams.get(name))
const heading = (name: string) => screen.findByRole('columnheader', { name })
const titles = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)

test('a heading sorts the list, says so, and keeps it in the address', async () => {
  const { calls, location } = renderPage(<List />, [many], { path: '/?page=2' })
  expect(await heading('Since')).toHaveAttribute('aria-sort', 'ascending')
  expect(await heading('Name')).not.toHaveAttribute('aria-sort')
  await userEvent.click(screen.getByRole('button', { name: 'Coins' }))
  await waitFor(() => expect(location()).toBe('/?ordering=-coins'))
  expect(await heading('Coins')).toHaveAttribute('aria-sort', 'descending')
  await userEvent.click(screen.getByRole('button', { name: 'Coins' }))
  await waitFor(() => expect(location()).toBe('/?ordering=coins'))
  expect(requested(calls, 'ordering')).toEqual([null, '-coins', 'coins'])
  // The usual sequence needs no parameter. The longest wait is the oldest.
  await userEvent.click(screen.getByRole('button', { name: 'Since' }))
  await waitFor(() => expect(location()).toBe('/?ordering=created_at'))
  await userEvent.click(screen.getByRole('button', { name: 'Since' }))
  await waitFor(() => expect(location()).toBe('/'))
})

test('a heading sorts by the keyboard', async () => {
  const { location } = renderPage(<List />, [many])
  ;(await screen.findByRole('button', { name: 'Name' })).focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(location()).toBe('/?ordering=name'))
  expect(screen.getByRole('button', { name: 'Name' })).toHaveFocus()
})

test('an unknown sequence in the address is not requested', async () => {
  const { calls } = renderPage(<List />, [many], { path: '/?ordering=secret' })
  await heading('Name')
  expect(requested(calls, 'ordering')).toEqual([null])
})

test('on a phone a menu sorts the list', async () => {
  screenOf(390)
  const { location } = renderPage(<List />, [many])
  await userEvent.click(await screen.findByRole('button', { name: 'Sort' }))
  const menu = await screen.findByRole('menu', { name: 'Sort' })
  expect(
    within(menu)
      .getAllByRole('menuitemradio')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Name: Z to A',
    'Name: A to Z',
    'Coins: highest first',
    'Coins: lowest first',
    'Since: longest first',
    'Since: shortest first',
  ])
  expect(within(menu).getByRole('menuitemradio', { checked: true })).toHaveTextContent(
    'Since: shortest first',
  )
  await userEvent.click(within(menu).getByText('Coins: highest first'))
  await waitFor(() => expect(location()).toBe('/?ordering=-coins'))
})

test('the number of rows is remembered for each person and list', async () => {
  const first = renderPage(<List />, [many], { path: '/?page=3' })
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Rows' }), '25')
  await waitFor(() => expect(first.location()).toBe('/'))
  await screen.findByText('1–25 of 60')
  first.unmount()

  const again = renderPage(<List />, [many], { path: '/?page=2' })
  await screen.findByText('26–50 of 60')
  expect(requested(again.calls, 'limit')).toEqual(['25'])
  again.unmount()

  const elsewhere = renderPage(<List />, [many], { path: '/other' })
  await screen.findByText('1–10 of 60')
  elsewhere.unmount()

  localStorage.clear()
  renderPage(<List />, [many])
  await screen.findByText('1–10 of 60')
})

test('columns are hidden, shown and moved by the keyboard, remembered, and reset', async () => {
  const { unmount } = renderPage(<List />, [many])
  await heading('Name')
  const usual = ['', 'Name', 'Mobile', 'Coins', 'Since', 'Actions']
  expect(titles()).toEqual(usual)
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
  const dialog = await screen.findByRole('dialog', { name: 'Columns' })
  await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Mobile' }))
  await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Email' }))
  within(dialog).getByRole('button', { name: 'Move Coins up' }).focus()
  await userEvent.keyboard('{Enter}{Enter}')
  // At the top the focus goes to the other button.
  expect(within(dialog).getByRole('button', { name: 'Move Coins down' })).toHaveFocus()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Done' }))
  const chosen = ['', 'Coins', 'Name', 'Since', 'Email', 'Actions']
  expect(titles()).toEqual(chosen)
  unmount()

  renderPage(<List />, [many])
  await heading('Name')
  expect(titles()).toEqual(chosen)
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Reset' }))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(titles()).toEqual(usual))
})

test('cards have all usual columns, whatever the table shows', async () => {
  localStorage.setItem(
    'list:01900000-0000-7000-8000-000000000001:/',
    JSON.stringify({ columns: [{ id: 'mobile', shown: false }] }),
  )
  screenOf(390)
  renderPage(<List />, [many])
  const [card] = within(await screen.findByRole('list', { name: 'Customers' })).getAllByRole('listitem')
  expect(card).toHaveTextContent('Mobile')
  expect(card).not.toHaveTextContent('Email')
})

test('what cannot be read counts as not chosen', async () => {
  for (const text of ['nonsense', '{"size":7}', '{"columns":[{"id":1}]}', 'null', '[]']) {
    localStorage.setItem('list:01900000-0000-7000-8000-000000000001:/', text)
    const { unmount } = renderPage(<List />, [many])
    await screen.findByText('1–10 of 60')
    unmount()
  }
})

test('j and k go from row to row, x selects, Enter opens', async () => {
  const { location } = renderPage(<List />, [many])
  await heading('Name')
  const rowOf = (number: number) => screen.getByRole('row', { name: new RegExp(`Person ${number} `) })
  await userEvent.keyboard('jj')
  expect(rowOf(1)).toHaveFocus()
  await userEvent.keyboard('x')
  expect(screen.getByRole('checkbox', { name: 'Select Person 1' })).toBeChecked()
  await userEvent.keyboard('kk')
  expect(rowOf(0)).toHaveFocus()
  await userEvent.keyboard('jj{Enter}')
  expect(location()).toBe('/user/id-2')
})

test('the keys are letters in a field and in a dialog', async () => {
  renderPage(<List />, [many])
  await heading('Name')
  await typeAtOnce(screen.getByRole('searchbox'), 'jx')
  expect(screen.getByRole('searchbox')).toHaveValue('jx')
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
  await screen.findByRole('dialog', { name: 'Columns' })
  await userEvent.keyboard('jx')
  expect(screen.getByRole('dialog', { name: 'Columns' })).toContainElement(
    document.activeElement as HTMLElement,
  )
  expect(screen.queryByText(/selected/)).toBeNull()
})

test('a click with Shift selects the rows in between, or clears them', async () => {
  renderPage(<List />, [many])
  await heading('Name')
  const session = userEvent.setup()
  const box = (number: number) => screen.getByRole('checkbox', { name: `Select Person ${number}` })
  const clickWithShift = async (number: number) => {
    await session.keyboard('{Shift>}')
    await session.click(box(number))
    await session.keyboard('{/Shift}')
  }
  await session.click(box(5))
  await clickWithShift(2)
  expect(await screen.findByText('4 selected')).toBeVisible()
  await session.click(box(3))
  await clickWithShift(5)
  expect(await screen.findByText('1 selected')).toBeVisible()
})

test('Enter in the search box opens the only row found, as soon as it is found', async () => {
  const found = answer(listUsers, ({ url }) => page(url.searchParams.get('query') === 'Person 7' ? 1 : 60))
  const { location } = renderPage(<List />, [found])
  await heading('Name')
  await typeAtOnce(screen.getByRole('searchbox'), 'Person 7{Enter}')
  await waitFor(() => expect(location()).toBe('/user/id-0'))
})

test('Enter opens nothing where several rows are found, and no later search opens one', async () => {
  const found = answer(listUsers, ({ url }) => page(url.searchParams.get('query') === 'Person 7' ? 1 : 60))
  const { location } = renderPage(<List />, [found])
  await heading('Name')
  await typeAtOnce(screen.getByRole('searchbox'), 'Person{Enter}')
  await waitFor(() => expect(location()).toBe('/?query=Person'))
  await typeAtOnce(screen.getByRole('searchbox'), ' 7')
  await screen.findByText('1–1 of 1')
  expect(location()).toBe('/?query=Person+7')
})

test('the words of sequences', () => {
  const waiting = { by: 'created_at', as: 'age' } as const
  expect(orderingOf(waiting, 'desc')).toBe('created_at')
  expect(nextOrdering(waiting, '-created_at')).toBe('created_at')
  expect(nextOrdering({ by: 'ends_on', as: 'day' }, '-created_at')).toBe('ends_on')
  const twice = [
    { title: 'Created', sort: { by: 'created_at', as: 'time' } },
    { title: 'Waiting', sort: waiting },
  ] as const
  expect(sequencesOf(twice).map(({ label }) => label)).toEqual([
    'Created: newest first',
    'Created: oldest first',
  ])
})

test('columns that are new since the choice are shown as the list has them; those that are gone are forgotten', () => {
  const chosen = [
    { id: 'coins', shown: true },
    { id: 'gone', shown: true },
    { id: 'name', shown: false },
  ]
  expect(choiceOf(columns, chosen)).toEqual([
    { id: 'coins', shown: true },
    { id: 'name', shown: false },
    { id: 'mobile', shown: true },
    { id: 'since', shown: true },
    { id: 'email', shown: false },
  ])
  expect(chosenColumns(columns, chosen).map(({ id }) => id)).toEqual(['coins', 'mobile', 'since', 'actions'])
  expect(moveColumn(chosen, 'coins', -1)).toEqual(chosen)
  expect(moveColumn(chosen, 'coins', 1).map(({ id }) => id)).toEqual(['gone', 'coins', 'name'])
})

test('the sheet of keys names those of lists', () => {
  expect(listKeys.keys.flatMap(({ keys }) => keys)).toEqual(
    expect.arrayContaining(['/', 'j', 'k', 'x', 'Enter']),
  )
})
