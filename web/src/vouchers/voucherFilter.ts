const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const nobody = '00000000-0000-7000-8000-000000000000'

type Filters = { id?: string | undefined; purchased?: string | undefined }

/** What the address asks for, as the server takes it. What is no id finds nothing, rather than fail. */
export function voucherFilter({ id, purchased }: Filters) {
  const is_assigned = (['true', 'false'] as const).find((flag) => flag === purchased)
  return { ...(id && { id: isId.test(id) ? id : nobody }), ...(is_assigned && { is_assigned }) }
}

/** The ids of groups in `voucherList`, a JSON list; undefined where it is none. */
export function readVoucherList(text: string | null): string[] | undefined {
  try {
    const list: unknown = JSON.parse(text ?? '')
    const isList = Array.isArray(list) && list.every((id) => typeof id === 'string' && isId.test(id))
    return isList ? (list as string[]) : undefined
  } catch {
    return undefined
  }
}
