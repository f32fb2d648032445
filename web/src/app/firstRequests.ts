import { orderOrderings } from '@our-print/contract/orders/orderLists.ts'
import { getConfiguration } from '@our-print/contract/shop/configurations.ts'
import { getDashboard } from '@our-print/contract/shop/dashboard.ts'
import { type Query, query } from '../base/api/api.ts'
import { address, authorization } from '../base/api/call.ts'
import { requestEarly } from '../base/api/early.ts'
import { readViewer } from '../base/api/role.ts'
import { readPeriod } from '../base/list/period.ts'
import { readFirstList } from '../base/list/useListState.ts'
import { type OrderViewName, orderFilters, ordersIn } from '../orders/orderLists.ts'
import { roundOrders } from '../orders/rounds/stops.ts'
import { profileQuery } from '../people/session/profile.ts'
import { type Screen } from './screens.ts'
import { homeOf, screensOf } from './screensOf.ts'

// The build writes this into index.html: the first requests of a screen are sent while its files load. A page that is
// not listed here sends its own as soon as it is loaded.

type AnyQuery = Pick<Query<never>, 'queryKey'>

const firstOrders = (search: URLSearchParams, screen: Screen) =>
  ordersIn(
    screen.props?.['view'] as OrderViewName,
    readFirstList({ pathname: screen.path, search: String(search) }, orderFilters, orderOrderings),
  )

const requests: Record<string, (search: URLSearchParams, screen: Screen) => AnyQuery> = {
  OrdersPage: firstOrders,
  StaffOrdersPage: firstOrders,
  RoundPage: () => roundOrders(),
  DashboardPage: (search) => query(getDashboard, { querystring: readPeriod(search).range }),
  NewOrderPage: () => query(getConfiguration, {}),
}

function send({ queryKey }: AnyQuery) {
  const [url, { params, querystring }] = queryKey as [string, { params?: unknown; querystring?: unknown }]
  requestEarly(address(url, params, querystring), authorization())
}

const viewer = readViewer()
if (viewer) {
  const { pathname, search } = window.location
  const path = pathname === '/' ? homeOf(viewer) : pathname
  const screen = screensOf(viewer).find((one) => one.path === path)
  // Of two screens at one address, a staff user with abilities may have that of super admins.
  const role = screen?.access === 'admin' ? 'admin' : 'staff'
  const own = document.querySelector<HTMLTemplateElement>(`template[data-role=${role}]`)
  if (own) document.head.append(own.content)
  const first = screen && requests[screen.page]?.(new URLSearchParams(search), screen)
  if (first) send(first)
  if (screen?.shell) send(profileQuery)
}
