import {
  listMessageChannels,
  type MessageChannelSetup,
} from '@our-print/contract/customer/messageChannels.ts'
import type { MessageChannel } from '@our-print/contract/customer/messageFacts.ts'
import { listMessageTemplates, type MessageTemplate } from '@our-print/contract/customer/messageTemplates.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, page, refuse, renderPage } from '../../../test/renderPage.tsx'
import { IntakeCodes } from './IntakeCodes.tsx'

const channelsWith = (...active: MessageChannel[]) =>
  answer(
    listMessageChannels,
    page(
      (['email', 'sms', 'whatsapp'] as const).map(
        (channel, at): MessageChannelSetup => ({
          id: `01900000-0000-7000-8000-00000000000${at}`,
          channel,
          is_active: active.includes(channel),
          email: null,
          provider: null,
          has_secret: false,
          has_dkim_key: false,
          quiet_from: null,
          quiet_until: null,
          off_reason: null,
          sender_field: 'From',
          text_field: 'Body',
          version: 1,
        }),
      ),
    ),
  )
const template = (is_on: boolean) =>
  answer(
    listMessageTemplates,
    page<MessageTemplate>([
      {
        id: '01900000-0000-7000-8000-000000000009',
        fact: 'order_code',
        language: 'en',
        is_on,
        subject: '{code}',
        body: '{code}',
        short: '{code}',
        version: 1,
      },
    ]),
  )

test.each([
  [['email', 'sms'], true, /code by SMS/],
  [['whatsapp', 'email'], true, /code by WhatsApp/],
  [['email'], true, /code by email, so they must give one/],
  [[], true, /no channel of messages is on/],
  [['sms'], false, /template “Code of a request” is off/],
] as const)('with %j on, and the template %s, it says what visitors do', async (active, isOn, words) => {
  renderPage(<IntakeCodes />, [channelsWith(...active), template(isOn)])
  expect(await screen.findByText(words)).toBeDefined()
})

test('says what could not be loaded', async () => {
  renderPage(<IntakeCodes />, [refuse(listMessageChannels, 500, { message: 'Broken' }), template(true)])
  expect(await screen.findByRole('button', { name: 'Retry' })).toBeDefined()
})
