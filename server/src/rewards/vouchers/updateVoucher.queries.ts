import type { updateVoucher } from '@our-print/contract/rewards/vouchers.ts'
import type { z } from 'zod'
import { refusePast } from '../../base/database/days.ts'
import { type Db, violatedConstraint } from '../../base/database/db.ts'
import { checkVersion, refuseChangedFields } from '../../base/database/versions.ts'
import { conflict, duplicate, invalid, notFound } from '../../base/http/problem.ts'
import * as images from '../images/images.queries.ts'
import { isDataUrl } from './pngDataUrl.ts'
import { lockGroupsExclusive } from './voucherGroups.queries.ts'
import type { VoucherRow } from './vouchers.queries.ts'
import * as vouchers from './vouchers.queries.ts'

type Sent = z.output<typeof updateVoucher.schema.body>

/**
 * Updates a voucher, and the fields of its group, which all unsold vouchers of the group share; sold ones keep theirs.
 * `newImage` is the id of an image that was sent as a data URL and is stored already.
 */
export async function update(db: Db, sent: Sent, newImage: string | undefined): Promise<VoucherRow> {
  const { id, voucher_code, voucher_detail, cost, expiry_date, image, version, ...readOnly } = sent
  const current = await lock(db, id)
  await checkVersion('Voucher', version, current, () => current)
  if (current.is_assigned) throw conflict('A purchased voucher cannot be changed.', 'purchased')
  refuseChangedFields(readOnly, current, { version, fields: ['client_name'] })
  if (expiry_date !== undefined && expiry_date !== current.expiry_date)
    await refusePast(db, expiry_date, 'expiry_date')
  await updateCode(db, current, voucher_code ?? current.voucher_code)
  await updateGroup(db, current, {
    voucher_detail: voucher_detail ?? current.voucher_detail,
    cost: cost ?? current.cost,
    expiry_date: expiry_date ?? current.expiry_date,
    image_id: newImage ?? imageAfter(image, current),
  })
  return vouchers.get(db, id)
}

/** Locks the group, so that no voucher of it is sold meanwhile, and returns the voucher. */
async function lock(db: Db, id: string): Promise<VoucherRow> {
  const [code] = await db<{ group: string }[]>`
    select voucher_info_id as "group" from live_vouchers where id = ${id}`
  if (!code) throw notFound('Voucher')
  await lockGroupsExclusive(db, [code.group])
  await db`select 1 from live_vouchers where id = ${id} for no key update`
  return vouchers.get(db, id)
}

/** The image id after the update: unchanged if `image` is absent or its present URL; null removes the image. */
function imageAfter(image: string | null | undefined, { image_id }: VoucherRow): string | null {
  if (image === null) return null
  const isOwnImage = image_id !== null && image?.includes(`/api/images/${image_id}/`)
  if (image === undefined || isOwnImage) return image_id
  throw invalid('image', isDataUrl(image) ? 'The picture must be a PNG' : 'Send the picture as a data URL')
}

async function updateCode(
  db: Db,
  { id, voucher_code, client_name }: VoucherRow,
  wanted: string,
): Promise<void> {
  if (wanted === voucher_code) return
  try {
    await db`update vouchers set version = version + 1, voucher_code = ${wanted} where id = ${id}`
  } catch (error) {
    if (violatedConstraint(error) !== 'vouchers_voucher_code_taken') throw error
    throw duplicate('voucher_code', `${client_name} has the code ${wanted} already`)
  }
}

type Shared = Pick<VoucherRow, 'voucher_detail' | 'cost' | 'expiry_date' | 'image_id'>

async function updateGroup(db: Db, current: VoucherRow, wanted: Shared): Promise<void> {
  const isUnchanged = (Object.keys(wanted) as (keyof Shared)[]).every((key) => wanted[key] === current[key])
  if (isUnchanged) return
  const facts = { ...wanted, cost: Math.round(wanted.cost * 100) }
  await db`update voucher_infos set version = version + 1, ${db(facts)} where id = ${current.voucherInfoId}`
  if (current.image_id !== wanted.image_id) await images.deleteReplaced(db, current.image_id)
}
