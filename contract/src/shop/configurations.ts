import { z } from 'zod'
import { CustomerSettings } from '../customer/customerSettings.ts'
import type { Endpoint } from '../endpoint.ts'
import { PaymentSettings } from '../money/paymentSettings.ts'
import { Id, optionalText, Rupees, text, Version } from '../values.ts'
import { ArrivalSettings } from './arrivalSettings.ts'
import { OpeningSettings } from './openingHours.ts'
import { PositionSettings } from './positionSettings.ts'

export const colors = ['bw', 'color'] as const
/** How an order prints: all black, all in colour, or only the pages in colour that carry any. */
export const colorChoices = ['bw', 'color', 'mixed'] as const
export const sides = ['single', 'double'] as const
export const paperSizes = ['A4', 'A3', 'Letter'] as const
/** Whether a delivery needs a proof: who received it, a photo or a signature. */
export const proofRules = ['off', 'optional', 'required'] as const
/** Which orders a courier takes out by a scan: their own ones, or also one that nobody has, by its job ticket. */
export const courierScans = ['own', 'unassigned'] as const
export const bindings = ['none', 'staple', 'spiral', 'hard'] as const

const Factor = z.number().min(0.01).max(100)

/** Prices and fees in rupees, reward rates, the rules of delivery, and the shop's contact details. */
export const Configuration = z
  .object({
    price_per_page: z.strictObject({
      bw: z.strictObject({ single: Rupees, double: Rupees }),
      color: z.strictObject({ single: Rupees, double: Rupees }),
    }),
    paper_factor: z.strictObject({ A4: Factor, A3: Factor, Letter: Factor }),
    binding: z.strictObject({ none: Rupees, staple: Rupees, spiral: Rupees, hard: Rupees }),
    delivery_fee: Rupees,
    /** What orders are often charged besides printing, with the price of one. */
    usual_lines: z.array(z.strictObject({ text: text(100), price: Rupees })).max(30, 'At most 30 lines'),
    coins_per_100_rupees: Rupees,
    claims_per_referral: z.int().min(0).max(1000),
    /** What the types of companies are called, from type 1 on. */
    client_types: z.array(text(40)).max(50, 'At most 50 types'),
    proof_of_delivery: z.enum(proofRules),
    courier_scans: z.enum(courierScans),
    ...PaymentSettings,
    ...CustomerSettings,
    ...OpeningSettings,
    ...ArrivalSettings,
    ...PositionSettings,
    /** Whether a job ticket is printed in front of each order, unless who prints says otherwise. */
    job_tickets: z.boolean(),
    /** Whether orders print by themselves once they are taken in, if the check of their files finds nothing. */
    auto_print: z.boolean(),
    /** On which printer; null: on the one that fits best. */
    auto_printer: Id.nullable(),
    contact: z.strictObject({
      name: optionalText(200),
      phone: optionalText(40),
      email: optionalText(254),
      address: optionalText(500),
    }),
    version: Version,
  })
  .meta({ id: 'Configuration' })
export type Configuration = z.output<typeof Configuration>

export const getConfiguration = {
  method: 'GET',
  url: '/api/configurations',
  config: { access: 'signed-in', summary: 'Prices, fees, rates and contact details.' },
  schema: { response: { 200: Configuration } },
} as const satisfies Endpoint
