import {
  type Approval,
  type ApprovalRule,
  approve,
  getApproval,
  getApprovalRule,
  listApprovals,
  refuse as refuseApproval,
  updateApprovalRule,
} from '@our-print/contract/money/approvals.ts'
import { createApiKey } from '@our-print/contract/people/apiKeys.ts'
import { createCoinEntry } from '@our-print/contract/rewards/coins.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { answer, page, refuse, renderPage } from '../../../test/renderPage.tsx'
import { anita } from '../../../test/user.ts'
import { toast } from '../../base/feedback/toast.ts'
import NewApiKeyDialog from '../../people/apiKeys/NewApiKeyDialog.tsx'
import ChangeCoinsDialog from '../../rewards/coins/ChangeCoinsDialog.tsx'
import { ApprovalPage } from './ApprovalPage.tsx'
import { ApprovalsPage } from './ApprovalsPage.tsx'
import { TwoPeople } from './TwoPeople.tsx'

const waiting: Approval = {
  id: '01900000-0000-7000-8000-0000000000a1',
  number: 7,
  act: 'coins',
  summary: 'Grant 500 coins to Kavya Iyer: Goodwill',
  changes: [{ what: 'Coins of Kavya Iyer', before: '20', after: '520' }],
  asked_by: '01900000-0000-7000-8000-0000000000b1',
  asked_by_name: 'Asha Rao',
  asked_at: '2026-11-20T10:00:00Z',
  status: 'waiting',
  expires_at: '2026-11-27T10:00:00Z',
  decided_by: null,
  decided_by_name: null,
  decided_at: null,
  reason: '',
  failure: null,
  is_own: false,
  is_stale: false,
}
const show = (approval: Approval, answers: Parameters<typeof renderPage>[1] = []) =>
  renderPage(<ApprovalPage />, [answer(getApproval, approval), ...answers], {
    path: `/approval/${approval.id}`,
    route: '/approval/:id',
  })
const button = (name: string) => screen.findByRole('button', { name })

test('what would change is shown, and approved with one more tap', async () => {
  const done: Approval = {
    ...waiting,
    status: 'approved',
    decided_by_name: 'Nina Joshi',
    decided_at: waiting.asked_at,
  }
  const { calls } = show(waiting, [answer(approve, done)])
  const row = (await screen.findByText('Coins of Kavya Iyer')).closest('tr') as HTMLElement
  expect(within(row).getByText('520')).toBeVisible()
  const success = vi.spyOn(toast, 'success')
  await userEvent.click(await button('Approve'))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Approve' }))
  await waitFor(() => expect(success).toHaveBeenCalledWith('Approved and done'))
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ reason: '' })
  success.mockRestore()
})

test('a refusal needs a reason', async () => {
  const { calls } = show(waiting, [answer(refuseApproval, { ...waiting, status: 'refused' })])
  await userEvent.click(await button('Refuse'))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Refuse' }))
  expect(await screen.findByText('This field is Required')).toBeVisible()
  await userEvent.type(within(dialog).getByLabelText('Reason'), 'Too much')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Refuse' }))
  await waitFor(() =>
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ reason: 'Too much' }),
  )
})

test('nobody approves their own, that of whose password they set, or what is no longer as shown', async () => {
  const { unmount } = show({ ...waiting, is_own: true })
  expect(await button('Withdraw')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
  unmount()
  const { unmount: leave } = show({ ...waiting, knows_password: true })
  expect(await button('Refuse')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
  expect(screen.getByText(/You set the password/)).toBeVisible()
  leave()
  show({ ...waiting, is_stale: true })
  expect(await button('Approve')).toBeDisabled()
  expect(screen.getByText(/has changed since/)).toBeVisible()
})

test('one that failed says why, and an unknown one leads to the list', async () => {
  const { unmount } = show({
    ...waiting,
    status: 'failed',
    failure: 'Too few coins',
    decided_by_name: 'Nina Joshi',
    decided_at: waiting.asked_at,
  })
  expect(await screen.findByText(/Too few coins/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
  unmount()
  renderPage(<ApprovalPage />, [refuse(getApproval, 404, { message: 'Approval not found' })], {
    path: `/approval/${waiting.id}`,
    route: '/approval/:id',
  })
  expect(await screen.findByText('Approval not found')).toBeVisible()
})

test('the list names what waits, and says what it is for while it is empty', async () => {
  const { unmount } = renderPage(<ApprovalsPage />, [answer(listApprovals, page([waiting]))], {
    path: '/approvals',
  })
  expect(await screen.findByText(waiting.summary)).toBeVisible()
  unmount()
  renderPage(<ApprovalsPage />, [answer(listApprovals, page<Approval>([]))], { path: '/approvals' })
  expect(await screen.findByText(/Acts that need two people wait here/)).toBeVisible()
})

test('an act that waits is told as waiting, not as done', async () => {
  const onClose = vi.fn()
  const success = vi.spyOn(toast, 'success')
  renderPage(<ChangeCoinsDialog user={anita} onClose={onClose} />, [
    { ...answer(createCoinEntry, {} as never), reply: async () => Response.json(waiting, { status: 202 }) },
  ])
  await userEvent.type(await screen.findByLabelText('Coins'), '500')
  await userEvent.type(screen.getByLabelText('Reason'), 'Goodwill')
  await userEvent.click(await button('Grant'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(success.mock.calls).toEqual([['Waiting for a second person', { detail: waiting.summary }]])
  success.mockRestore()
})

test('a key that waits is shown this once', async () => {
  renderPage(<NewApiKeyDialog onClose={() => {}} />, [
    {
      ...answer(createApiKey, {} as never),
      reply: async () => Response.json({ ...waiting, act: 'api_keys', key: 'opk_secret' }, { status: 202 }),
    },
  ])
  await userEvent.type(await screen.findByLabelText('Name'), 'Website')
  await userEvent.click(screen.getByRole('checkbox', { name: /Send leads/ }))
  await userEvent.click(await button('Create'))
  expect(await screen.findByText('opk_secret')).toBeVisible()
  expect(screen.getByText(/once a second person has approved it/)).toBeVisible()
})

const rule: ApprovalRule = {
  limits: {
    coins: 100,
    claims: null,
    vouchers: null,
    refunds: 500,
    differences: null,
    days: null,
    api_keys: 0,
  },
  super_admins: 2,
  version: 1,
}

test('the rule is said in words, and changed in a dialog', async () => {
  const { calls } = renderPage(<TwoPeople />, [
    answer(getApprovalRule, rule),
    answer(updateApprovalRule, rule),
  ])
  expect(await screen.findByText('Two people above ₹500.00')).toBeVisible()
  await userEvent.click(await button('Change'))
  const dialog = await screen.findByRole('dialog')
  await userEvent.clear(within(dialog).getByLabelText(/Coins granted by hand/))
  await userEvent.click(
    within(within(dialog).getByRole('group', { name: /Referral claims/ })).getByLabelText('Two people'),
  )
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({
      limits: { ...rule.limits, coins: null, claims: 0 },
      version: 1,
    }),
  )
})

test('with one super admin it cannot be switched on', async () => {
  renderPage(<TwoPeople />, [answer(getApprovalRule, { ...rule, super_admins: 1 })])
  expect(await screen.findByText(/This shop has one active super admin/)).toBeVisible()
  expect(await button('Change')).toBeDisabled()
})
