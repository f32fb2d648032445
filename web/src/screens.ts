import type { Role } from './api/role.ts'

/** A screen: routes, menus, preload lists and the browser's walk through every screen all come from this table. */
export type Screen = {
  path: string
  /** A file under src that exports a component of its own name. */
  page: string
  access: 'public' | 'both' | Role
  /** Inside the app bar and drawer, or alone on the page. */
  shell: boolean
  title: string
  /** Loads nothing but itself: no reading of data, no shell. */
  plain?: true
  /** Handed to the page, where one page serves several screens. */
  props?: Record<string, string>
  /** Where the menu shows it: an entry of its own, or one in a group. */
  menu?: { group?: MenuGroup; label: string; icon: MenuIcon }
}

export type MenuGroup = 'Orders' | 'Subscription Orders'
export type MenuIcon =
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

const orders = (path: string, view: string, access: Role, label: string): Screen => ({
  path,
  page: 'orders/OrdersPage',
  access,
  shell: true,
  title: `${label} orders`,
  props: { view },
  menu: { group: 'Orders', label, icon: 'orders' },
})

const subscriptionOrders = (view: string, label: string): Screen => ({
  ...orders(`/subscription_${view}_orders`, `subscription-${view}`, 'admin', label),
  title: `${label} subscription orders`,
  menu: { group: 'Subscription Orders', label, icon: 'subscription-orders' },
})

/** In the order of the side menu. */
export const screens: readonly Screen[] = [
  {
    path: '/dashboard',
    page: 'dashboard/DashboardPage',
    access: 'admin',
    shell: true,
    title: 'Dashboard',
    menu: { label: 'Dashboard', icon: 'dashboard' },
  },
  {
    path: '/dashboard',
    page: 'orders/StaffDashboardPage',
    access: 'staff',
    shell: true,
    title: 'Dashboard',
    menu: { label: 'Dashboard', icon: 'dashboard' },
  },
  {
    path: '/users',
    page: 'users/UsersPage',
    access: 'admin',
    shell: true,
    title: 'Users',
    menu: { label: 'Users', icon: 'users' },
  },
  { path: '/user/:id', page: 'customers/UserPage', access: 'admin', shell: true, title: 'User' },
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
  { path: '/order/:id', page: 'orders/OrderPage', access: 'both', shell: true, title: 'Order' },
  { path: '/new_order', page: 'newOrder/NewOrderPage', access: 'admin', shell: true, title: 'New order' },
  {
    path: '/job_tickets',
    page: 'jobTickets/JobTicketsPage',
    access: 'admin',
    shell: false,
    title: 'Job tickets',
  },
  {
    path: '/staff_users',
    page: 'staff/StaffUsersPage',
    access: 'admin',
    shell: true,
    title: 'Staff users',
    menu: { label: 'Staff Users', icon: 'staff' },
  },
  {
    path: '/leads',
    page: 'leads/LeadsPage',
    access: 'admin',
    shell: true,
    title: 'Leads',
    menu: { label: 'Leads', icon: 'leads' },
  },
  {
    path: '/subscriptions',
    page: 'plans/SubscriptionsPage',
    access: 'admin',
    shell: true,
    title: 'Subscriptions',
    menu: { label: 'Subscriptions', icon: 'plans' },
  },
  {
    path: '/user_subscription',
    page: 'plans/UserSubscriptionPage',
    access: 'admin',
    shell: true,
    title: 'User subscription plans',
    menu: { label: 'User Subscription Plans', icon: 'user-plans' },
  },
  {
    path: '/qr_codes',
    page: 'qrCodes/QrCodesPage',
    access: 'admin',
    shell: true,
    title: 'QR codes',
    menu: { label: 'QR Codes', icon: 'qr-codes' },
  },
  {
    path: '/client_companies',
    page: 'clients/ClientsPage',
    access: 'admin',
    shell: true,
    title: 'Client Companies',
    menu: { label: 'Companies', icon: 'companies' },
  },
  {
    path: '/client_companies/:viewType',
    page: 'clients/ClientFormPage',
    access: 'admin',
    shell: true,
    title: 'Client company',
  },
  {
    path: '/vouchers',
    page: 'vouchers/VouchersPage',
    access: 'admin',
    shell: true,
    title: 'Vouchers',
    menu: { label: 'Vouchers', icon: 'vouchers' },
  },
  {
    path: '/clientVouchers',
    page: 'vouchers/VouchersPage',
    access: 'admin',
    shell: true,
    title: 'Vouchers',
    props: { of: 'client' },
  },
  {
    path: '/referrals',
    page: 'referrals/ReferralsPage',
    access: 'admin',
    shell: true,
    title: 'Referrals',
    menu: { label: 'Referrals', icon: 'referrals' },
  },
  {
    path: '/coupons',
    page: 'coupons/CouponsPage',
    access: 'admin',
    shell: true,
    title: 'Coupons',
    menu: { label: 'Coupons', icon: 'coupons' },
  },
  {
    path: '/configuration',
    page: 'configurations/ConfigurationPage',
    access: 'admin',
    shell: true,
    title: 'Configuration',
  },
  {
    path: '/update_password',
    page: 'session/UpdatePasswordPage',
    access: 'both',
    shell: true,
    title: 'Update password',
  },
  { path: '/print/:id', page: 'jobTickets/PrintPage', access: 'public', shell: false, title: 'Print' },
  {
    path: '/login',
    page: 'session/SignInPage',
    access: 'public',
    shell: false,
    title: 'Sign in',
    plain: true,
  },
  {
    path: '/redirect/logout',
    page: 'session/SignedOutPage',
    access: 'public',
    shell: false,
    title: 'Signed out',
    plain: true,
  },
  {
    path: '/welcome',
    page: 'shell/WelcomePage',
    access: 'public',
    shell: false,
    title: 'Welcome',
    plain: true,
  },
  {
    path: '/404',
    page: 'shell/PlainTextPage',
    access: 'public',
    shell: false,
    title: 'Page not found',
    plain: true,
    props: { text: 'This is 404 page' },
  },
  {
    path: '/500',
    page: 'shell/PlainTextPage',
    access: 'public',
    shell: false,
    title: 'Server error',
    plain: true,
    props: { text: 'This is 500 page' },
  },
]

/** What someone signed in sees at an address that is no screen of theirs. */
export const unknownAddress: Screen = {
  path: '*',
  page: 'shell/UnknownAddressPage',
  access: 'both',
  shell: true,
  title: 'Page not found',
}

/** Where everyone starts. */
export const home = '/dashboard'

/** The screens a role has once signed in. */
export const screensOf = (role: Role) => screens.filter(({ access }) => access === role || access === 'both')

/** The modules of each screen's first view, for the preload list of the build. */
export const preloads = [
  { path: '/', page: 'shell/Shell', needs: ['shell/Data'] },
  ...screens.map(({ path, page, plain, shell }) => ({
    path,
    page,
    needs: plain ? [] : shell ? ['shell/Data', 'shell/Shell'] : ['shell/Data'],
  })),
]
