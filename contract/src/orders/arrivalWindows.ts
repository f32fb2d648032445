import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { Time } from '../values.ts'

/** So many days are offered, from today on. */
export const offeredDays = 7

/** A window as an order has it: it ends at its promised time. */
export const ArrivalWindow = z.object({ window_from: Time, promised_at: Time })
export type ArrivalWindow = z.output<typeof ArrivalWindow>

export const listArrivalWindows = {
  method: 'GET',
  url: '/api/promises/windows/',
  config: {
    access: 'admin',
    summary: `The shop’s windows of the next ${offeredDays} days that have not begun and are not full, the first one first.`,
  },
  schema: { response: { 200: z.array(ArrivalWindow) } },
} as const satisfies Endpoint
