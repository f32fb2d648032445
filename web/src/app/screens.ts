import type { Ability } from '@our-print/contract/people/abilities.ts'
import type { Role } from '../base/api/role.ts'

/** Names of abilities, with a space between. */
type Abilities = '' | Ability | `${Ability} ${Ability}` | `${Ability} ${Ability} ${Ability}`
/** A screen. Routes, menus, preload lists and the browser tests of all screens use this table. */
export type Screen = {
  path: string
  /** The component, which its own file of the same name exports. */
  page: string
  access: 'public' | 'both' | Role
  /** Of a screen of super admins: a staff user has it with any of these abilities, */
  by?: Abilities
  /** and all of these. `screens.test.ts` compares them with the table of who may call what. */
  with?: Abilities
  /** Whether the screen has the app bar and the drawer. */
  shell: boolean
  title: string
  /** Loads neither the data providers nor the shell. */
  plain?: true
  /** Props of the page, if it serves several screens. */
  props?: Record<string, string>
  /** Without a menu entry: the path of the entry it belongs to, of several the first that the person has. */
  parent?: string
  menu?: MenuEntry
}

/** An entry of the side menu, of its own or in a group. */
export type MenuEntry = {
  group?: MenuGroup
  label: string
  icon: MenuIcon
  /** The one role in whose menu it stands, where both have the screen. */
  only?: Role
  /** What it takes besides, where every staff user has the screen. */
  by?: Abilities
  /** What the list shows when it is opened from the menu: '?open=true'. */
  query?: string
}

export type MenuGroup = 'Orders' | 'Subscription Orders' | 'Printing' | 'Money'
export type MenuIcon =
  | 'list'
  | 'dashboard'
  | 'users'
  | 'orders'
  | 'subscription-orders'
  | 'staff'
  | 'leads'
  | 'plans'
  | 'user-plans'
  | 'qr-codes'
  | 'companies'
  | 'vouchers'
  | 'referrals'
  | 'coupons'
  | 'printing'
  | 'money'

/** A screen without a menu entry. */
const innerScreen = (path: string, page: string, title: string, more: Partial<Screen> = {}): Screen => ({
  path,
  page,
  access: 'admin',
  shell: true,
  title,
  ...more,
})

/** A screen of super admins with a menu entry; the default icon is that of a list. */
const menuScreen = (
  path: string,
  page: string,
  title: string,
  by: Abilities,
  icon?: MenuIcon,
  label = title,
): Screen => innerScreen(path, page, title, { by, menu: { label, icon: icon ?? 'list' } })

/** Who offers and takes in orders. */
const offers = { by: 'orders', with: 'customers prices' } as const

/** A screen for everyone, signed in or not, that needs no data. */
const publicScreen = (path: string, page: string, title: string, props?: Screen['props']): Screen => ({
  path,
  page,
  access: 'public',
  shell: false,
  title,
  plain: true,
  ...(props && { props }),
})

/** The abilities with which somebody sees the orders of the whole shop. */
const shop = 'orders floor assign'

const orders = (path: string, view: string, access: Role, label: string): Screen => ({
  ...menuScreen(path, access === 'staff' ? 'StaffOrdersPage' : 'OrdersPage', `${label} orders`, shop),
  access,
  props: { view },
  menu: { group: 'Orders', label, icon: 'orders' },
})

/** The daily work beyond the specification's entries, beneath them in the side menu of super admins. */
const printing = (
  path: string,
  page: string,
  label: string,
  { query, ...more }: Partial<Screen> & Pick<MenuEntry, 'query'> = {},
): Screen => ({
  ...innerScreen(path, page, label, more),
  menu: {
    group: 'Printing',
    label,
    icon: 'printing',
    ...(more.access === 'both' && { only: 'admin', by: 'orders floor' }),
    ...(query && { query }),
  },
})

const money = (path: string, page: string, label: string, more: Partial<Screen> = {}): Screen => ({
  ...innerScreen(path, page, label, more),
  menu: { group: 'Money', label, icon: 'money' },
})

const subscriptionOrders = (view: string, label: string): Screen => ({
  ...orders(`/subscription_${view}_orders`, `subscription-${view}`, 'admin', label),
  title: `${label} subscription orders`,
  menu: { group: 'Subscription Orders', label, icon: 'subscription-orders' },
})

/** What is set up once, behind the gear, and is in no place of the side menu. */
const setting = (path: string, page: string, title: string, by: Abilities, more: Partial<Screen> = {}) =>
  innerScreen(path, page, title, { by, ...more })
const everyone = { access: 'both' } as const
const ofCash = { parent: '/cash', by: 'cash', with: 'prices' } as const
const ofAccounts = { parent: '/accounts', by: 'payments', with: 'customers prices' } as const
const ofInvoices = { parent: '/invoices', by: 'invoices', with: 'customers prices' } as const

/** In the order of the side menu. */
export const screens: readonly Screen[] = [
  menuScreen('/dashboard', 'DashboardPage', 'Dashboard', 'prices', 'dashboard'),
  { ...menuScreen('/dashboard', 'StaffDashboardPage', 'Dashboard', '', 'dashboard'), access: 'staff' },
  menuScreen('/users', 'UsersPage', 'Users', 'customers', 'users'),
  innerScreen('/user/:id', 'UserPage', 'Customer', { parent: '/users', by: 'customers' }),
  orders('/pending_orders', 'pending', 'admin', 'Pending'),
  orders('/assigned_orders', 'assigned', 'admin', 'Assigned'),
  orders('/completed_orders', 'completed', 'admin', 'Completed'),
  orders('/total_orders', 'total', 'admin', 'Total'),
  subscriptionOrders('pending', 'Pending'),
  subscriptionOrders('assigned', 'Assigned'),
  subscriptionOrders('completed', 'Completed'),
  subscriptionOrders('total', 'Total'),
  orders('/assigned_orders', 'my-assigned', 'staff', 'Assigned'),
  {
    ...orders('/out_for_delivery_orders', 'my-out-for-delivery', 'staff', 'Out For Delivery'),
    parent: '/assigned_orders',
  },
  orders('/completed_orders', 'my-completed', 'staff', 'Completed'),
  innerScreen('/round', 'RoundPage', 'Round', { parent: '/assigned_orders', access: 'staff' }),
  innerScreen('/to_send', 'WaitingActsPage', 'To send', { parent: '/assigned_orders', access: 'staff' }),
  innerScreen('/order/:id', 'OrderPage', 'Order', { ...everyone, parent: '/total_orders /assigned_orders' }),
  innerScreen('/new_order', 'NewOrderPage', 'New order', {
    parent: '/pending_orders',
    by: 'orders',
    with: 'customers',
  }),
  innerScreen('/job_tickets', 'JobTicketsPage', 'Job tickets', { shell: false, by: 'orders floor' }),
  innerScreen('/ticket_scans', 'TicketScansPage', 'Ticket scans', { parent: '/scan', by: 'orders floor' }),
  innerScreen('/shelf_labels', 'ShelfLabelsPage', 'Shelf labels', { shell: false, by: 'orders floor' }),
  menuScreen('/staff_users', 'StaffUsersPage', 'Staff users', 'staff', 'staff', 'Staff Users'),
  menuScreen('/leads', 'LeadsPage', 'Leads', 'customers', 'leads'),
  menuScreen('/subscriptions', 'SubscriptionsPage', 'Subscriptions', 'vouchers', 'plans'),
  {
    ...menuScreen(
      '/user_subscription',
      'UserSubscriptionPage',
      'User subscription plans',
      'vouchers',
      'user-plans',
      'User Subscription Plans',
    ),
    with: 'customers',
  },
  menuScreen('/qr_codes', 'QrCodesPage', 'QR codes', 'vouchers', 'qr-codes', 'QR Codes'),
  menuScreen('/client_companies', 'ClientsPage', 'Client Companies', 'vouchers', 'companies', 'Companies'),
  innerScreen('/client_companies/:viewType', 'ClientFormPage', 'Company', {
    parent: '/client_companies',
    by: 'vouchers',
  }),
  menuScreen('/vouchers', 'VouchersPage', 'Vouchers', 'vouchers', 'vouchers'),
  innerScreen('/clientVouchers', 'VouchersPage', 'Vouchers', {
    props: { of: 'client' },
    parent: '/vouchers',
    by: 'vouchers',
  }),
  {
    ...menuScreen('/referrals', 'ReferralsPage', 'Referrals', 'vouchers', 'referrals'),
    with: 'customers prices',
  },
  menuScreen('/coupons', 'CouponsPage', 'Coupons', 'vouchers', 'coupons'),
  printing('/floor', 'FloorPage', 'Print floor', { shell: false, by: 'floor' }),
  printing('/print_queue', 'PrintQueuePage', 'Print queue', { query: '?open=true', by: 'floor' }),
  printing('/scan', 'ScanPage', 'Scan', { access: 'both', shell: false }),
  printing('/stock', 'StockPage', 'Stock', { by: 'floor', with: 'prices' }),
  printing('/production', 'ProductionPage', 'Production', { by: 'prices' }),
  innerScreen('/promises', 'PromisesPage', 'Promises', { parent: '/production', by: 'prices' }),
  printing('/printers', 'PrintersPage', 'Printers', { by: 'floor configuration' }),
  printing('/quotes', 'QuotesPage', 'Quotes', offers),
  innerScreen('/quote/:id', 'QuotePage', 'Quote', { parent: '/quotes', ...offers }),
  printing('/order_requests', 'OrderRequestsPage', 'Requests', { query: '?status=open', ...offers }),
  innerScreen('/order_request/:id', 'OrderRequestPage', 'Request', { parent: '/order_requests', ...offers }),
  innerScreen('/courier_tasks', 'CourierTasksPage', 'Refused acts', {
    parent: '/assigned_orders',
    by: 'orders assign',
  }),
  printing('/complaints', 'ComplaintsPage', 'Complaints', { by: 'orders', with: 'customers' }),
  money('/payments', 'PaymentsPage', 'Payments', { by: 'payments', with: 'customers prices' }),
  money('/cash', 'CashPage', 'Cash', { by: 'cash', with: 'prices' }),
  innerScreen('/till', 'TillPage', 'Till', ofCash),
  innerScreen('/days', 'DaysPage', 'Days', ofCash),
  innerScreen('/day/:day', 'DayPage', 'Day', ofCash),
  innerScreen('/statements', 'StatementsPage', 'Statements', { ...ofCash, with: 'customers prices' }),
  money('/invoices', 'InvoicesPage', 'Invoices', { by: 'invoices', with: 'customers prices' }),
  innerScreen('/invoice/:id', 'InvoicePage', 'Invoice', ofInvoices),
  innerScreen('/registers', 'RegistersPage', 'Registers', ofInvoices),
  innerScreen('/company_invoices/:id', 'CompanyInvoicesPage', 'Invoices of a company', {
    ...ofInvoices,
    parent: '/client_companies /invoices',
  }),
  setting('/invoice_settings', 'InvoiceSettingsPage', 'Invoices', 'configuration', {
    parent: '/configuration',
  }),
  money('/accounts', 'AccountsPage', 'Accounts', { by: 'payments', with: 'customers prices' }),
  innerScreen('/account/:id', 'AccountPage', 'Account', ofAccounts),
  money('/approvals', 'ApprovalsPage', 'Approvals'),
  innerScreen('/approval/:id', 'ApprovalPage', 'Approval', { parent: '/approvals' }),
  setting('/api_keys', 'ApiKeysPage', 'API keys', 'keys'),
  setting('/audit', 'AuditPage', 'Audit', 'audit', { with: 'customers prices' }),
  setting('/webhooks', 'WebhooksPage', 'Webhooks', 'keys'),
  setting('/webhook/:id', 'WebhookPage', 'Webhook', 'keys', { parent: '/webhooks' }),
  setting('/messages', 'MessagesPage', 'Messages', 'customers', { with: 'prices' }),
  setting('/message_templates', 'MessageTemplatesPage', 'Templates', 'configuration', {
    parent: '/messages /message_channels',
  }),
  setting('/message_channels', 'MessageChannelsPage', 'Channels of messages', 'configuration'),
  setting('/bin', 'BinPage', 'Bin', 'vouchers customers'),
  setting('/configuration', 'ConfigurationPage', 'Configuration', 'configuration'),
  setting('/ability_sets', 'AbilitySetsPage', 'Ability sets', 'staff', { parent: '/staff_users' }),
  setting('/notifications', 'NotificationsPage', 'Notifications', '', everyone),
  setting('/sessions', 'SessionsPage', 'Your sessions', '', everyone),
  setting('/update_password', 'UpdatePasswordPage', 'Update password', '', {
    ...everyone,
    parent: 'account',
  }),
  innerScreen('/print/:id', 'PrintPage', 'Print', { access: 'public', shell: false }),
  publicScreen('/login', 'SignInPage', 'Sign in'),
  publicScreen('/redirect/logout', 'SignedOutPage', 'Signed out'),
  publicScreen('/welcome', 'WelcomePage', 'Welcome'),
  publicScreen('/404', 'PlainTextPage', 'Page not found', { text: 'This is 404 page' }),
  publicScreen('/500', 'PlainTextPage', 'Server error', { text: 'This is 500 page' }),
]

/** The screen for signed-in users at an unknown address. */
export const unknownAddress: Screen = {
  path: '*',
  page: 'UnknownAddressPage',
  access: 'both',
  shell: true,
  title: 'Page not found',
}

/** For who lost the ability that a screen needs, or never had it; and for a screen that only the other role has. */
export const notAllowed: Screen = { ...unknownAddress, page: 'NotAllowedPage', title: 'Not for you' }

const firstPart = (path: string) => path.split('/')[1]?.toLowerCase()

/** Whether an address can be of this screen: the router takes milliseconds for the patterns of all of them. */
export const isNear = ({ path }: Screen, pathname: string) => firstPart(path) === firstPart(pathname)

/** The files of a screen: its page, and the frame around it. */
export const filesOf = ({ page, plain, shell }: Pick<Screen, 'page' | 'plain' | 'shell'>) => [
  ...(plain ? [] : ['DataProviders']),
  ...(shell ? ['Shell'] : []),
  page,
]

const firstFiles = (screen: Screen) => ['main', 'startApp', ...filesOf(screen)]

/** The files of each screen's first view, for the build's preload list; `/` leads to the first screen of either role. */
export const preloads = [
  ...screens.filter(({ path }) => path === '/dashboard').map((screen) => ({ ...screen, path: '/' })),
  ...screens,
].map((screen) => ({
  path: screen.path,
  access: screen.access,
  // Signing in needs nothing of the app.
  files: screen.path === '/login' ? ['main', 'FirstSignIn'] : firstFiles(screen),
}))
