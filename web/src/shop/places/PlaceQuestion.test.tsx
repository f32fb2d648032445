import { answerPlace } from '@our-print/contract/shop/places.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, refuse, renderPage } from '../../../test/renderPage.tsx'
import PlaceQuestion from './PlaceQuestion.tsx'

const question = { here: '/srv/copy on desk', before: '/srv/shop on desk' }

async function say(choice: string, answers: Parameters<typeof renderPage>[1]) {
  const user = userEvent.setup()
  const { calls } = renderPage(<PlaceQuestion question={question} />, answers)
  expect(screen.getByRole('alert')).toHaveTextContent('Nothing is printed and no webhook is called')
  expect(screen.getByRole('alert')).toHaveTextContent('/srv/copy on desk')
  await user.click(screen.getByRole('button', { name: choice }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: choice }))
  await waitFor(() => expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1))
  return calls.find(({ method }) => method === 'POST')?.body
}

test.each([
  ['The shop moved here', 'shop'],
  ['This is a copy', 'copy'],
])('%s is sent after a confirmation that says what it does', async (choice, meaning) => {
  expect(await say(choice, [answer(answerPlace, { stopped: [] })])).toEqual({ meaning })
})

test('a refusal is shown where it was asked', async () => {
  const message = 'Nobody asks any more: somebody has said it.'
  await say('This is a copy', [refuse(answerPlace, 409, { message })])
  expect(await screen.findByText(message)).toBeVisible()
})
