import {
  createInboundAddress,
  getInboundAddress,
  revokeInboundAddress,
} from '@our-print/contract/customer/inboundAddress.ts'
import type { MessageChannelSetup } from '@our-print/contract/customer/messageChannels.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, refuse, renderPage } from '../../../test/renderPage.tsx'
import { InboundAddress } from './InboundAddress.tsx'

const setup: MessageChannelSetup = {
  id: '01900000-0000-7000-8000-000000000001',
  channel: 'sms',
  is_active: true,
  email: null,
  provider: null,
  has_secret: true,
  has_dkim_key: false,
  quiet_from: null,
  quiet_until: null,
  off_reason: null,
  sender_field: 'msisdn',
  text_field: 'text',
  version: 3,
}
const none = { state: 'none', url: null, created_at: null } as const
const open = {
  state: 'open',
  url: 'http://print.test/inbound/abc',
  created_at: '2026-11-24T10:00:00Z',
} as const

test('makes an address, shows it with the fields, and revokes it after a question', async () => {
  const { calls } = renderPage(<InboundAddress setup={setup} />, [
    answer(getInboundAddress, open),
    answer(createInboundAddress, open),
    answer(revokeInboundAddress, null),
  ])
  const user = userEvent.setup()
  expect(await screen.findByText(open.url)).toBeDefined()
  expect(screen.getByText(/number as msisdn and the text as text\. STOP/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Revoke the address for SMS' }))
  expect(calls.some(({ method }) => method === 'DELETE')).toBe(false)
  await user.click(await screen.findByRole('button', { name: 'Revoke' }))
  await waitFor(() => expect(calls.some(({ method }) => method === 'DELETE')).toBe(true))
})

test('without one it is made at once, with no question', async () => {
  const { calls } = renderPage(<InboundAddress setup={setup} />, [
    answer(getInboundAddress, none),
    answer(createInboundAddress, open),
  ])
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Make the address for SMS' }))
  await waitFor(() => expect(calls.some(({ method }) => method === 'POST')).toBe(true))
  expect(screen.queryByRole('button', { name: /Revoke/ })).toBeNull()
})

test('says when it could not be loaded', async () => {
  renderPage(<InboundAddress setup={setup} />, [refuse(getInboundAddress, 500, { message: 'Broken' })])
  expect(await screen.findByRole('button', { name: 'Retry' })).toBeDefined()
})
