import { listMessageChannels } from '@our-print/contract/customer/messageChannels.ts'
import { listMessages } from '@our-print/contract/customer/messages.ts'
import { listMessageTemplates } from '@our-print/contract/customer/messageTemplates.ts'
import { getOrderRequest, listOrderRequests } from '@our-print/contract/customer/orderRequests.ts'
import { getAccount, getUserStatement, listAccounts } from '@our-print/contract/money/accounts.ts'
import { getApproval, listApprovals } from '@our-print/contract/money/approvals.ts'
import { countHandOver } from '@our-print/contract/money/cash.ts'
import { getDay, listDays } from '@our-print/contract/money/days.ts'
import { getClientBilling, updateInvoiceSettings } from '@our-print/contract/money/invoiceSettings.ts'
import { getInvoice, listInvoices } from '@our-print/contract/money/invoices.ts'
import { reversePayment } from '@our-print/contract/money/payments.ts'
import { listSales } from '@our-print/contract/money/registers.ts'
import { listStatementLines } from '@our-print/contract/money/statements.ts'
import { listTillEntries } from '@our-print/contract/money/till.ts'
import { listComplaints } from '@our-print/contract/orders/complaints.ts'
import { listCourierTasks } from '@our-print/contract/orders/courierTasks.ts'
import { createOrder, listOrders } from '@our-print/contract/orders/orders.ts'
import { getQuote, listQuotes } from '@our-print/contract/orders/quotes.ts'
import { listTicketScans } from '@our-print/contract/orders/ticketScans.ts'
import { type Ability, abilities } from '@our-print/contract/people/abilities.ts'
import { listAbilitySets } from '@our-print/contract/people/abilitySets.ts'
import { listApiKeys } from '@our-print/contract/people/apiKeys.ts'
import { getUser, listUsers } from '@our-print/contract/people/customers.ts'
import { listLeads } from '@our-print/contract/people/leads.ts'
import { mayCall } from '@our-print/contract/people/mayCall.ts'
import { createStaff, listStaff } from '@our-print/contract/people/staff.ts'
import { getFloor } from '@our-print/contract/printing/floor.ts'
import { getKeptPromises } from '@our-print/contract/printing/keptPromises.ts'
import { listPrinters } from '@our-print/contract/printing/printers.ts'
import { listPrintJobs, proposePrintJobs } from '@our-print/contract/printing/printJobs.ts'
import { listProduction } from '@our-print/contract/printing/production.ts'
import { listStock } from '@our-print/contract/printing/stock.ts'
import { createClient, listClients } from '@our-print/contract/rewards/clients.ts'
import { createCoupon, listCoupons } from '@our-print/contract/rewards/coupons.ts'
import { createPlan, listSoldPlans, sellPlan } from '@our-print/contract/rewards/plans.ts'
import { listQrCodes } from '@our-print/contract/rewards/qrCodes.ts'
import { listReferrers } from '@our-print/contract/rewards/referrals.ts'
import { listVouchers } from '@our-print/contract/rewards/vouchers.ts'
import { listAudit } from '@our-print/contract/shop/audit.ts'
import { listBin } from '@our-print/contract/shop/bin.ts'
import { getDashboard } from '@our-print/contract/shop/dashboard.ts'
import { updateConfiguration } from '@our-print/contract/shop/updateConfiguration.ts'
import { listWebhooks } from '@our-print/contract/shop/webhooks.ts'
import { expect, test } from 'vitest'
import type { Viewer } from '../base/api/role.ts'
import { screenAt } from './screenAt.ts'
import { screens } from './screens.ts'
import { homeOf, menuOf, screensOf } from './screensOf.ts'
import { placeOf } from './shell/placeOf.ts'

type Called = Parameters<typeof mayCall>[1]

/** What each screen of super admins calls: who has it may call all of this, and who may call it has the screen. */
const calls: Record<string, readonly Called[]> = {
  DashboardPage: [getDashboard],
  UsersPage: [listUsers],
  UserPage: [getUser],
  OrdersPage: [listOrders],
  NewOrderPage: [createOrder, listUsers],
  JobTicketsPage: [listTicketScans],
  TicketScansPage: [listTicketScans],
  ShelfLabelsPage: [listTicketScans],
  StaffUsersPage: [listStaff, createStaff],
  LeadsPage: [listLeads],
  SubscriptionsPage: [createPlan],
  UserSubscriptionPage: [listSoldPlans, sellPlan],
  QrCodesPage: [listQrCodes],
  ClientsPage: [listClients],
  ClientFormPage: [createClient],
  VouchersPage: [listVouchers],
  ReferralsPage: [listReferrers],
  CouponsPage: [listCoupons, createCoupon],
  PaymentsPage: [reversePayment],
  AccountsPage: [listAccounts],
  AccountPage: [getAccount, getUserStatement],
  CashPage: [countHandOver],
  TillPage: [listTillEntries],
  StatementsPage: [listStatementLines],
  MessagesPage: [listMessages],
  MessageTemplatesPage: [listMessageTemplates],
  MessageChannelsPage: [listMessageChannels],
  DaysPage: [listDays],
  DayPage: [getDay],
  FloorPage: [getFloor],
  PrintQueuePage: [listPrintJobs, proposePrintJobs],
  StockPage: [listStock],
  ProductionPage: [listProduction],
  PromisesPage: [getKeptPromises],
  QuotesPage: [listQuotes],
  QuotePage: [getQuote],
  ComplaintsPage: [listComplaints],
  CourierTasksPage: [listCourierTasks],
  OrderRequestsPage: [listOrderRequests],
  OrderRequestPage: [getOrderRequest],
  InvoicesPage: [listInvoices],
  InvoicePage: [getInvoice],
  RegistersPage: [listSales],
  CompanyInvoicesPage: [getClientBilling],
  InvoiceSettingsPage: [updateInvoiceSettings],
  PrintersPage: [listPrinters],
  ApiKeysPage: [listApiKeys],
  AuditPage: [listAudit],
  WebhooksPage: [listWebhooks],
  WebhookPage: [listWebhooks],
  BinPage: [listBin],
  ConfigurationPage: [updateConfiguration],
  AbilitySetsPage: [listAbilitySets],
  ApprovalsPage: [listApprovals],
  ApprovalPage: [getApproval],
}

const viewerOf = (own: readonly Ability[]): Viewer => (own.length > 0 ? `with ${own.join()}` : 'staff')
const pairs = abilities.flatMap((one, at) => abilities.slice(at).map((other) => [...new Set([one, other])]))

test('a screen is there for exactly those who may call what it needs', () => {
  const ofAdmins = screens.filter(({ access }) => access === 'admin')
  expect(ofAdmins.filter(({ page }) => !calls[page])).toEqual([])
  // One ability, two, all but one, all.
  const sets = [...pairs, ...abilities.map((one) => abilities.filter((each) => each !== one)), abilities]
  for (const own of sets) {
    const mine = screensOf(viewerOf(own))
    const may = (called: Called) => mayCall({ is_superuser: false, abilities: own }, called)
    const wrong = ofAdmins.filter((screen) => mine.includes(screen) !== calls[screen.page]?.every(may))
    expect([own, wrong.map(({ path }) => path)]).toEqual([own, []])
  }
})

test('the two roles have their menus, and screens, as before', () => {
  const labels = (viewer: Viewer) => menuOf(viewer).map(({ menu }) => menu.label)
  expect(labels('staff')).toEqual(['Dashboard', 'Assigned', 'Out For Delivery', 'Completed'])
  const ofAdmins = screens.filter(({ access, menu }) => menu && (access === 'admin' || access === 'both'))
  expect(labels('admin')).toEqual(ofAdmins.map(({ menu }) => menu?.label))
  expect(screensOf('staff').every(({ access }) => access !== 'admin')).toBe(true)
})

test('each begins where their work is', () => {
  const homes: [readonly Ability[], string][] = [
    [[], '/dashboard'],
    [abilities, '/dashboard'],
    [['orders', 'customers'], '/pending_orders'],
    [['floor'], '/floor'],
    [['keys'], '/dashboard'],
  ]
  for (const [own, home] of homes) {
    const viewer = viewerOf(own)
    expect([own, homeOf(viewer)]).toEqual([own, home])
    expect(screenAt(home, viewer)?.screen.path).toBe(home)
  }
})

test('a screen that is not theirs says so to a clerk, and does not exist for delivery staff', () => {
  expect(screenAt('/configuration', 'with orders')?.screen.page).toBe('NotAllowedPage')
  expect(screenAt('/configuration', 'staff')?.screen.page).toBe('UnknownAddressPage')
  expect(screenAt('/nowhere', 'with orders')?.screen.page).toBe('UnknownAddressPage')
  expect(screenAt('/assigned_orders', 'with orders')?.screen.page).toBe('OrdersPage')
  expect(screenAt('/assigned_orders', 'with coins')?.screen.page).toBe('StaffOrdersPage')
})

test('what is said of a screen that somebody has not is true: an ability would open it, or none does', () => {
  const addressOf = (path: string) => path.replace(/:\w+/, '7')
  for (const viewer of ['admin', ...abilities.map((one) => viewerOf([one]))] as const)
    for (const { path } of screens) {
      const found = screenAt(addressOf(path), viewer)?.screen
      if (found?.page !== 'NotAllowedPage') continue
      const opens = (by: Viewer) => screenAt(addressOf(path), by)?.screen.path === path
      const wanted =
        opens(viewerOf(abilities)) && viewer !== 'admin' ? 'abilities' : opens('admin') ? 'admin' : 'staff'
      expect([viewer, path, found.props?.of]).toEqual([viewer, path, wanted])
    }
  expect(screenAt('/to_send', 'admin')?.screen.props).toEqual({ of: 'staff' })
  expect(screenAt('/approvals', 'with orders')?.screen.props).toEqual({ of: 'admin' })
})

test('every screen in the frame is lit: in the side menu, behind the gear, or in the account menu', () => {
  const lit = (viewer: Viewer) =>
    screensOf(viewer).flatMap(({ path, shell }) => (shell ? [[path, placeOf(path, viewer)] as const] : []))
  const behind = (viewer: Viewer, menu?: string) =>
    lit(viewer)
      .flatMap(([path, place]) => (place === menu ? [path] : []))
      .toSorted()
  const shop = ['/api_keys', '/audit', '/bin', '/configuration', '/invoice_settings']
  const outside = ['/message_channels', '/message_templates', '/messages', '/webhook/:id', '/webhooks']
  const settings = [...shop, ...outside, '/notifications', '/sessions'].toSorted()
  const sets = [...pairs, ...abilities.map((one) => abilities.filter((each) => each !== one)), abilities]
  for (const viewer of ['staff', 'admin', ...sets.map(viewerOf)] as const) {
    expect([viewer, behind(viewer)]).toEqual([viewer, []])
    expect([viewer, behind(viewer, 'account')]).toEqual([viewer, ['/update_password']])
    const wrong = behind(viewer, 'settings').filter((path) => !settings.includes(path))
    expect([viewer, wrong]).toEqual([viewer, []])
  }
  expect(behind('admin', 'settings')).toEqual(settings)
  expect(placeOf('/client_companies/create', 'admin')).toBe('/client_companies')
  expect(placeOf('/Users/', 'admin')).toBe('/users')
  expect(placeOf('/order/7', 'admin')).toBe('/total_orders')
  expect(placeOf('/order/7', 'staff')).toBe('/assigned_orders')
  expect(placeOf('/nowhere', 'admin')).toBeUndefined()
})
