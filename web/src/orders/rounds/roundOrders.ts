import { listMyOrders } from '@our-print/contract/orders/orders.ts'
import { query } from '../../base/api/api.ts'

// No components here: index.html sends the first request before they are loaded.

/** More stops than a day has; the screen says when there are more. */
export const mostStops = 100

/** The open orders of the signed-in staff user. */
export const roundOrders = () =>
  query(listMyOrders, {
    querystring: {
      assigned_user: localStorage.getItem('id') ?? '',
      exclude_status: 'delivered',
      limit: String(mostStops),
    },
  })
