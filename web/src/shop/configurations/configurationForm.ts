import type { customerCancels, orderIntakes } from '@our-print/contract/customer/customerSettings.ts'
import { languageNames } from '@our-print/contract/customer/languages.ts'
import type { unpaidDeliveries } from '@our-print/contract/money/paymentSettings.ts'
import {
  bindings,
  type Configuration,
  colors,
  type courierScans,
  paperSizes,
  type proofRules,
  sides,
} from '@our-print/contract/shop/configurations.ts'
import { weekdays } from '@our-print/contract/shop/openingHours.ts'
import { differences } from '../../base/api/useUpdate.ts'
import { lazyFile } from '../../base/feedback/lazyPart.tsx'
import { useContractForm, withoutNulls } from '../../base/form/contractForm.tsx'
import { amountSign, asText, formatDay, rupees } from '../../base/format/format.ts'
import { bindingLabels, colorLabels, sidesLabels } from './printTexts.ts'

/** What people call the rules for a proof of delivery. */
export const proofRuleLabels: Record<(typeof proofRules)[number], string> = {
  off: 'Off',
  optional: 'Optional',
  required: 'Required',
}

/** What people call the orders that a courier may take out by a scan. */
export const courierScanLabels: Record<(typeof courierScans)[number], string> = {
  own: 'Own orders',
  unassigned: 'Also unassigned ones',
}

/** What people call the rules for deliveries that are not paid. */
export const unpaidDeliveryLabels: Record<(typeof unpaidDeliveries)[number], string> = {
  never: 'Never',
  with_note: 'With a note',
  always: 'Always',
}

/** What people call whether customers may cancel by their link. */
export const customerCancelLabels: Record<(typeof customerCancels)[number], string> = {
  asks: 'After you agree',
  directly: 'At once',
  never: 'No',
}

/** What people call whether visitors may ask for orders. */
export const orderIntakeLabels: Record<(typeof orderIntakes)[number], string> = { off: 'Off', open: 'Open' }

/** What people call the days of the week. */
export const weekdayLabels: Record<(typeof weekdays)[number], string> = {
  sun: 'Sunday',
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
}

type Nullable<T> = {
  [K in keyof T]: T[K] extends number
    ? number | null
    : T[K] extends string | boolean | null
      ? T[K]
      : Nullable<T[K]>
}

/** The fields of the form: an empty number field is null. */
export type ConfigurationFields = Nullable<Omit<Configuration, 'version'>>

export type Settings = Omit<Configuration, 'version'>

const schema = lazyFile(async () => (await import('./configurationSchema.ts')).configurationSchema)

export const useConfigurationForm = (defaultValues: ConfigurationFields) =>
  useContractForm(schema, {
    defaultValues,
    prepare: (fields) => ({
      ...withoutNulls(fields),
      auto_printer: fields.auto_printer || null,
      // Without a number a window is never full.
      arrival_windows: fields.arrival_windows,
      shop_latitude: fields.shop_latitude,
      shop_longitude: fields.shop_longitude,
    }),
  })

/** The form's fields of a stored record. */
export const fieldsOf = ({ version: _version, ...settings }: Configuration): Settings => settings

/** Whether all values for the example are filled in. */
export const isComplete = (values: object): boolean =>
  Object.values(values).every((value: unknown) => {
    if (typeof value === 'boolean') return true
    if (typeof value === 'number') return value >= 0 && Number.isFinite(value)
    return typeof value === 'string' || (typeof value === 'object' && value !== null && isComplete(value))
  })

/** What someone else changed since the form was opened. */
export const configurationChanges = (seen: Configuration, current: Configuration) =>
  differences([
    ...colors.flatMap((color) =>
      sides.map((side) => {
        const name = `${colorLabels[color]}, ${sidesLabels[side].toLowerCase()}`
        return [
          name,
          ...money(seen.price_per_page[color][side], current.price_per_page[color][side]),
        ] as const
      }),
    ),
    ...paperSizes.map(
      (size) => [size, String(seen.paper_factor[size]), String(current.paper_factor[size])] as const,
    ),
    ...bindings.map((binding) => {
      const name = binding === 'none' ? 'No binding' : bindingLabels[binding]
      return [name, ...money(seen.binding[binding], current.binding[binding])] as const
    }),
    ['Delivery fee', ...money(seen.delivery_fee, current.delivery_fee)],
    ['Usual extras', extras(seen), extras(current)],
    [`Coins per ${amountSign()}100`, String(seen.coins_per_100_rupees), String(current.coins_per_100_rupees)],
    ['Claims per referral', String(seen.claims_per_referral), String(current.claims_per_referral)],
    ['Types of companies', seen.client_types.join(', '), current.client_types.join(', ')],
    [
      'Proof of delivery',
      proofRuleLabels[seen.proof_of_delivery],
      proofRuleLabels[current.proof_of_delivery],
    ],
    [
      'Delivery staff may scan',
      courierScanLabels[seen.courier_scans],
      courierScanLabels[current.courier_scans],
    ],
    [
      'Deliver unpaid orders',
      unpaidDeliveryLabels[seen.unpaid_delivery],
      unpaidDeliveryLabels[current.unpaid_delivery],
    ],
    ['Further ways to pay', seen.payment_methods.join(', '), current.payment_methods.join(', ')],
    ['Customers may owe', ...money(seen.credit_limit_customer, current.credit_limit_customer)],
    ['Companies may owe', ...money(seen.credit_limit_company, current.credit_limit_company)],
    ['Name on the payment code', seen.payee_name, current.payee_name],
    ['UPI address', seen.payee_address, current.payee_address],
    ['IBAN', seen.payee_iban, current.payee_iban],
    ['BIC', seen.payee_bic, current.payee_bic],
    [
      'Customers may cancel',
      customerCancelLabels[seen.customer_cancels],
      customerCancelLabels[current.customer_cancels],
    ],
    ['Orders by link', orderIntakeLabels[seen.order_intake], orderIntakeLabels[current.order_intake]],
    ['Language for customers', languageNames[seen.language], languageNames[current.language]],
    ...weekdays.map((day) => [weekdayLabels[day], hoursText(seen, day), hoursText(current, day)] as const),
    ['Holidays', holidaysText(seen), holidaysText(current)],
    ['Arrival windows', windowsText(seen), windowsText(current)],
    ['Keep where orders are handed over', yesNo(seen.keep_positions), yesNo(current.keep_positions)],
    ['Where the shop is', positionText(seen), positionText(current)],
    ['Job ticket in front', yesNo(seen.job_tickets), yesNo(current.job_tickets)],
    ['Print when taken in', yesNo(seen.auto_print), yesNo(current.auto_print)],
    ['Printer', printerText(seen), printerText(current)],
    ['Shop’s name', seen.contact.name, current.contact.name],
    ['Phone', seen.contact.phone, current.contact.phone],
    ['Email', seen.contact.email, current.contact.email],
    ['Address', seen.contact.address, current.contact.address],
  ])

/** The configuration knows only the id of the printer. */
const printerText = ({ auto_printer }: Configuration) =>
  auto_printer?.slice(-6) ?? asText('The one that fits best')

const hoursText = ({ opening_hours }: Configuration, day: (typeof weekdays)[number]) => {
  const { opens, closes } = opening_hours[day]
  return opens ? `${opens} to ${closes}` : 'closed'
}

const holidaysText = ({ holidays }: Configuration) =>
  holidays.map(({ day, name }) => `${formatDay(day)} ${name}`).join(', ')

const positionText = ({ shop_latitude, shop_longitude }: Configuration) =>
  shop_latitude === null ? '' : `${shop_latitude}, ${shop_longitude}`

const windowsText = ({ arrival_windows }: Configuration) =>
  arrival_windows
    .map(({ from, until, most_orders }) => `${from} to ${until}${most_orders ? ` (${most_orders})` : ''}`)
    .join(', ')

const extras = ({ usual_lines }: Configuration) =>
  usual_lines.map(({ text, price }) => `${text} ${rupees(price)}`).join(', ')

const yesNo = (is: boolean) => (is ? 'Yes' : 'No')

const money = (before: number, now: number) => [rupees(before), rupees(now)] as const
