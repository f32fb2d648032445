import {
  bindings,
  type Configuration,
  colors,
  type courierScans,
  paperSizes,
  type proofRules,
  sides,
  updateConfiguration,
} from '@our-print/contract/shop/configurations.ts'
import { differences } from '../../base/api/useUpdate.ts'
import { useContractForm, withoutNulls } from '../../base/form/contractForm.tsx'
import { rupees } from '../../base/format/format.ts'
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
