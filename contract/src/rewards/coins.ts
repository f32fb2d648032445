import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { Id, RupeeSum, Said, Time, text, twoPlaces } from '../values.ts'

/** An entry of a customer's coin ledger; never updated. `delta` is negative when the balance falls. */
export const CoinEntry = z.object({
  id: Id,
  at: Time,
  delta: z.number(),
  /** What somebody typed, or what the shop itself writes. */
  reason: Said,
  order: Id.nullable(),
  order_number: z.int().nullable(),
  purchased_voucher: Id.nullable(),
  by: z.string().nullable(),
})
export type CoinEntry = z.output<typeof CoinEntry>

export const getCoins = {
  method: 'GET',
  url: '/api/get-user-coin-info/',
  config: {
    access: 'admin',
    summary: 'Coins of a customer: balance, earned, spent and the newest 200 entries.',
  },
  schema: {
    querystring: z.strictObject({ user_id: Id }),
    response: {
      200: z
        .object({
          user_id: Id,
          balance: RupeeSum,
          earned: RupeeSum,
          spent: RupeeSum,
          entries: z.array(CoinEntry),
        })
        .meta({ id: 'Coins' }),
    },
  },
} as const satisfies Endpoint

export const createCoinEntry = {
  method: 'POST',
  url: '/api/users/:id/coins/',
  config: {
    access: 'admin',
    secondPerson: true,
    summary: 'Grant coins, or deduct them with a negative delta; the balance cannot go below zero.',
  },
  schema: {
    params: z.strictObject({ id: Id }),
    body: z.strictObject({
      delta: z
        .number({ error: 'This must be a number' })
        .min(-1_000_000, 'This is too much')
        .max(1_000_000, 'This is too much')
        .refine((coins) => coins !== 0, 'This cannot be zero')
        .refine(twoPlaces, 'At most two decimal places'),
      reason: text(200),
    }),
    response: { 201: CoinEntry },
  },
} as const satisfies Endpoint
