import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage } from '../../../test/renderPage.tsx'
import { Link } from '../../base/router/router.tsx'
import { keyGroupsOf } from '../palette/KeySheet.tsx'
import { FindButton } from './FindButton.tsx'

const palette = () => screen.findByRole('combobox', { name: 'Find anything' })

test('Ctrl+K and Cmd+K open the palette, also from a field; Escape gives the focus back', async () => {
  const user = userEvent.setup()
  renderPage(
    <>
      <input aria-label="Name" />
      <FindButton />
    </>,
  )
  const field = screen.getByRole('textbox', { name: 'Name' })
  for (const modifier of ['Control', 'Meta']) {
    await user.click(field)
    await user.keyboard(`{${modifier}>}k{/${modifier}}`)
    expect(await palette()).toHaveFocus()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(field).toHaveFocus()
  }
  await user.keyboard('k?/')
  expect(field).toHaveValue('k?/')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the question mark shows all keys, and the palette leads there, too', async () => {
  const user = userEvent.setup()
  renderPage(<FindButton />)
  await user.keyboard('?')
  const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const { where, keys } of keyGroupsOf('admin')) {
    expect(sheet).toHaveTextContent(where)
    for (const { what } of keys) expect(sheet).toHaveTextContent(what)
  }
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Find anything' }))
  await user.type(await palette(), 'keyboard{Enter}')
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})

test('the first keys of a page are those of the page, and not what follows a g', () => {
  const { container } = renderPage(<FindButton />)
  const press = (key: string) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    Object.defineProperty(event, 'timeStamp', { value: 400 })
    return container.dispatchEvent(event)
  }
  expect(press('j')).toBe(true)
  expect([press('g'), press('p')]).toEqual([true, false])
})

test('an order or a customer that is left is a recent record; what never loaded is not', async () => {
  const user = userEvent.setup()
  const id = '01900000-0000-7000-8000-00000000000a'
  document.title = 'Anita Hegde · Our Print'
  const customer = renderPage(
    <>
      <FindButton />
      <Link to="/users">Users</Link>
    </>,
    [],
    { path: `/user/${id}` },
  )
  await user.click(screen.getByRole('link', { name: 'Users' }))
  await waitFor(() => expect(JSON.stringify(localStorage)).toContain('Anita Hegde'))
  customer.unmount()
  document.title = 'Order · Our Print'
  renderPage(<FindButton />, [], { path: `/order/${id}` }).unmount()
  renderPage(<FindButton />)
  await user.click(screen.getByRole('button', { name: 'Find anything' }))
  await palette()
  expect(screen.getByRole('group', { name: 'Recent' })).toHaveTextContent(/^RecentAnita HegdeCustomer$/)
})
