import { makePdf } from '../server/test/pdf.ts'
import { type Desk, staffUser } from './desk.ts'
import type { Ids } from './walk.ts'

/** Records of the demo shop, for the screens that show one. */
export const findRecords = async (desk: Desk): Promise<Ids> => ({
  order: await findOrder(desk),
  user: await findCustomer(desk),
  webhook: await findWebhook(desk),
  quote: await findQuote(desk),
  ...(await findInvoice(desk)),
  ...(await findAccount(desk)),
  approval: await findApproval(desk),
  code: await findCode(desk),
  request: await findRequest(desk),
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

/** An open quote: made where the shop has none. */
async function findQuote(desk: Desk): Promise<string> {
  const { results } = await desk.api<Found>('GET', '/api/quotes/?status=open')
  if (results[0]) return results[0].id
  const form = new FormData()
  form.append('files', new Blob([new Uint8Array(await makePdf(3))]), 'menu.pdf')
  const { id: upload } = await desk.api<{ id: string }>('POST', '/api/order-uploads/', form)
  const order = { user: await findCustomer(desk), title: 'Menu cards', pickup: true, uploads: [upload] }
  return (await desk.api<{ id: string }>('POST', '/api/quotes/', { order })).id
}

/** An invoice of a company, where the shop has one. */
async function findInvoice({ api }: Desk): Promise<Partial<Ids>> {
  const { results } = await api<{ results: { id: string; client: string | null }[] }>(
    'GET',
    '/api/invoices/?limit=100',
  )
  const invoice = results.find(({ client }) => client)
  return invoice?.client ? { invoice: invoice.id, company: invoice.client } : {}
}

/** The account that owes most, whose statement has lines, where somebody owes something. */
async function findAccount({ api }: Desk): Promise<Partial<Ids>> {
  const { results } = await api<Found>('GET', '/api/accounts/?ordering=-owed&limit=1')
  return results[0] ? { account: results[0].id } : {}
}

/** What was asked for, and ran out: a shop with one super admin has no other. */
async function findApproval({ api, shop }: Desk): Promise<string> {
  const { results } = await api<Found>('GET', '/api/approvals/')
  if (results[0]) return results[0].id
  const [made] = await shop.withDatabase(
    (db) => db<{ id: string }[]>`
      insert into approvals (act, endpoint, call, summary, changes, asked_by, asker, expires_at, status, decided_at)
      select 'coins', 'POST /api/users/:id/coins/', '{}', 'Grant 500 coins to Kavya Twice',
        '[{"what": "Coins of Kavya Twice", "before": "20", "after": "520"}]', id, id, now(), 'expired', now()
      from staff_users where is_superuser limit 1 returning id`,
  )
  return made?.id ?? ''
}

/** What a customer asked for on the page of their order. */
async function findRequest({ api, shop }: Desk): Promise<string> {
  const { results } = await api<Found>('GET', '/api/order-requests/')
  if (results[0]) return results[0].id
  const [made] = await shop.withDatabase(
    (db) => db<{ id: string }[]>`
      insert into order_requests (kind, order_id, name, message)
      select 'again', id, 'Kavya Iyer', 'Twenty more, please' from orders order by id limit 1 returning id`,
  )
  return made?.id ?? ''
}

/** The code in an email that was told to a customer. */
async function findCode({ shop }: Desk): Promise<string> {
  const [made] = await shop.withDatabase(
    (db) => db<{ code: string }[]>`
      insert into messages (fact, user_id, about, fact_version, channel, language, state, address)
      select 'coins_earned', id, id, 999999, 'email', 'en', 'dropped', 'kavya@print.test' from users
      order by id limit 1
      on conflict (fact, about, fact_version, channel, again) do update set address = excluded.address
      returning code`,
  )
  return made?.code ?? ''
}

async function findCustomer({ api }: Desk): Promise<string> {
  const { results } = await api<Found>('GET', '/api/users/?limit=1')
  return results[0]?.id ?? ''
}
