import { listUsers, type User, userOrderings } from '@our-print/contract/people/customers.ts'
import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  type SavedView,
  updateSavedView,
} from '@our-print/contract/shop/savedViews.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, type Call, refuse, refuseStale, renderPage } from '../../../test/renderPage.tsx'
import { anita } from '../../../test/user.ts'
import { query } from '../api/api.ts'
import type { Column } from './columns.tsx'
import { SearchBox } from './ListTools.tsx'
import { ResourceTable } from './ResourceTable.tsx'
import { useListState } from './useListState.ts'

const columns: Column<User>[] = [
  { id: 'name', title: 'Name', sort: { by: 'name', as: 'text' }, cell: (user) => user.first_name },
  { id: 'mobile', title: 'Mobile', cell: (user) => user.mobile },
  { id: 'coins', title: 'Coins', sort: { by: 'coins', as: 'number' }, cell: (user) => user.coins },
]

function List() {
  const list = useListState([], { sortedBy: userOrderings })
  return (
    <ResourceTable
      label="Customers"
      list={list}
      columns={columns}
      rows={query(listUsers, { querystring: list.paging })}
      toolbar={<SearchBox list={list} />}
    />
  )
}

const rich: SavedView = {
  id: '01900000-0000-7000-8000-00000000000a',
  list: '/users',
  name: 'Rich',
  is_shared: false,
  search: 'ordering=-coins',
  columns: [
    { id: 'coins', shown: true },
    { id: 'name', shown: true },
    { id: 'mobile', shown: false },
  ],
  owner: '01900000-0000-7000-8000-000000000001',
  owner_data: { id: '01900000-0000-7000-8000-000000000001', full_name: 'Asha Rao' },
  is_mine: true,
  version: 3,
}
const theirs: SavedView = {
  ...rich,
  id: '01900000-0000-7000-8000-00000000000b',
  name: 'Anitas',
  search: 'query=ani',
  columns: null,
  is_shared: true,
  is_mine: false,
  owner_data: { id: rich.owner, full_name: 'Nisha Pai' },
}
const elsewhere: SavedView = {
  ...rich,
  id: '01900000-0000-7000-8000-00000000000c',
  list: '/leads',
  name: 'Hot',
}

/** A server that keeps views. */
function server(views: SavedView[]) {
  let made = 0
  return [
    answer(listUsers, { count: 1, next: null, previous: null, results: [anita] }),
    answer(listSavedViews, () => views),
    answer(createSavedView, ({ body }) => {
      const view = {
        ...rich,
        columns: null,
        ...(body as object),
        id: rich.id.replace('0a', `d${made++}`),
        version: 1,
      }
      views.push(view)
      return view
    }),
    answer(updateSavedView, ({ url, body }) => {
      const at = views.findIndex(({ id }) => url.pathname.includes(id))
      const changed = { ...(views[at] ?? rich), ...(body as object), version: 4 }
      views[at] = changed
      return changed
    }),
    answer(deleteSavedView, ({ url }) => {
      views.splice(
        views.findIndex(({ id }) => url.pathname.includes(id)),
        1,
      )
      return null
    }),
  ]
}

const open = (views: SavedView[], path = '/users', more: Parameters<typeof renderPage>[1] = []) =>
  renderPage(<List />, [...server(views), ...more], { path, route: '/users' })
const tabs = () => within(screen.getByRole('region', { name: 'Saved views' }))
const names = () =>
  tabs()
    .getAllByRole('link')
    .map(({ textContent }) => textContent)
const activeTab = () =>
  tabs()
    .getAllByRole('link')
    .find((tab) => tab.getAttribute('aria-current') === 'page')?.textContent
const titles = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
const sent = (calls: Call[], method: string) =>
  calls.filter((call) => call.method === method).map(({ body }) => body)
async function choose(item: string) {
  await userEvent.click(screen.getByRole('button', { name: 'Saved views' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
}

test('what a list shows is saved under a name, and its address is recognised', async () => {
  const { calls, location } = open([], '/users?query=ani&ordering=-coins&page=1')
  await screen.findByText('Anita')
  await choose('Save view…')
  const dialog = await screen.findByRole('dialog', { name: 'Save view' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await within(dialog).findByText('This field is Required')
  await userEvent.type(within(dialog).getByLabelText('Name'), ' My view {Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent(calls, 'POST')).toEqual([
    { name: 'My view', is_shared: false, list: '/users', search: 'ordering=-coins&query=ani', columns: null },
  ])
  await waitFor(() => expect(activeTab()).toBe('My view'))
  expect(location()).toMatch(/^\/users\?ordering=-coins&query=ani&view=/)
  expect(screen.queryByRole('button', { name: 'Update view' })).toBeNull()
})

test('a tab shows its view; a change is kept by Update view, by its version', async () => {
  const { calls } = open([rich, theirs, elsewhere])
  await waitFor(() => expect(names()).toEqual(['Default', 'Rich', 'Anitas']))
  expect(activeTab()).toBe('Default')
  expect(titles()).toEqual(['Name', 'Mobile', 'Coins'])
  await userEvent.click(tabs().getByRole('link', { name: 'Rich' }))
  await waitFor(() => expect(titles()).toEqual(['Coins', 'Name']))
  expect(screen.getByRole('columnheader', { name: 'Coins' })).toHaveAttribute('aria-sort', 'descending')

  await userEvent.click(screen.getByRole('button', { name: 'Name' }))
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Mobile' }))
  await userEvent.click(screen.getByRole('button', { name: 'Done' }))
  // The change belongs to the view: the usual list stays as it was.
  await userEvent.click(tabs().getByRole('link', { name: 'Default' }))
  await waitFor(() => expect(titles()).toEqual(['Name', 'Mobile', 'Coins']))
  await userEvent.click(tabs().getByRole('link', { name: 'Rich' }))
  await waitFor(() => expect(titles()).toEqual(['Coins', 'Name', 'Mobile']))
  await userEvent.click(await screen.findByRole('button', { name: 'Update view' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Update view' })).toBeNull())
  const shown = ['coins', 'name', 'mobile'].map((id) => ({ id, shown: true }))
  expect(sent(calls, 'PATCH')).toEqual([{ search: 'ordering=-coins', columns: shown, version: 3 }])
})

test('a view is renamed and shared, and deleted with Undo', async () => {
  const { calls, location } = open([rich], `/users?ordering=-coins&view=${rich.id}`)
  await waitFor(() => expect(activeTab()).toBe('Rich'))
  await choose('Rename or share…')
  const dialog = await screen.findByRole('dialog', { name: 'View Rich' })
  await userEvent.clear(within(dialog).getByLabelText('Name'))
  await userEvent.type(within(dialog).getByLabelText('Name'), 'Wealthy')
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Everyone with this list' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(names()).toEqual(['Default', 'Wealthy']))
  expect(sent(calls, 'PATCH')).toEqual([{ name: 'Wealthy', is_shared: true, version: 3 }])

  await choose('Delete view')
  // A list without views has no tabs.
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Saved views' })).toBeNull())
  expect(location()).toBe('/users')
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(activeTab()).toBe('Wealthy'))
  const { list, search, columns } = rich
  expect(sent(calls, 'POST')).toEqual([{ list, name: 'Wealthy', is_shared: true, search, columns }])
})

/** A server on which one of the person's other tabs has changed the view meanwhile. */
function changedMeanwhile(views: SavedView[], now: SavedView) {
  const change = refuseStale(updateSavedView, now)
  const { reply } = change
  change.reply = async (call) => {
    if ((call.body as SavedView).version === now.version) {
      views[0] = { ...now, ...(call.body as SavedView), version: now.version + 1 }
      return Response.json(views[0])
    }
    views[0] = now
    return reply(call)
  }
  return change
}

test('who renames a view that was changed meanwhile is told of it, and saves upon it', async () => {
  const views = [rich]
  const now = { ...rich, name: 'Riches', is_shared: true, version: 7 }
  const { calls } = open(views, `/users?ordering=-coins&view=${rich.id}`, [changedMeanwhile(views, now)])
  await waitFor(() => expect(activeTab()).toBe('Rich'))
  await choose('Rename or share…')
  const dialog = within(await screen.findByRole('dialog', { name: 'View Rich' }))
  await userEvent.clear(dialog.getByLabelText('Name'))
  await userEvent.type(dialog.getByLabelText('Name'), 'Wealthy')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Name: Rich → Riches')).toBeVisible()
  expect(dialog.getByText('Who sees it: Only me → Everyone with this list')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Reload' }))
  expect(dialog.getByLabelText('Name')).toHaveValue('Wealthy')
  expect(dialog.getByRole('radio', { name: 'Everyone with this list' })).toBeChecked()
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(names()).toEqual(['Default', 'Wealthy']))
  expect(sent(calls, 'PATCH')).toEqual([
    { name: 'Wealthy', version: 3 },
    { name: 'Wealthy', version: 7 },
  ])
})

test('who updates a view that was changed meanwhile is told of it, and can do so upon it', async () => {
  const views = [rich]
  const now = { ...rich, search: 'query=ani', version: 7 }
  const { calls } = open(views, `/users?query=bina&view=${rich.id}`, [changedMeanwhile(views, now)])
  const update = () => screen.findByRole('button', { name: 'Update view' })
  await userEvent.click(await update())
  expect(await screen.findByText('View Rich was changed while you were here')).toBeVisible()
  await userEvent.click(await update())
  expect(await screen.findByText('View Rich updated')).toBeVisible()
  const versions = sent(calls, 'PATCH').map((body) => (body as SavedView).version)
  expect(versions).toEqual([3, 7])
})

test('a view of somebody else can be saved as an own one only', async () => {
  open([theirs], `/users?query=anita&view=${theirs.id}`)
  await waitFor(() => expect(activeTab()).toBe('Anitas'))
  expect(screen.queryByRole('button', { name: 'Update view' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Saved views' }))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map(({ textContent }) => textContent)).toEqual(['Save as new view…'])
})

test('a refusal shows at the name', async () => {
  const taken = refuse(createSavedView, 409, {
    message: 'This name is used already',
    errors: [{ message: 'This name is used already', context: { key: 'name' } }],
  })
  open([rich], '/users', [taken])
  await screen.findByText('Anita')
  await choose('Save view…')
  await userEvent.type(await screen.findByLabelText('Name'), 'rich{Enter}')
  await screen.findByText('This name is used already')
})

test('where this device knows of no view nothing moves when one comes, until the list is opened again', async () => {
  localStorage.setItem('saved_views', '[]')
  const { unmount } = open([theirs])
  await screen.findByText('Anita')
  await waitFor(() => expect(localStorage.getItem('saved_views')).toContain('Anitas'))
  expect(screen.queryByRole('region', { name: 'Saved views' })).toBeNull()
  unmount()
  open([theirs])
  // At once, before any reply.
  expect(names()).toEqual(['Default', 'Anitas'])
  await screen.findByText('Anita')
})

test('a list that has no views shows no tabs, even before the server has said so', async () => {
  open([elsewhere])
  expect(screen.queryByRole('region', { name: 'Saved views' })).toBeNull()
  await waitFor(() => expect(localStorage.getItem('saved_views')).toContain('Hot'))
  expect(screen.queryByRole('region', { name: 'Saved views' })).toBeNull()
})

test('staff users and lists without views have none', async () => {
  const { calls, unmount } = renderPage(<List />, server([theirs]), { path: '/users', role: 'staff' })
  await screen.findByText('Anita')
  expect(screen.queryByRole('button', { name: 'Saved views' })).toBeNull()
  unmount()
  renderPage(<List />, server([theirs]), { path: '/elsewhere' })
  await screen.findByText('Anita')
  expect(screen.queryByRole('button', { name: 'Saved views' })).toBeNull()
  expect(calls.filter(({ url }) => url.pathname.includes('saved-views'))).toEqual([])
})
