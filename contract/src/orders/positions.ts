import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { Id } from '../values.ts'

export const Latitude = z.number().min(-90, 'From -90 to 90').max(90, 'From -90 to 90')
export const Longitude = z.number().min(-180, 'From -180 to 180').max(180, 'From -180 to 180')

/** A position is kept if it is at most so many metres wrong: the next house is another one. */
export const mostMetresWrong = 50

/** Where a phone was at a delivery, and by how many metres that may be wrong. */
export const Position = z.strictObject({
  latitude: Latitude,
  longitude: Longitude,
  accuracy: z.number().min(0).max(100_000_000),
})
export type Position = z.output<typeof Position>

export const listStopPositions = {
  method: 'GET',
  url: '/api/my_orders/positions/',
  config: {
    access: 'signed-in',
    summary:
      'Where the stops of the signed-in person’s round are, as far as earlier deliveries to the same address of the same customer tell.',
  },
  schema: {
    response: { 200: z.array(z.object({ order: Id, latitude: Latitude, longitude: Longitude })) },
  },
} as const satisfies Endpoint
