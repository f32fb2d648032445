import {
  type Configuration,
  type courierScans,
  type proofRules,
  updateConfiguration,
} from '@our-print/contract/shop/configurations.ts'
import { differences } from '../../base/api/useUpdate.ts'
import { useContractForm, withoutNulls } from '../../base/form/contractForm.tsx'
import { rupees } from '../../base/format/format.ts'

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

type Nullable<T> = {
  [K in keyof T]: T[K] extends number ? number | null : T[K] extends string ? string : Nullable<T[K]>
}

/** The fields of the form: an empty number field is null. */
export type ConfigurationFields = Nullable<Omit<Configuration, 'version'>>

export type Settings = Omit<Configuration, 'version'>

const schema = updateConfiguration.schema.body.omit({ version: true })

export const useConfigurationForm = (defaultValues: ConfigurationFields) =>
  useContractForm(schema, { defaultValues, prepare: withoutNulls })

/** The form's fields of a stored record. */
export const fieldsOf = ({ version: _version, ...settings }: Configuration): Settings => settings

/** Whether all values for the example are filled in. */
export const isComplete = (values: object): boolean =>
  Object.values(values).every((value: unknown) => {
    if (typeof value === 'number') return value >= 0 && Number.isFinite(value)
    return typeof value === 'string' || (typeof value === 'object' && value !== null && isComplete(value))
  })

/** What someone else changed since the form was opened. */
export const configurationChanges = (seen: Configuration, current: Configuration) =>
  differences([
    [
      'Black & white, single-sided',
      ...money(seen.price_per_page.bw.single, current.price_per_page.bw.single),
    ],
    [
      'Black & white, double-sided',
      ...money(seen.price_per_page.bw.double, current.price_per_page.bw.double),
    ],
    ['Colour, single-sided', ...money(seen.price_per_page.color.single, current.price_per_page.color.single)],
    ['Colour, double-sided', ...money(seen.price_per_page.color.double, current.price_per_page.color.double)],
    ['A4', String(seen.paper_factor.A4), String(current.paper_factor.A4)],
    ['A3', String(seen.paper_factor.A3), String(current.paper_factor.A3)],
    ['Letter', String(seen.paper_factor.Letter), String(current.paper_factor.Letter)],
    ['No binding', ...money(seen.binding.none, current.binding.none)],
    ['Staple', ...money(seen.binding.staple, current.binding.staple)],
    ['Spiral', ...money(seen.binding.spiral, current.binding.spiral)],
    ['Hard cover', ...money(seen.binding.hard, current.binding.hard)],
    ['Delivery fee', ...money(seen.delivery_fee, current.delivery_fee)],
    ['Coins per ₹100', String(seen.coins_per_100_rupees), String(current.coins_per_100_rupees)],
    ['Claims per referral', String(seen.claims_per_referral), String(current.claims_per_referral)],
    [
      'Proof of delivery',
      proofRuleLabels[seen.proof_of_delivery],
      proofRuleLabels[current.proof_of_delivery],
    ],
    ['Couriers may scan', courierScanLabels[seen.courier_scans], courierScanLabels[current.courier_scans]],
    ['Shop’s name', seen.contact.name, current.contact.name],
    ['Phone', seen.contact.phone, current.contact.phone],
    ['Email', seen.contact.email, current.contact.email],
    ['Address', seen.contact.address, current.contact.address],
  ])

const money = (before: number, now: number) => [rupees(before), rupees(now)] as const
