import { entityOfList, rowOf } from '@our-print/contract/entities.ts'
import { address } from '../api/call.ts'
import { placeOf } from '../api/early.ts'
import type { LiveEvent } from './live.ts'

/** Whether the answer of an endpoint may be stale after a change of this entity. */
export const isAbout = (url: string, entity: string): boolean =>
  [rowOf[entity]?.list, ...(rowOf[entity]?.stale ?? [])].some((topic) => topic && url.startsWith(topic))

/** Whether the last answer of an endpoint contains an event already. */
export function isKnown(url: string, input: unknown, { place }: LiveEvent): boolean {
  const { params, querystring } = (input ?? {}) as { params?: unknown; querystring?: unknown }
  return (placeOf(address(url, params, querystring)) ?? Number.NEGATIVE_INFINITY) >= place
}

const nounsOf = (url: string): { one: string; many: string } =>
  entityOfList(url === '/api/my_orders/' ? '/api/all-orders/' : url) ?? { one: 'row', many: 'rows' }

/** '3 new orders' */
export function countOf(url: string, number: number): string {
  const { one, many } = nounsOf(url)
  return `${number} new ${number === 1 ? one : many}`
}

/** '2 orders have left' */
export function leftOf(url: string, number: number): string {
  const { one, many } = nounsOf(url)
  return `${number} ${number === 1 ? `${one} has` : `${many} have`} left`
}
