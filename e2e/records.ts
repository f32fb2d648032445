import { type Desk, staffUser } from './desk.ts'
import type { Ids } from './walk.ts'

/** Records of the demo shop, for the screens that show one. */
export const findRecords = async (desk: Desk): Promise<Ids> => ({
  order: await findOrder(desk),
  user: await findCustomer(desk),
  webhook: await findWebhook(desk),
})

/** An assigned order of the staff user, so that both roles may see it. */
async function findOrder({ api }: Desk): Promise<string> {
  const staff = await api<Found>('GET', `/api/staff_users/?query=${encodeURIComponent(staffUser.email)}`)
  const assigned_user = staff.results[0]?.id ?? ''
  const theirs = await api<Found>('GET', `/api/my_orders/?assigned_user=${assigned_user}&status=assigned`)
  if (theirs.results[0]) return theirs.results[0].id
  const pending = await api<Found>('GET', '/api/all-orders/?status=confirmed&limit=1')
  const order = pending.results[0]?.id ?? ''
  await api('PATCH', `/api/all-orders/${order}/`, { assigned_user })
  return order
}

type Found = { results: { id: string }[] }

/** A webhook that is told of nothing that happens here. */
async function findWebhook({ api }: Desk): Promise<string> {
  const { results } = await api<Found>('GET', '/api/webhooks/')
  if (results[0]) return results[0].id
  const webhook = { url: 'https://example.com/hook', event_types: ['qr_code.deleted'] }
  return (await api<{ id: string }>('POST', '/api/webhooks/', webhook)).id
}

async function findCustomer({ api }: Desk): Promise<string> {
  const { results } = await api<Found>('GET', '/api/users/?limit=1')
  return results[0]?.id ?? ''
}
