import type { Act } from './actQueue.ts'
import { useActs } from './roundActs.ts'

/** What waits of an order on this phone, or was refused, in its sequence. */
export const useActsOf = (order: string): readonly Act[] => useActs().filter((one) => one.order === order)
