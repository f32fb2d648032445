import {
  getMessageChoice,
  type MessageChoice,
  updateMessageChoice,
} from '@our-print/contract/customer/messageChoice.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, renderPage } from '../../../test/renderPage.tsx'
import CustomerMessages from './CustomerMessages.tsx'

const choice: MessageChoice = {
  user: '01900000-0000-7000-8000-0000000000a2',
  channel: null,
  language: null,
  consent: false,
  off: [],
  version: 3,
}

test('a clerk says in which language a customer is told, or leaves it to the shop', async () => {
  const { calls } = renderPage(<CustomerMessages user={choice.user} />, [
    answer(getMessageChoice, choice),
    answer(updateMessageChoice, { ...choice, language: 'hi', version: 4 }),
  ])
  const field = await screen.findByRole('combobox', { name: 'Language' })
  expect(field).toHaveDisplayValue('The shop’s language')
  expect(
    within(field)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['The shop’s language', 'English', 'हिन्दी', 'العربية'])
  await userEvent.selectOptions(field, 'हिन्दी')
  expect(await screen.findByText('Saved the language of messages')).toBeVisible()
  expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ language: 'hi', version: 3 })
})
