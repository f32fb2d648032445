import { idOrUnknown, isId } from '../../base/api/ids.ts'

type Filters = { id?: string | undefined; purchased?: string | undefined }

/** The filters of the address as a querystring of the server. */
export function voucherFilter({ id, purchased }: Filters) {
  const is_assigned = (['true', 'false'] as const).find((flag) => flag === purchased)
  return { ...(id && { id: idOrUnknown(id) }), ...(is_assigned && { is_assigned }) }
}

/** The ids in `voucherList`, a JSON list; undefined if it is not valid. */
export function readVoucherList(text: string | null): string[] | undefined {
  try {
    const list: unknown = JSON.parse(text ?? '')
    const isList = Array.isArray(list) && list.every(isId)
    return isList ? list : undefined
  } catch {
    return undefined
  }
}
