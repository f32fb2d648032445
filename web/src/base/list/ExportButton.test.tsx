import { listUsers } from '@our-print/contract/people/customers.ts'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { refuse, renderPage } from '../../../test/renderPage.tsx'
import { query } from '../api/api.ts'
import { ExportButton } from './ListTools.tsx'

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
