import {
  type CustomerMerge,
  listCustomerMerges,
  mergeCustomers,
  previewMerge,
  undoCustomerMerge,
} from '@our-print/contract/people/customerMerges.ts'
import { listUsers, type User } from '@our-print/contract/people/customers.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { answer, page, refuse, renderPage } from '../../../test/renderPage.tsx'
import { anita } from '../../../test/user.ts'
import MergeDialog from './MergeDialog.tsx'
import { MergedCustomers } from './MergedCustomers.tsx'

const ravi: User = {
  ...anita,
  id: '01900000-0000-7000-8000-0000000000b2',
  first_name: 'Ravi',
  last_name: 'Rao',
  mobile: '+919000000777',
  notes: 'Old list',
}
const merge: CustomerMerge = {
  id: '01900000-0000-7000-8000-0000000000b3',
  kept: anita.id,
  kept_name: 'Anita Hegde',
  merged: ravi.id,
  merged_name: 'Ravi Rao',
  merged_mobile: ravi.mobile,
  merged_email: null,
  moved: { orders: 2, plans: 1 },
  at: '2099-01-01T00:00:00Z',
  by: 'Asha Rao',
  undo_until: '2099-01-31T00:00:00Z',
  undone_at: null,
  can_undo: true,
}
const previewed = answer(previewMerge, ({ url }) =>
  url.pathname.includes(anita.id)
    ? { kept: anita, other: ravi, moves: { orders: 2, plans: 1 } }
    : { kept: ravi, other: anita, moves: { orders: 3 } },
)

async function choose(user: ReturnType<typeof userEvent.setup>) {
  const form = within(await screen.findByRole('dialog'))
  await user.type(form.getByLabelText('Same person as'), 'ravi')
  await user.click(await screen.findByRole('option', { name: /Ravi Rao/ }))
  return form
}

test('both customers stand side by side, either can stay, and the merge can be undone', async () => {
  const user = userEvent.setup()
  const onClose = vi.fn()
  const { calls } = renderPage(<MergeDialog user={anita} onClose={onClose} />, [
    answer(listUsers, page([anita, ravi])),
    previewed,
    answer(mergeCustomers, merge),
    answer(undoCustomerMerge, { ...merge, stayed: { new_orders: 1, changed: 0 } }),
  ])
  const form = await choose(user)
  await form.findByText(/2 orders, 1 plan will move to Anita Hegde/)
  form.getByRole('columnheader', { name: 'Stays: Anita Hegde' })
  form.getByText('Old list')
  await user.click(form.getByRole('button', { name: 'Keep Ravi Rao instead' }))
  await form.findByText(/3 orders will move to Ravi Rao/)
  await user.click(form.getByRole('button', { name: 'Keep Anita Hegde instead' }))
  await user.click(form.getByRole('button', { name: 'Merge' }))
  await screen.findByText('Ravi Rao merged into Anita Hegde')
  expect(onClose).toHaveBeenCalled()
  const sent = calls.find(({ method }) => method === 'POST')
  expect([sent?.url.pathname, sent?.body]).toEqual([`/api/users/${anita.id}/merge/`, { other: ravi.id }])
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('Ravi Rao is back')
  screen.getByText(/1 order taken in since/)
})

test('a refused merge says why', async () => {
  const user = userEvent.setup()
  renderPage(<MergeDialog user={anita} onClose={() => {}} />, [
    answer(listUsers, page([ravi])),
    previewed,
    refuse(mergeCustomers, 422, { message: 'There is no such customer' }),
  ])
  const form = await choose(user)
  await form.findByText(/will move/)
  await user.click(form.getByRole('button', { name: 'Merge' }))
  await form.findByText('There is no such customer')
})

test('who was merged is on the page of the kept customer, with the way back', async () => {
  const user = userEvent.setup()
  let undone_at: string | null = null
  const { calls } = renderPage(<MergedCustomers kept={anita.id} />, [
    answer(listCustomerMerges, () => page([{ ...merge, undone_at }])),
    answer(undoCustomerMerge, () => {
      undone_at = '2099-01-02T00:00:00Z'
      return { ...merge, undone_at, stayed: { new_orders: 0, changed: 0 } }
    }),
  ])
  await user.click(await screen.findByRole('button', { name: 'Undo the merge with Ravi Rao' }))
  const question = within(await screen.findByRole('dialog'))
  await user.click(question.getByRole('button', { name: 'Undo merge' }))
  await screen.findByText('Ravi Rao is back')
  expect(screen.queryByText('Merged')).toBeNull()
  expect(calls.some(({ url }) => url.pathname === `/api/customer-merges/${merge.id}/undo/`)).toBe(true)
})

test('who sees no prices sees who was merged, without a way back that would be refused', async () => {
  const rows = answer(listCustomerMerges, () => page([merge]))
  renderPage(<MergedCustomers kept={anita.id} />, [rows], { abilities: ['customers'] })
  await screen.findByText('Ravi Rao')
  expect(screen.queryByRole('button')).toBeNull()
})
