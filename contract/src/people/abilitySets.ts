import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { csv, ordering, page, paging } from '../paging.ts'
import { byId, Id, Time, text, Version } from '../values.ts'
import { abilities } from './abilities.ts'

const AbilityName = z.enum(abilities, { error: `An ability is one of ${abilities.join(', ')}` })

/** Abilities in their usual sequence, each once. */
const Abilities = z
  .array(AbilityName)
  .min(1, 'Choose at least one ability')
  .max(abilities.length)
  .transform((chosen) => abilities.filter((each) => chosen.includes(each)))

export const longestSetName = 60

/** Abilities under a name, which staff users can be given. */
export const AbilitySet = z
  .object({
    id: Id,
    name: z.string(),
    abilities: z.array(z.enum(abilities)),
    /** The staff users who have it, by name. */
    people: z.array(z.object({ id: Id, full_name: z.string() })),
    /** Whether the caller may give, change and delete it: they have all of its abilities. */
    can_give: z.boolean(),
    created_at: Time,
    version: Version,
  })
  .meta({ id: 'AbilitySet' })
export type AbilitySet = z.output<typeof AbilitySet>

export const abilitySetOrderings = ['name', 'created_at'] as const

export const listAbilities = {
  method: 'GET',
  url: '/api/abilities/',
  config: {
    access: 'admin',
    summary:
      'The abilities that ability sets consist of, and whether the caller has them and so may give them.',
  },
  schema: {
    response: {
      200: z.array(
        z
          .object({ ability: z.enum(abilities), name: z.string(), about: z.string(), can_give: z.boolean() })
          .meta({ id: 'Ability' }),
      ),
    },
  },
} as const satisfies Endpoint

export const listAbilitySets = {
  method: 'GET',
  url: '/api/ability-sets/',
  config: { access: 'admin', summary: 'List the ability sets, by name by default; query searches the name.' },
  schema: {
    querystring: z.strictObject({ ...paging, ...csv, ...ordering(abilitySetOrderings) }),
    response: { 200: page(AbilitySet) },
  },
} as const satisfies Endpoint

export const getAbilitySet = {
  method: 'GET',
  url: '/api/ability-sets/:id/',
  config: { access: 'admin', summary: 'One ability set, with who has it.' },
  schema: { ...byId, response: { 200: AbilitySet } },
} as const satisfies Endpoint

const onlyOwn = '403 for an ability that the caller lacks.'

export const createAbilitySet = {
  method: 'POST',
  url: '/api/ability-sets/',
  config: { access: 'admin', summary: `Create an ability set. ${onlyOwn}` },
  schema: {
    body: z.strictObject({ name: text(longestSetName), abilities: Abilities }),
    response: { 201: AbilitySet },
  },
} as const satisfies Endpoint

/** The whole record or any part of it. Read-only fields may be sent back unchanged. */
export const updateAbilitySet = {
  method: 'PATCH',
  url: '/api/ability-sets/:id/',
  config: {
    access: 'admin',
    summary: `Change an ability set. Who has it loses or gets abilities at once; what they have open follows within 30 seconds. ${onlyOwn}`,
  },
  schema: {
    ...byId,
    body: z.strictObject({ ...AbilitySet.shape, name: text(longestSetName), abilities: Abilities }).partial(),
    response: { 200: AbilitySet },
  },
} as const satisfies Endpoint

export const deleteAbilitySet = {
  method: 'DELETE',
  url: '/api/ability-sets/:id/',
  config: { access: 'admin', summary: `Delete an ability set; 409 while somebody has it. ${onlyOwn}` },
  schema: { ...byId, response: { 204: z.null() } },
} as const satisfies Endpoint
