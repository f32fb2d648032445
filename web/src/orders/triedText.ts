import type { CourierTask } from '@our-print/contract/orders/courierTasks.ts'
import { rupees } from '../base/format/format.ts'

/** What a courier did, with what they collected where the reader may see it. */
export const triedText = ({ tried, collected }: Pick<CourierTask, 'tried' | 'collected'>): string =>
  [tried, ...(collected === null ? [] : [`${rupees(collected)} collected`])].join(', ')
