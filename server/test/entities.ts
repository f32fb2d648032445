import type { Api } from './api.ts'
import * as build from './build.ts'
import {
  buildComplaint,
  buildCourierTask,
  buildHandOver,
  buildQuote,
  buildRequest,
  buildStatementLine,
} from './buildDesk.ts'
import { buildPrinter, buildPrintJob, buildStockItem } from './buildPrinting.ts'

type Build = (api: Api) => Promise<{ id: string }>

/** How to make one record of each entity of the contract, by the address of its list. */
export const builders: Record<string, Build> = {
  '/api/all-orders/': ({ db }) => build.buildOrder(db),
  '/api/quotes/': ({ db }) => buildQuote(db),
  '/api/order-requests/': ({ db }) => buildRequest(db),
  '/api/complaints/': ({ db }) => buildComplaint(db),
  '/api/courier-tasks/': ({ db }) => buildCourierTask(db),
  '/api/hand-overs/': ({ db }) => buildHandOver(db),
  '/api/statement-lines/': ({ db }) => buildStatementLine(db),
  '/api/users/': ({ db }) => build.buildUser(db),
  '/api/staff_users/': ({ db }) => build.buildStaff(db),
  '/api/contact_us/': ({ db }) => build.buildLead(db),
  '/api/subscription-plans/': ({ db }) => build.buildPlan(db),
  '/api/user-subscription-plans/': ({ db }) => build.buildSoldPlan(db),
  '/api/clients/': ({ db }) => build.buildClient(db),
  '/api/voucher-groups/': buildGroup,
  '/api/get-voucher/': buildVoucher,
  '/api/get-purchased-voucher/': buildSoldVoucher,
  '/api/qr-codes/': buildQrCode,
  '/api/saved-views/': buildView,
  '/api/ability-sets/': buildAbilitySet,
  '/api/printers/': ({ db }) => buildPrinter(db),
  '/api/print-jobs/': ({ db }) => buildPrintJob(db),
  '/api/stock/': ({ db }) => buildStockItem(db),
  '/api/webhooks/': buildWebhook,
  '/api/message-templates/': firstOf('/api/message-templates/'),
  '/api/message-channels/': firstOf('/api/message-channels/'),
  '/coupon_app/api/coupons/': ({ db }) => build.buildCoupon(db),
}

/** Of what there is from the beginning. */
function firstOf(list: string): Build {
  return async (api) => {
    const { results } = (await api.as('admin').get(list)).json<{ results: [{ id: string }] }>()
    return results[0]
  }
}

async function buildWebhook(api: Api) {
  const webhook = { url: 'https://example.com/hook', event_types: ['lead.created'] }
  return (await api.as('admin').post('/api/webhooks/', webhook)).json<{ id: string }>()
}

let sets = 0

async function buildAbilitySet(api: Api) {
  const set = { name: `Set ${sets++}`, abilities: ['orders'] }
  return (await api.as('admin').post('/api/ability-sets/', set)).json<{ id: string }>()
}

let views = 0

async function buildView(api: Api) {
  const view = { list: '/total_orders', name: `View ${views++}`, search: 'color=color', is_shared: true }
  return (await api.as('admin').post('/api/saved-views/', view)).json<{ id: string }>()
}

async function buildImage({ db }: Api): Promise<string> {
  const [image] = await db<[{ id: string }]>`
    insert into images (storage_key, size) values (uuid_v7() || '.png', 1) returning id`
  return image.id
}

async function buildGroup(api: Api) {
  const group = await build.buildVouchers(api.db)
  await api.db`update voucher_infos set version = version + 1, image_id = ${await buildImage(api)} where id = ${group.id}`
  return group
}

async function buildVoucher(api: Api) {
  const [voucher] = (await buildGroup(api)).vouchers
  return { id: voucher?.id ?? '' }
}

async function buildSoldVoucher(api: Api) {
  const user = await build.buildUser(api.db)
  const group = await buildGroup(api)
  const body = { user_id: user.id, voucher_info_id: group.id }
  return (await api.as('admin').post('/api/save-purchased-voucher/', body)).json<{ id: string }>()
}

async function buildQrCode(api: Api) {
  return build.buildQrCode(api.db, { image_id: await buildImage(api) })
}
