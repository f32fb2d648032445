import { createMessage, listMessages, type Message } from '@our-print/contract/customer/messages.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, page, refuse, renderPage } from '../../../test/renderPage.tsx'
import OrderMessages from './OrderMessages.tsx'

const message: Message = {
  id: '01900000-0000-7000-8000-0000000000a1',
  fact: 'order_taken',
  channel: 'sms',
  state: 'sent',
  user: '01900000-0000-7000-8000-0000000000a2',
  user_name: 'Meena Iyer',
  order: '01900000-0000-7000-8000-0000000000a3',
  order_number: 1042,
  address: '+919876500000',
  subject: null,
  text: 'We have your order',
  attempts: 1,
  next_try_at: null,
  sent_at: '2026-11-28T05:00:00Z',
  said: null,
  again: 0,
  created_at: '2026-11-28T05:00:00Z',
}
const show = (answers: Parameters<typeof renderPage>[1], canAsk = true) =>
  renderPage(<OrderMessages order={message.order ?? ''} canAsk={canAsk} />, answers)

async function ask() {
  await userEvent.click(await screen.findByRole('button', { name: 'Ask about the files' }))
  const question = within(await screen.findByRole('dialog', { name: 'Ask the customer about the files?' }))
  await userEvent.click(question.getByRole('button', { name: 'Ask' }))
}

test('the customer of an order is asked about its files, after a question', async () => {
  const { calls } = show([
    answer(listMessages, page([message])),
    answer(createMessage, { ...message, fact: 'needs_answer', state: 'queued' }),
  ])
  await ask()
  expect(await screen.findByText('The customer is asked by SMS')).toBeVisible()
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
    fact: 'needs_answer',
    order: message.order,
  })
})

test('says why nobody is asked', async () => {
  const why = 'It is not sent: This was no longer true.'
  show([
    answer(listMessages, page([message])),
    refuse(createMessage, 409, { code: 'not_true', message: why }),
  ])
  await ask()
  expect(await screen.findByText(why)).toBeVisible()
})

test('is not there once printing began, nor in a shop that tells nobody', async () => {
  const { unmount } = show([answer(listMessages, page([message]))], false)
  expect(await screen.findByText('Order taken')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Ask about the files' })).toBeNull()
  unmount()
  const { calls } = show([answer(listMessages, page<Message>([]))])
  await expect.poll(() => calls.length).toBe(1)
  await expect.poll(() => screen.queryByText('Messages')).toBeNull()
})
