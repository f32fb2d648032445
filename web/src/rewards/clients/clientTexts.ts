import type { Client, ClientAddress } from '@our-print/contract/rewards/clients.ts'
import { isId } from '../../base/api/ids.ts'
import { differences } from '../../base/api/useUpdate.ts'
import { count, formatDay, rupees, yesNo } from '../../base/format/format.ts'

/** The id in `companyInfo`, an encoded company; undefined where there is none. */
export function readCompanyInfo(text: string | null): string | undefined {
  try {
    const { id } = JSON.parse(text ?? '') as { id?: unknown }
    return isId(id) ? id : undefined
  } catch {
    return undefined
  }
}

/** The address of a company's vouchers, with the ids of its groups. */
export const vouchersUrl = (clientName: string, groups: readonly string[]) =>
  `/clientVouchers?${new URLSearchParams({ clientName, voucherList: JSON.stringify(groups) })}`

/** The address of what customers bought of a company. */
export const purchasedUrl = (client: string) => `/vouchers?tab=purchased&client=${client}`

/** A company's postal address, which the server stores as JSON text. */
export const addressOf = ({ address }: Pick<Client, 'address'>) => JSON.parse(address) as ClientAddress

/** What a type of companies is called; its number where it has no name. */
export const typeName = (type: number, names: readonly string[] = []) => names[type - 1] ?? count(type)

/** The changes between the version of a company that the person saw and the current one. */
export function clientChanges(seen: Client, current: Client) {
  const [before, after] = [addressOf(seen), addressOf(current)]
  return differences([
    ['Name', seen.name, current.name],
    ['Phone', seen.contact, current.contact],
    ['Country', before.country, after.country],
    ['State', before.state, after.state],
    ['City', before.city, after.city],
    ['Pincode', before.pincode, after.pincode],
    ['Client type', String(seen.client_type), String(current.client_type)],
    ['Potential', seen.potential, current.potential],
    ['Is advertisable', yesNo(seen.is_advertisible), yesNo(current.is_advertisible)],
    ['Joined on', formatDay(seen.joined_on), formatDay(current.joined_on)],
    ['Low stock below', String(seen.low_stock_below), String(current.low_stock_below)],
    ['Agreed price', rupees(seen.agreed_price), rupees(current.agreed_price)],
  ])
}
