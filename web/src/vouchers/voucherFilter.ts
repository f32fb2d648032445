import { idOrUnknown, isId } from '../api/ids.ts'

type Filters = { id?: string | undefined; purchased?: string | undefined }

/** What the address asks for, as the server takes it. */
export function voucherFilter({ id, purchased }: Filters) {
  const is_assigned = (['true', 'false'] as const).find((flag) => flag === purchased)
  return { ...(id && { id: idOrUnknown(id) }), ...(is_assigned && { is_assigned }) }
}

/** The ids of groups in `voucherList`, a JSON list; undefined where it is none. */
export function readVoucherList(text: string | null): string[] | undefined {
  try {
    const list: unknown = JSON.parse(text ?? '')
    const isList = Array.isArray(list) && list.every(isId)
    return isList ? list : undefined
  } catch {
    return undefined
  }
}
