import type { Role } from '../base/api/role.ts'

/** A screen. Routes, menus, preload lists and the browser tests of all screens use this table. */
export type Screen = {
  path: string
  /** The component, which its own file of the same name exports. */
  page: string
  access: 'public' | 'both' | Role
  /** Whether the screen has the app bar and the drawer. */
  shell: boolean
  title: string
  /** Loads neither the data providers nor the shell. */
  plain?: true
  /** Props of the page, if it serves several screens. */
  props?: Record<string, string>
  /** For a screen without a menu entry: the path of the entry it belongs to. */
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
  /** What the list shows when it is opened from the menu: '?open=true'. */
  query?: string
}

export type MenuGroup = 'Orders' | 'Subscription Orders' | 'Printing'
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

/** A screen of super admins with a menu entry; the default icon is that of a list. */
const menuScreen = (path: string, page: string, title: string, icon?: MenuIcon, label = title): Screen => ({
  path,
  page,
  access: 'admin',
  shell: true,
  title,
  menu: { label, icon: icon ?? 'list' },
})

/** A screen without a menu entry. */
const innerScreen = (path: string, page: string, title: string, more: Partial<Screen> = {}): Screen => ({
  path,
  page,
  access: 'admin',
  shell: true,
  title,
  ...more,
})

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

const orders = (path: string, view: string, access: Role, label: string): Screen => ({
  ...menuScreen(path, access === 'staff' ? 'StaffOrdersPage' : 'OrdersPage', `${label} orders`),
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
  menu: { group: 'Printing', label, icon: 'printing', only: 'admin', ...(query && { query }) },
})

const subscriptionOrders = (view: string, label: string): Screen => ({
  ...orders(`/subscription_${view}_orders`, `subscription-${view}`, 'admin', label),
  title: `${label} subscription orders`,
  menu: { group: 'Subscription Orders', label, icon: 'subscription-orders' },
})

/** In the order of the side menu. */
export const screens: readonly Screen[] = [
  menuScreen('/dashboard', 'DashboardPage', 'Dashboard', 'dashboard'),
  { ...menuScreen('/dashboard', 'StaffDashboardPage', 'Dashboard', 'dashboard'), access: 'staff' },
  menuScreen('/users', 'UsersPage', 'Users', 'users'),
  innerScreen('/user/:id', 'UserPage', 'User', { parent: '/users' }),
  orders('/pending_orders', 'pending', 'admin', 'Pending'),
  orders('/assigned_orders', 'assigned', 'admin', 'Assigned'),
  orders('/completed_orders', 'completed', 'admin', 'Completed'),
  orders('/total_orders', 'total', 'admin', 'Total'),
  subscriptionOrders('pending', 'Pending'),
  subscriptionOrders('assigned', 'Assigned'),
  subscriptionOrders('completed', 'Completed'),
  subscriptionOrders('total', 'Total'),
  orders('/assigned_orders', 'my-assigned', 'staff', 'Assigned'),
  orders('/out_for_delivery_orders', 'my-out-for-delivery', 'staff', 'Out For Delivery'),
  orders('/completed_orders', 'my-completed', 'staff', 'Completed'),
  innerScreen('/round', 'RoundPage', 'Round', { access: 'staff' }),
  innerScreen('/order/:id', 'OrderPage', 'Order', { access: 'both' }),
  innerScreen('/new_order', 'NewOrderPage', 'New order'),
  innerScreen('/job_tickets', 'JobTicketsPage', 'Job tickets', { shell: false }),
  innerScreen('/ticket_scans', 'TicketScansPage', 'Ticket scans', { parent: '/scan' }),
  innerScreen('/shelf_labels', 'ShelfLabelsPage', 'Shelf labels', { shell: false }),
  menuScreen('/staff_users', 'StaffUsersPage', 'Staff users', 'staff', 'Staff Users'),
  menuScreen('/leads', 'LeadsPage', 'Leads', 'leads'),
  menuScreen('/subscriptions', 'SubscriptionsPage', 'Subscriptions', 'plans'),
  menuScreen(
    '/user_subscription',
    'UserSubscriptionPage',
    'User subscription plans',
    'user-plans',
    'User Subscription Plans',
  ),
  menuScreen('/qr_codes', 'QrCodesPage', 'QR codes', 'qr-codes', 'QR Codes'),
  menuScreen('/client_companies', 'ClientsPage', 'Client Companies', 'companies', 'Companies'),
  innerScreen('/client_companies/:viewType', 'ClientFormPage', 'Client company'),
  menuScreen('/vouchers', 'VouchersPage', 'Vouchers', 'vouchers'),
  innerScreen('/clientVouchers', 'VouchersPage', 'Vouchers', {
    props: { of: 'client' },
    parent: '/vouchers',
  }),
  menuScreen('/referrals', 'ReferralsPage', 'Referrals', 'referrals'),
  menuScreen('/coupons', 'CouponsPage', 'Coupons', 'coupons'),
  printing('/floor', 'FloorPage', 'Print floor', { shell: false }),
  printing('/print_queue', 'PrintQueuePage', 'Print queue', { query: '?open=true' }),
  printing('/scan', 'ScanPage', 'Scan', { access: 'both', shell: false }),
  printing('/stock', 'StockPage', 'Stock'),
  printing('/production', 'ProductionPage', 'Production'),
  printing('/printers', 'PrintersPage', 'Printers'),
  innerScreen('/api_keys', 'ApiKeysPage', 'API keys'),
  innerScreen('/audit', 'AuditPage', 'Audit'),
  innerScreen('/webhooks', 'WebhooksPage', 'Webhooks'),
  innerScreen('/webhook/:id', 'WebhookPage', 'Webhook'),
  innerScreen('/bin', 'BinPage', 'Bin'),
  innerScreen('/configuration', 'ConfigurationPage', 'Configuration'),
  innerScreen('/sessions', 'SessionsPage', 'Your sessions', { access: 'both' }),
  innerScreen('/update_password', 'UpdatePasswordPage', 'Update password', { access: 'both' }),
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

/** The first screen after signing in. */
export const home = '/dashboard'

/** The screens of a role. */
export const screensOf = (role: Role) => screens.filter(({ access }) => access === role || access === 'both')

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
  ...screens.filter(({ path }) => path === home).map((screen) => ({ path: '/', files: firstFiles(screen) })),
  // Signing in needs nothing of the app.
  ...screens.map((screen) => ({
    path: screen.path,
    files: screen.path === '/login' ? ['main', 'FirstSignIn'] : firstFiles(screen),
  })),
]
