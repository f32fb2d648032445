import { zodResolver } from '@hookform/resolvers/zod'
import { type Configuration, saveConfiguration } from '@our-print/contract/configurations.ts'
import type { Resolver } from 'react-hook-form'
import { differences } from '../api/useChange.ts'
import { rupees } from '../format/format.ts'

type Emptied<T> = {
  [K in keyof T]: T[K] extends number ? number | null : T[K] extends string ? string : Emptied<T[K]>
}

/** The configuration as it is filled in: a number that is being typed anew is null for a while. */
export type ConfigurationFields = Emptied<Omit<Configuration, 'version'>>

export type Settings = Omit<Configuration, 'version'>

const check = zodResolver(saveConfiguration.schema.body.omit({ version: true })) as Resolver<
  ConfigurationFields,
  unknown,
  Settings
>

/** The server's own schema, to which an empty number is missing. */
export const resolveConfiguration: typeof check = (values, context, options) =>
  check(withoutNulls(values) as ConfigurationFields, context, options)

const withoutNulls = (values: object): object =>
  Object.fromEntries(
    Object.entries(values).flatMap(([key, value]: [string, unknown]) => {
      if (value === null) return []
      return [[key, typeof value === 'object' ? withoutNulls(value) : value]]
    }),
  )

/** The form's fields of what the server keeps. */
export const fieldsOf = ({ version: _version, ...settings }: Configuration): Settings => settings

/** Whether an example can be worked out of what is typed. */
export const isComplete = (values: object): boolean =>
  Object.values(values).every((value: unknown) => {
    if (typeof value === 'number') return value >= 0 && Number.isFinite(value)
    return typeof value === 'string' || (typeof value === 'object' && value !== null && isComplete(value))
  })

/** What someone else changed since the form was opened. */
export const configurationChanges = (seen: Configuration, now: Configuration) =>
  differences([
    ['Black & white, single-sided', ...money(seen.price_per_page.bw.single, now.price_per_page.bw.single)],
    ['Black & white, double-sided', ...money(seen.price_per_page.bw.double, now.price_per_page.bw.double)],
    ['Colour, single-sided', ...money(seen.price_per_page.color.single, now.price_per_page.color.single)],
    ['Colour, double-sided', ...money(seen.price_per_page.color.double, now.price_per_page.color.double)],
    ['A4', String(seen.paper_factor.A4), String(now.paper_factor.A4)],
    ['A3', String(seen.paper_factor.A3), String(now.paper_factor.A3)],
    ['Letter', String(seen.paper_factor.Letter), String(now.paper_factor.Letter)],
    ['No binding', ...money(seen.binding.none, now.binding.none)],
    ['Staple', ...money(seen.binding.staple, now.binding.staple)],
    ['Spiral', ...money(seen.binding.spiral, now.binding.spiral)],
    ['Hard cover', ...money(seen.binding.hard, now.binding.hard)],
    ['Delivery fee', ...money(seen.delivery_fee, now.delivery_fee)],
    ['Coins per ₹100', String(seen.coins_per_100_rupees), String(now.coins_per_100_rupees)],
    ['Claims per referral', String(seen.claims_per_referral), String(now.claims_per_referral)],
    ['Shop’s name', seen.contact.name, now.contact.name],
    ['Phone', seen.contact.phone, now.contact.phone],
    ['Email', seen.contact.email, now.contact.email],
    ['Address', seen.contact.address, now.contact.address],
  ])

const money = (before: number, now: number) => [rupees(before), rupees(now)] as const
