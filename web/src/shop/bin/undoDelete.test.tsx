import { deleteLead, getLead, listLeads } from '@our-print/contract/people/leads.ts'
import { listStaff } from '@our-print/contract/people/staff.ts'
import { deleteClients, listClients } from '@our-print/contract/rewards/clients.ts'
import { deleteCoupon, listCoupons } from '@our-print/contract/rewards/coupons.ts'
import { deletePlan, listPlans } from '@our-print/contract/rewards/plans.ts'
import { deleteQrCodes, listQrCodes } from '@our-print/contract/rewards/qrCodes.ts'
import { listSoldVouchers } from '@our-print/contract/rewards/soldVouchers.ts'
import { deleteVouchers, listVouchers } from '@our-print/contract/rewards/vouchers.ts'
import { restoreBinEntries } from '@our-print/contract/shop/bin.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { expect, test } from 'vitest'
import { client } from '../../../test/client.ts'
import { coupon } from '../../../test/coupon.ts'
import { lead } from '../../../test/lead.ts'
import { plan } from '../../../test/plan.ts'
import { qrCode } from '../../../test/qrCode.ts'
import { answer, refuse, renderPage } from '../../../test/renderPage.tsx'
import { voucher } from '../../../test/voucher.ts'
import { LeadsPage } from '../../people/leads/LeadsPage.tsx'
import { ClientsPage } from '../../rewards/clients/ClientsPage.tsx'
import { CouponsPage } from '../../rewards/coupons/CouponsPage.tsx'
import { SubscriptionsPage } from '../../rewards/plans/SubscriptionsPage.tsx'
import { QrCodesPage } from '../../rewards/qrCodes/QrCodesPage.tsx'
import { VouchersPage } from '../../rewards/vouchers/VouchersPage.tsx'

type Answers = NonNullable<Parameters<typeof renderPage>[1]>

const page = <T,>(...results: T[]) => ({ count: results.length, next: null, previous: null, results })

/** Deletes the selected row of a table with a bar. */
async function deleteSelected(user: UserEvent) {
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await confirm(user, 'Delete')
}

const confirm = async (user: UserEvent, name: string) =>
  user.click(
    within(await screen.findByRole('dialog', { name: /Delete|delete/ })).getByRole('button', { name }),
  )

async function fromMenu(user: UserEvent, record: string, yes: string) {
  await user.click(await screen.findByRole('button', { name: `More actions for ${record}` }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await confirm(user, yes)
}

type Case = {
  screen: ReactElement
  path: string
  id: string
  answers: (isThere: () => boolean) => Answers
  remove: (user: UserEvent) => Promise<void>
  message: string
  undone: string
}

/** A list that has the record while it is not deleted. */
const cases: Record<string, Case> = {
  company: {
    screen: <ClientsPage />,
    path: '/client_companies',
    id: client.id,
    answers: (isThere) => [
      answer(listClients, () => (isThere() ? page(client) : page())),
      answer(deleteClients, null),
    ],
    remove: deleteSelected,
    message: 'Chai Point deleted',
    undone: 'Chai Point is back',
  },
  voucher: {
    screen: <VouchersPage />,
    path: '/vouchers',
    id: voucher.id,
    answers: (isThere) => [
      answer(listVouchers, () => (isThere() ? page(voucher) : page())),
      answer(listSoldVouchers, page()),
      answer(listClients, page(client)),
      answer(deleteVouchers, null),
    ],
    remove: deleteSelected,
    message: `${voucher.voucher_code} deleted`,
    undone: `${voucher.voucher_code} is back`,
  },
  'QR code': {
    screen: <QrCodesPage />,
    path: '/qr_codes',
    id: qrCode.id,
    answers: (isThere) => [
      answer(listQrCodes, () => (isThere() ? page(qrCode) : page())),
      answer(listClients, page()),
      answer(deleteQrCodes, null),
    ],
    remove: deleteSelected,
    message: `QR code ${qrCode.code} deleted`,
    undone: `QR code ${qrCode.code} is back`,
  },
  coupon: {
    screen: <CouponsPage />,
    path: '/coupons',
    id: coupon.id,
    answers: (isThere) => [
      answer(listCoupons, () => (isThere() ? [coupon] : [])),
      answer(deleteCoupon, null),
    ],
    remove: (user) => fromMenu(user, coupon.code, 'Yes, Delete'),
    message: 'Coupon Deleted',
    undone: `${coupon.code} is back`,
  },
  plan: {
    screen: <SubscriptionsPage />,
    path: '/subscriptions',
    id: plan.id,
    answers: (isThere) => [
      answer(listPlans, () => (isThere() ? page(plan) : page())),
      answer(deletePlan, null),
    ],
    remove: (user) => fromMenu(user, plan.name, 'Delete'),
    message: `${plan.name} deleted`,
    undone: `${plan.name} is back`,
  },
  lead: {
    screen: <LeadsPage />,
    path: `/leads?lead=${lead.id}`,
    id: lead.id,
    answers: (isThere) => [
      answer(listLeads, () => (isThere() ? page(lead) : page())),
      answer(getLead, lead),
      answer(listStaff, page()),
      answer(deleteLead, null),
    ],
    remove: async (user) => {
      const panel = within(await screen.findByRole('dialog', { name: lead.name }))
      await user.click(await panel.findByRole('button', { name: 'Delete' }))
      const question = await screen.findByRole('dialog', { name: `Delete ${lead.name}?` })
      await user.click(within(question).getByRole('button', { name: 'Delete' }))
    },
    message: `${lead.name} deleted`,
    undone: `${lead.name} is back`,
  },
}

test.each(Object.entries(cases))('a deleted %s comes back by Undo, with the keyboard', async (_, one) => {
  const user = userEvent.setup()
  let isThere = true
  const { calls } = renderPage(
    one.screen,
    [
      ...one.answers(() => isThere),
      answer(restoreBinEntries, () => {
        isThere = true
        return { restored: 1 }
      }),
    ],
    { path: one.path, route: one.path.replace(/\?.*/, '') },
  )
  await one.remove(user)
  isThere = false
  expect(await screen.findByText(one.message)).toBeVisible()
  const toast = screen.getByText(one.message).closest('[role=status]')
  // Hidden from the accessibility tree until the dialog is closed.
  const undo = await within(toast as HTMLElement).findByRole('button', { name: 'Undo' })
  act(() => undo.focus())
  await user.keyboard('{Enter}')
  expect(await screen.findByText(one.undone)).toBeVisible()
  const restores = calls.filter(({ url }) => url.pathname === restoreBinEntries.url)
  expect(restores.map(({ body }) => body)).toEqual([{ ids: [one.id] }])
  // The list is read again after the restore.
  const list = one.answers(() => true)[0]
  await waitFor(() => expect(calls.at(-1)?.url.pathname).toMatch(list?.pattern ?? /^$/))
})

const deleteCompany = async (user: UserEvent, answers: Answers) => {
  const { company } = cases as { company: Case }
  renderPage(company.screen, [...company.answers(() => true), ...answers], {
    path: company.path,
    route: company.path,
  })
  await company.remove(user)
  return screen.findByText(company.message)
}

test('a refused Undo says why', async () => {
  const user = userEvent.setup()
  await deleteCompany(user, [refuse(restoreBinEntries, 404, { message: 'Deleted record not found' })])
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('It could not be restored.')).toBeVisible()
  expect(screen.getByText('Deleted record not found')).toBeVisible()
})
