import { z } from 'zod'
import { CustomerSettings } from '../customer/customerSettings.ts'
import type { Endpoint } from '../endpoint.ts'
import { PaymentSettings } from '../money/paymentSettings.ts'
import { Version } from '../values.ts'
import { ArrivalSettings } from './arrivalSettings.ts'
import { Configuration } from './configurations.ts'
import { OpeningSettings } from './openingHours.ts'
import { PositionSettings } from './positionSettings.ts'

export const updateConfiguration = {
  method: 'PUT',
  url: '/api/configurations',
  config: {
    access: 'admin',
    summary: 'Update prices, fees, rates or contact details; existing orders keep their price.',
  },
  schema: {
    body: z.strictObject({
      ...Configuration.shape,
      /** These stay as they are where they are not named. */
      usual_lines: Configuration.shape.usual_lines.optional(),
      client_types: Configuration.shape.client_types.optional(),
      ...z.object(PaymentSettings).partial().shape,
      ...z.object(CustomerSettings).partial().shape,
      ...z.object(OpeningSettings).partial().shape,
      ...z.object(ArrivalSettings).partial().shape,
      ...z.object(PositionSettings).partial().shape,
      job_tickets: Configuration.shape.job_tickets.optional(),
      auto_print: Configuration.shape.auto_print.optional(),
      auto_printer: Configuration.shape.auto_printer.optional(),
      version: Version.optional(),
    }),
    response: { 200: Configuration },
  },
} as const satisfies Endpoint
