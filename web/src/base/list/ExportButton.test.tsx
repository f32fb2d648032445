import { listUsers, type User } from '@our-print/contract/people/customers.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { answer, page, refuse, renderPage } from '../../../test/renderPage.tsx'
import { screenOf } from '../../../test/screenOf.ts'
import { anita } from '../../../test/user.ts'
import { query } from '../api/api.ts'
import type { Selection } from './columns.tsx'
import { ListPage } from './ListPage.tsx'
import { ExportButton } from './ListTools.tsx'
import { useListState } from './useListState.ts'

const rows = query(listUsers, {
  querystring: { limit: '10', offset: '30', query: 'asha rao', is_active: 'true' },
})

test('the export has the whole filtered list and the server’s file name', async () => {
  const requested: string[] = []
  renderPage(<ExportButton rows={rows} />)
  vi.stubGlobal('fetch', async (address: string) => {
    requested.push(address)
    const headers = { 'Content-Disposition': 'attachment; filename="users-2026-01-03.csv"' }
    return new Response('id,first_name\n1,Asha\n', { headers })
  })
  const saved: string[] = []
  URL.createObjectURL = () => 'blob:list'
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  onTestFinished(() => void vi.restoreAllMocks())
  await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }))
  await screen.findByText('Saved as users-2026-01-03.csv')
  expect(saved).toEqual(['users-2026-01-03.csv'])
  expect(requested).toEqual(['/api/users/?query=asha+rao&is_active=true&format=csv'])
})

test('an error is shown, and the button can be used again', async () => {
  renderPage(<ExportButton rows={rows} />, [refuse(listUsers, 503, { message: 'The server is busy.' })])
  await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }))
  await screen.findByText('The list was not exported. The server is busy.')
  expect(await screen.findByRole('button', { name: 'Export CSV' })).toBeEnabled()
})

const chosen = ({ ids }: Selection<User>) => <p>{ids.length} chosen</p>

function List() {
  const list = useListState(['is_active'])
  return (
    <ListPage
      title="Customers"
      list={list}
      rows={query(listUsers, { querystring: list.paging })}
      columns={[{ id: 'name', title: 'Name', cell: (user) => user.first_name }]}
      rowName={(user) => user.first_name}
      bulk={chosen}
      actions={[{ label: 'Import', onClick: () => undefined }]}
      search="Name"
      filters={<p>Every filter</p>}
      hint="Nobody yet."
    />
  )
}

test('on a phone a list’s search, filters and dots are one row; the export is the last item behind the dots', async () => {
  screenOf(390)
  renderPage(<List />, [answer(listUsers, page([anita], 1))], { path: '/?is_active=true' })
  await screen.findByText('Anita')
  expect(screen.queryByRole('button', { name: /Export|Import/ })).toBeNull()
  const tools = screen.getByRole('searchbox').closest('[class*=tools]') as HTMLElement
  const [filters, more, ...others] = within(tools).getAllByRole('button')
  expect(filters).toHaveAccessibleName('Filters (1)')
  expect(more).toHaveAccessibleName('More')
  expect(others).toEqual([])
  expect(screen.getByText('Every filter')).not.toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Filters (1)' }))
  expect(screen.getByText('Every filter')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'More' }))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Import',
    'Select all on this page',
    'Export CSV',
  ])
  await userEvent.click(screen.getByRole('menuitem', { name: 'Select all on this page' }))
  expect(screen.getByText('1 chosen')).toBeVisible()
})

test('where there is room the heading has the actions, and the export is an icon at the end of the row', async () => {
  renderPage(<List />, [answer(listUsers, page([anita], 1))])
  await screen.findByText('Anita')
  expect(screen.getByText('Every filter')).toBeVisible()
  const all = screen
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label') ?? button.textContent)
  expect(all.filter((name) => /Import|Export|More|Filters/.test(name))).toEqual(['Import', 'Export CSV'])
})
