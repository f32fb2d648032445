import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { version } from '../../../package.json'
import { renderPage } from '../../../test/renderPage.tsx'
import { choicesPrefix } from '../../base/live/choices.ts'
import { addNewOrder, seeOrders } from '../../base/live/newOrders.ts'
import { preferencesPrefix } from '../../base/page/devicePreferences.ts'
import SettingsMenu from './SettingsMenu.tsx'

const notices: string[] = []

class NoticeStub extends EventTarget {
  static permission = 'default'
  static requestPermission = vi.fn(async () => (NoticeStub.permission = 'granted'))
  constructor(_title: string, { body }: { body: string }) {
    super()
    notices.push(body)
  }
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
  seeOrders()
})

const open = () =>
  renderPage(<SettingsMenu anchor={document.body} onClose={() => {}} />, [], { role: 'staff' })
const item = (name: string) => screen.findByRole('menuitemcheckbox', { name })

test('a notice on the desktop is off at first, and permission is asked for with the click', async () => {
  vi.stubGlobal('Notification', NoticeStub)
  vi.spyOn(document, 'hasFocus').mockReturnValue(false)
  open()
  expect(await item('Play a sound')).toHaveAttribute('aria-checked', 'false')
  expect(await item('Notice on the desktop')).toHaveAttribute('aria-checked', 'false')
  addNewOrder('a')
  expect([notices.length, NoticeStub.requestPermission.mock.calls.length]).toEqual([0, 0])
  await userEvent.click(await item('Notice on the desktop'))
  await waitFor(async () =>
    expect(await item('Notice on the desktop')).toHaveAttribute('aria-checked', 'true'),
  )
  addNewOrder('b')
  expect(notices).toEqual(['2 new orders have come in.'])
  await userEvent.click(await item('Notice on the desktop'))
  addNewOrder('c')
  expect(notices).toHaveLength(1)
})

test('a browser that does not allow notices leaves them off', async () => {
  NoticeStub.requestPermission.mockResolvedValueOnce('denied')
  vi.stubGlobal('Notification', NoticeStub)
  open()
  await userEvent.click(await item('Notice on the desktop'))
  expect(await item('Notice on the desktop')).toHaveAttribute('aria-checked', 'false')
})

test('they stay on the device when the person signs out', () => {
  expect(choicesPrefix.startsWith(preferencesPrefix)).toBe(true)
})

test('the menu says the version of the program', async () => {
  open()
  expect(await screen.findByText(`Our Print ${version}`)).toBeVisible()
})

test.each([
  ['/webhooks', 'Webhooks'],
  ['/webhook/7', 'Webhooks'],
  ['/invoice_settings', 'Configuration'],
  ['/message_templates', 'Messages'],
])('the entry where %s belongs is marked', async (path, name) => {
  renderPage(<SettingsMenu anchor={document.body} onClose={() => {}} />, [], { role: 'admin', path })
  expect(await screen.findByRole('menuitem', { name })).toHaveAttribute('aria-current', 'true')
  expect(screen.getAllByRole('menuitem', { current: true })).toHaveLength(1)
})
