import { listStaff } from '@our-print/contract/people/staff.ts'
import { getClient, listClients } from '@our-print/contract/rewards/clients.ts'
import { listPlans, listSoldPlans } from '@our-print/contract/rewards/plans.ts'
import { listQrCodes } from '@our-print/contract/rewards/qrCodes.ts'
import { listSoldVouchers } from '@our-print/contract/rewards/soldVouchers.ts'
import { getVoucherGroup, listVoucherGroups, listVouchers } from '@our-print/contract/rewards/vouchers.ts'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { plan, soldPlan } from '../../test/plan.ts'
import { qrCode } from '../../test/qrCode.ts'
import { answer, renderPage } from '../../test/renderPage.tsx'
import { screenOf } from '../../test/screenOf.ts'
import { ravi } from '../../test/user.ts'
import { client, group, groupId, pageOf, soldVoucher, voucher } from '../../test/voucher.ts'
import { rememberList } from '../base/page/lastList.ts'
import { StaffUsersPage } from '../people/staff/StaffUsersPage.tsx'
import { ClientFormPage } from '../rewards/clients/ClientFormPage.tsx'
import { SubscriptionsPage } from '../rewards/plans/SubscriptionsPage.tsx'
import { UserSubscriptionPage } from '../rewards/plans/UserSubscriptionPage.tsx'
import { QrCodesPage } from '../rewards/qrCodes/QrCodesPage.tsx'
import { companyUrl } from '../rewards/vouchers/companyUrl.ts'
import { VouchersPage } from '../rewards/vouchers/VouchersPage.tsx'

// From each record to the records that it names, and back.

async function expectLinks(links: Record<string, string>) {
  for (const [name, to] of Object.entries(links)) {
    const [link] = await screen.findAllByRole('link', { name })
    expect([name, link?.getAttribute('href')]).toEqual([name, to])
  }
}

const company = companyUrl(client)

test('from a voucher to its company and its group', async () => {
  screenOf(1280)
  renderPage(<VouchersPage />, [answer(listVouchers, pageOf([voucher]))], { path: '/vouchers' })
  await expectLinks({
    [voucher.client_name]: companyUrl({ id: voucher.client, name: voucher.client_name }),
    [voucher.voucher_detail]: `/vouchers?id=${voucher.voucherInfoId}`,
  })
})

test('from a group of vouchers to its company', async () => {
  renderPage(
    <VouchersPage />,
    [answer(listVouchers, pageOf<typeof voucher>([])), answer(getVoucherGroup, group)],
    { path: `/vouchers?id=${groupId}` },
  )
  await expectLinks({ [group.client_name]: companyUrl({ id: group.client, name: group.client_name }) })
})

test('from a purchased voucher to its customer, company and group', async () => {
  screenOf(1280)
  renderPage(<VouchersPage />, [answer(listSoldVouchers, pageOf([soldVoucher]))], {
    path: '/vouchers?tab=purchased',
  })
  const { user, user_data, client_name, client: id, voucher_detail, voucherInfoId } = soldVoucher
  await expectLinks({
    [`${user_data.first_name} ${user_data.last_name}`]: `/user/${user}?tab=vouchers`,
    [client_name]: companyUrl({ id, name: client_name }),
    [voucher_detail]: `/vouchers?id=${voucherInfoId}`,
  })
})

test('from a QR code to its company', async () => {
  screenOf(1280)
  renderPage(
    <QrCodesPage />,
    [answer(listQrCodes, pageOf([qrCode])), answer(listClients, pageOf<typeof client>([]))],
    { path: '/qr_codes', route: '/qr_codes' },
  )
  await expectLinks({
    [qrCode.company]: `/client_companies?${new URLSearchParams({ query: qrCode.company })}`,
  })
})

test('from a sold plan to its customer and its plan, and from a plan to those who have it', async () => {
  screenOf(1280)
  const { unmount } = renderPage(<UserSubscriptionPage />, [answer(listSoldPlans, pageOf([soldPlan]))])
  const { user, user_data, plan_data } = soldPlan
  const query = new URLSearchParams({ query: plan_data.name })
  await expectLinks({
    [`${user_data.first_name} ${user_data.last_name}`]: `/user/${user}`,
    [plan_data.name]: `/subscriptions?${query}`,
  })
  unmount()
  renderPage(<SubscriptionsPage />, [answer(listPlans, pageOf([{ ...plan, subscribers_count: 12 }]))])
  await expectLinks({
    [`12 subscribers of ${plan.name}`]: `/user_subscription?plan=${plan.id}&status=active`,
  })
})

test('from a staff user to their orders', async () => {
  screenOf(1280)
  renderPage(<StaffUsersPage />, [
    answer(listStaff, pageOf([{ ...ravi, full_name: 'Ravi Kumar', open_orders: 3, delivered: 1 }])),
  ])
  await expectLinks({
    '3 open orders of Ravi Kumar': `/total_orders?assigned_user=${ravi.id}&status=assigned%2Cout-for-delivery`,
    '1 delivered order of Ravi Kumar': `/total_orders?assigned_user=${ravi.id}&status=delivered`,
  })
})

test('from a company to its vouchers and QR codes, to its neighbours in the list, and back to it', async () => {
  const user = userEvent.setup()
  const list = { to: '/client_companies?query=can', title: 'Client companies' }
  const next = companyUrl({ id: group.id, name: 'D’Souza & Sons' })
  rememberList({ ...list, links: [company, next] })
  const { location } = renderPage(
    <ClientFormPage />,
    [answer(getClient, client), answer(listVoucherGroups, pageOf([group]))],
    { path: company, route: '/client_companies/:viewType' },
  )
  const query = new URLSearchParams({ query: client.name })
  await expectLinks({
    'Client companies': list.to,
    'Next company': next,
    'Purchased vouchers': `/vouchers?tab=purchased&client=${client.id}`,
    'Orders of its customers': `/total_orders?client=${client.id}`,
    'QR codes': `/qr_codes?${query}`,
  })
  await user.click(screen.getByRole('button', { name: 'Vouchers' }))
  await expect.poll(location).toMatch(/^\/clientVouchers\?clientName=/)
})

test('from the vouchers of a company back to the company', async () => {
  renderPage(
    <VouchersPage of="client" />,
    [answer(listVouchers, pageOf([voucher])), answer(getVoucherGroup, group)],
    { path: `/clientVouchers?voucherList=${encodeURIComponent(JSON.stringify([groupId]))}` },
  )
  await expectLinks({ [group.client_name]: companyUrl({ id: group.client, name: group.client_name }) })
})
