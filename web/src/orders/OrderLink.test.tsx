import {
  createOrderLink,
  getOrderLink,
  type OrderLink as Link,
  revokeOrderLink,
} from '@our-print/contract/customer/orderPage.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, renderPage } from '../../test/renderPage.tsx'
import OrderLink from './OrderLink.tsx'

const id = '01900000-0000-7000-8000-000000000031'
const none: Link = {
  state: 'none',
  url: null,
  created_at: null,
  revoked_at: null,
  ends_at: null,
  pickup_code: '048213',
}
const open: Link = {
  ...none,
  state: 'open',
  url: 'http://print.test/o/AbC',
  created_at: '2026-11-24T10:00:00Z',
}

const show = (link: Link, answers: Parameters<typeof renderPage>[1] = []) =>
  renderPage(<OrderLink order={id} />, [answer(getOrderLink, link), ...answers], { role: 'admin' })

test('a link is made by one tap; the pick-up code is there to compare', async () => {
  const user = userEvent.setup()
  const { calls } = show(none, [answer(createOrderLink, open)])
  expect(await screen.findByText('048213')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Make a link' }))
  expect(await screen.findByText('Link made')).toBeVisible()
  expect(calls.flatMap(({ method, body }) => (method === 'POST' ? [body] : []))).toEqual([{ renew: false }])
})

test('a link that is there is renewed after a question', async () => {
  const user = userEvent.setup()
  const { calls } = show(open, [answer(createOrderLink, open)])
  await user.click(await screen.findByRole('button', { name: 'Renew' }))
  const question = within(await screen.findByRole('dialog', { name: 'Renew the link?' }))
  await user.click(question.getByRole('button', { name: 'Renew' }))
  await waitFor(() => expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ renew: true }))
})

test('a link is copied, and revoked after a question', async () => {
  const user = userEvent.setup()
  const { calls } = show(open, [answer(revokeOrderLink, null)])
  await user.click(await screen.findByRole('button', { name: 'Copy the customer’s link' }))
  expect(await navigator.clipboard.readText()).toBe(open.url)
  await user.click(screen.getByRole('button', { name: 'Revoke' }))
  expect(calls.some(({ method }) => method === 'DELETE')).toBe(false)
  const question = within(await screen.findByRole('dialog', { name: 'Revoke the link?' }))
  await user.click(question.getByRole('button', { name: 'Revoke' }))
  await waitFor(() => expect(calls.some(({ method }) => method === 'DELETE')).toBe(true))
})
