import { CustomerSettings } from '@our-print/contract/customer/customerSettings.ts'
import { PaymentSettings } from '@our-print/contract/money/paymentSettings.ts'
import { ArrivalSettings } from '@our-print/contract/shop/arrivalSettings.ts'
import { Configuration } from '@our-print/contract/shop/configurations.ts'
import { OpeningSettings } from '@our-print/contract/shop/openingHours.ts'
import { PositionSettings } from '@our-print/contract/shop/positionSettings.ts'
import { updateConfiguration } from '@our-print/contract/shop/updateConfiguration.ts'

export const configurationSchema = updateConfiguration.schema.body.omit({ version: true }).extend({
  ...PaymentSettings,
  ...CustomerSettings,
  ...OpeningSettings,
  ...ArrivalSettings,
  ...PositionSettings,
  usual_lines: Configuration.shape.usual_lines,
  client_types: Configuration.shape.client_types,
  job_tickets: Configuration.shape.job_tickets,
  auto_print: Configuration.shape.auto_print,
  auto_printer: Configuration.shape.auto_printer,
})
