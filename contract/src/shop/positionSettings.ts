import { z } from 'zod'
import { Latitude, Longitude } from '../orders/positions.ts'

/** Of the configuration: whether it is kept where orders are handed over, and where the shop is: both or neither. */
export const PositionSettings = {
  keep_positions: z.boolean(),
  shop_latitude: Latitude.nullable(),
  shop_longitude: Longitude.nullable(),
}
export type PositionSettings = {
  [Name in keyof typeof PositionSettings]: z.output<(typeof PositionSettings)[Name]>
}
