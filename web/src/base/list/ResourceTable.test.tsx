import { listUsers, type User } from '@our-print/contract/people/customers.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLayoutEffect } from 'react'
import { expect, test } from 'vitest'
import { answer, hang, page, refuse, renderPage } from '../../../test/renderPage.tsx'
import { screenOf } from '../../../test/screenOf.ts'
import { typeAtOnce } from '../../../test/typeAtOnce.ts'
import { anita } from '../../../test/user.ts'
import { query } from '../api/api.ts'
import type { Column, Selection } from './columns.tsx'
import { SearchBox } from './ListTools.tsx'
import { ResourceTable } from './ResourceTable.tsx'
import { useListState } from './useListState.ts'

const columns: Column<User>[] = [
  { id: 'name', title: 'Name', cell: (user) => user.first_name },
  { id: 'mobile', title: 'Mobile', cell: (user) => user.mobile },
]

const chosen = ({ ids, rows }: Selection<User>) => (
  <p>{`${ids.join()} ${rows.map((row) => row.first_name).join()}`}</p>
)

function List({ matching = false, shown = columns }) {
  const list = useListState()
  return (
    <ResourceTable
      label="Customers"
      list={list}
      columns={shown}
      rows={query(listUsers, { querystring: list.paging })}
      rowLink={(user) => `/user/${user.id}`}
      rowName={(user) => user.first_name}
      toolbar={<SearchBox list={list} />}
      bulk={chosen}
      bulkMatching={matching}
      empty={{ hint: 'Add the first customer.' }}
    />
  )
}

const person = (number: number): User => ({
  ...anita,
  id: `id-${number}`,
  first_name: `Person ${number}`,
  last_name: '',
  mobile: `98765${number}`,
})

const pageAt = (count: number, offset = 0) =>
  page(
    Array.from({ length: Math.max(0, Math.min(10, count - offset)) }, (_, at) => person(offset + at)),
    count,
  )

const many = answer(listUsers, ({ url }) => pageAt(812_345, Number(url.searchParams.get('offset'))))
const link = (name: string) => screen.findByRole('link', { name })

test('shows Loading... until the rows are loaded', async () => {
  renderPage(<List />, [hang(listUsers)])
  expect(screen.getByText('Loading...')).toBeVisible()
})

/** The name of a customer, which presses two keys before any effect that follows what is drawn. */
function PressingName({ user }: { user: User }) {
  useLayoutEffect(() => {
    if (user.id !== 'id-1') return
    for (const key of ['j', 'x']) fireEvent.keyDown(document.body, { key })
  }, [user.id])
  return user.first_name
}
const pressing: Column<User>[] = [{ id: 'name', title: 'Name', cell: (user) => <PressingName user={user} /> }]

test('keys act on rows as soon as these are drawn', async () => {
  renderPage(<List shown={pressing} />, [answer(listUsers, pageAt(2))])
  expect(await screen.findByText('id-0 Person 0')).toBeVisible()
})

test('an empty list shows a message and the next step', async () => {
  renderPage(<List />, [answer(listUsers, pageAt(0))])
  expect(await screen.findByText('No Records found')).toBeVisible()
  expect(screen.getByText('Add the first customer.')).toBeVisible()
})

test('a search without results shows a message and can be cleared', async () => {
  const { location } = renderPage(<List />, [answer(listUsers, pageAt(0))], { path: '/?query=zzz' })
  await userEvent.click(await screen.findByRole('button', { name: 'Clear search and filters' }))
  expect(location()).toBe('/')
})

test('a failed load shows its reason, and Retry loads again', async () => {
  const answers = [refuse(listUsers, 503, { message: 'Too busy' })]
  renderPage(<List />, answers)
  expect(await screen.findByText('Too busy')).toBeVisible()
  answers.push(many)
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await link('Person 0')).toBeVisible()
})

test('a search or filter that is refused can be cleared: asked again it would be refused again', async () => {
  const answers = [refuse(listUsers, 400, { message: 'No such customer' })]
  const { location } = renderPage(<List />, answers, { path: '/?query=zzz' })
  expect(await screen.findByText('No such customer')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  answers.push(many)
  await userEvent.click(screen.getByRole('button', { name: 'Clear search and filters' }))
  expect(await link('Person 0')).toBeVisible()
  expect(location()).toBe('/')
})

test('pages are requested by limit and offset and kept in the address', async () => {
  const { calls, location } = renderPage(<List />, [many], { path: '/?page=3' })
  expect(await screen.findByText('21–30 of 8,12,345')).toBeVisible()
  expect(calls[0]?.url.search).toBe('?limit=10&offset=20')
  await userEvent.click(screen.getByRole('button', { name: 'Last page' }))
  expect(await screen.findByText('8,12,341–8,12,345 of 8,12,345')).toBeVisible()
  expect(location()).toBe('/?page=81235')
  expect(screen.getByRole('button', { name: 'Next page' })).toBeDisabled()
})

test('a search that is not counted to its end shows how many there are at least, and every page can be reached', async () => {
  const uncounted = answer(listUsers, ({ url }) => {
    const offset = Number(url.searchParams.get('offset'))
    return { ...pageAt(Math.max(3_000, offset + 11), offset), count_is_exact: false }
  })
  renderPage(<List matching />, [uncounted])
  expect(await screen.findByText('1–10 of 3,000+')).toBeVisible()
  expect(screen.getByText('3,000+ found')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Last page' }))
  expect(await screen.findByText('2,991–3,000 of 3,001+')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
  expect(await screen.findByText('3,001–3,010 of 3,011+')).toBeVisible()
  // An action on all that match needs their number.
  await userEvent.click(screen.getByLabelText('Select all on this page'))
  expect(await screen.findByText('10 selected')).toBeVisible()
  expect(screen.queryByText(/that match/)).toBeNull()
})

test('a page after the last one offers the first', async () => {
  renderPage(<List />, [answer(listUsers, { ...pageAt(0), count: 5 })], { path: '/?page=9' })
  expect(await screen.findByRole('button', { name: 'Go to the first page' })).toBeVisible()
})

test('a click anywhere in a row opens it, but not on its checkbox', async () => {
  const { location } = renderPage(<List />, [many])
  await link('Person 0')
  await userEvent.click(screen.getByLabelText('Select Person 0'))
  expect(location()).toBe('/')
  await userEvent.click(screen.getByText('987651'))
  expect(location()).toBe('/user/id-1')
})

test('Enter on a row’s link opens it', async () => {
  const { location } = renderPage(<List />, [many])
  const row = await link('Person 2')
  row.focus()
  await userEvent.keyboard('{Enter}')
  expect(location()).toBe('/user/id-2')
})

test('the selection stays across pages and is cleared by a new search', async () => {
  renderPage(<List />, [many])
  await link('Person 0')
  await userEvent.click(screen.getByLabelText('Select Person 0'))
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
  await userEvent.click(await screen.findByLabelText('Select Person 11'))
  expect(screen.getByText('id-0,id-11 Person 0,Person 11')).toBeVisible()
  // With the first letter: nobody may act on rows that the search is about to hide.
  await typeAtOnce(screen.getByRole('searchbox'), 'a')
  expect(screen.queryByText(/selected/)).toBeNull()
  // Both before the search begins, however slow the machine is.
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'asha' } })
  fireEvent.click(screen.getByLabelText('Select Person 12'))
  expect(screen.getByText(/selected/)).toBeVisible()
  await waitFor(() => expect(screen.queryByText(/selected/)).toBeNull())
})

test('select-all selects the rows of the page', async () => {
  renderPage(<List />, [many])
  await link('Person 0')
  await userEvent.click(screen.getByLabelText('Select all on this page'))
  expect(await screen.findByText('10 selected')).toBeVisible()
  await userEvent.click(screen.getByLabelText('Select all on this page'))
  expect(screen.queryByText('10 selected')).toBeNull()
})

test('typing searches once, from the first page, without a step of Back for each letter', async () => {
  const { calls, location } = renderPage(<List />, [many], { path: '/?page=3' })
  await link('Person 20')
  await userEvent.keyboard('/')
  expect(screen.getByRole('searchbox')).toHaveFocus()
  // Without pauses between the keys, which would each be a search on a slow machine.
  await userEvent.setup({ delay: null }).keyboard('50%')
  await waitFor(() => expect(location()).toBe('/?query=50%25'))
  const requested = () => calls.map(({ url }) => url.searchParams.get('query'))
  await waitFor(() => expect(requested()).toEqual([null, '50%']))
})

test('at phone width the rows are cards', async () => {
  screenOf(390)
  renderPage(<List />, [many])
  await link('Person 0')
  expect(screen.queryByRole('table')).toBeNull()
  const cards = within(screen.getByRole('list', { name: 'Customers' })).getAllByRole('listitem')
  expect(cards).toHaveLength(10)
  expect(cards[0]).toHaveTextContent('Mobile987650')
})
