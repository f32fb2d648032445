import {
  endOtherSessions,
  endSession,
  listSessions,
  type Session,
} from '@our-print/contract/people/sessions.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, hang, refuse, renderPage } from '../../../test/renderPage.tsx'
import { SessionsPage } from './SessionsPage.tsx'

const here: Session = {
  id: '01900000-0000-7000-8000-0000000000e1',
  device: 'Chrome on Windows',
  address: '203.0.113.7',
  created_at: '2026-09-18T10:00:00Z',
  used_at: new Date().toISOString(),
  is_current: true,
}
const phone: Session = {
  ...here,
  id: '01900000-0000-7000-8000-0000000000e2',
  device: 'Safari on an iPhone',
  used_at: new Date(Date.now() - 5 * 3_600_000).toISOString(),
  is_current: false,
}
const old: Session = { ...phone, id: '01900000-0000-7000-8000-0000000000e3', device: null, address: null }

test('each session says device, address and when; this one is marked and cannot be ended here', async () => {
  renderPage(<SessionsPage />, [answer(listSessions, [here, phone, old])])
  const [first, second, third] = within(await screen.findByRole('list', { name: 'Sessions' })).getAllByRole(
    'listitem',
  )
  expect(first).toHaveTextContent(
    /Chrome on Windows.*This one.*203\.0\.113\.7, since 18th Sep 2026.*just now/,
  )
  expect(first && within(first).queryByRole('button')).toBeNull()
  expect(second).toHaveTextContent(/Safari on an iPhone.*used 5 h ago/)
  expect(third).toHaveTextContent(/Unknown device.*Unknown address/)
})

test('one is ended, or all others after a question', async () => {
  const user = userEvent.setup()
  let sessions = [here, phone, old]
  const { calls } = renderPage(<SessionsPage />, [
    answer(listSessions, () => sessions),
    answer(endSession, null),
    answer(endOtherSessions, null),
  ])
  const button = await screen.findByRole('button', { name: 'End the session of Safari on an iPhone' })
  sessions = [here, old]
  await user.click(button)
  expect(await screen.findByText('Safari on an iPhone is signed out')).toBeVisible()
  await waitFor(() => expect(screen.queryByText('Safari on an iPhone')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'End all others' }))
  const question = within(await screen.findByRole('dialog', { name: 'End all other sessions?' }))
  sessions = [here]
  await user.click(question.getByRole('button', { name: 'End all others' }))
  expect(await screen.findByText('You are signed in only here.')).toBeVisible()
  const paths = calls.filter(({ method }) => method === 'DELETE').map(({ url }) => url.pathname)
  expect(paths).toEqual([`/api/sessions/${phone.id}/`, '/api/sessions/'])
})

test('it is loading or failed, and a session that has just ended is no error', async () => {
  const user = userEvent.setup()
  const loading = renderPage(<SessionsPage />, [hang(listSessions)])
  expect(await screen.findByText('Loading...')).toBeVisible()
  loading.unmount()
  const failed = renderPage(<SessionsPage />, [refuse(listSessions, 503, { message: 'The shop is busy' })])
  expect(await screen.findByText(/The shop is busy/)).toBeVisible()
  failed.unmount()
  let sessions = [here, phone]
  renderPage(<SessionsPage />, [
    answer(listSessions, () => sessions),
    refuse(endSession, 404, { message: 'Session not found' }),
  ])
  const button = await screen.findByRole('button', { name: /End the session/ })
  sessions = [here]
  await user.click(button)
  await waitFor(() => expect(screen.queryByText('Safari on an iPhone')).toBeNull())
})
