import type { Ordering } from '@our-print/contract/paging.ts'
import { type Ability, type Able, can, hasAllOf } from '@our-print/contract/people/abilities.ts'
import type { AbilitySet, abilitySetOrderings } from '@our-print/contract/people/abilitySets.ts'
import { abilityTexts } from '@our-print/contract/people/abilityTexts.ts'
import type { Db, Fragment } from '../../base/database/db.ts'
import { countOf, defineList, sequenceOf } from '../../base/database/pages.ts'
import { contains } from '../../base/database/search.ts'
import { lockRecord, refuseChangedFields } from '../../base/database/versions.ts'
import { conflict, forbidden, invalid, notFound } from '../../base/http/problem.ts'
import type { Actor } from '../../base/http/route.ts'

/** What a staff user `person` may do by their ability set. */
export const abilitiesOf = (db: Db, person: Fragment) => db`
  coalesce((select a.abilities from ability_sets a where a.id = ${person}.ability_set), '{}') as abilities`

type Filter = { actor: Actor; query?: string; ordering?: Ordering<(typeof abilitySetOrderings)[number]> }

const columns = (db: Db, { is_superuser, abilities = [] }: Actor) => db`
  a.id, a.name, a.abilities, coalesce((
    select json_agg(json_build_object('id', s.id, 'full_name', s.full_name) order by s.full_name, s.id)
    from staff_users s where s.ability_set = a.id), '[]') as people,
  ${is_superuser} or a.abilities <@ ${[...abilities]}::text[] as can_give, a.created_at, a.version`

const where = (db: Db, { query }: Filter) => db`where true
  ${query ? db`and ${contains(db, db`search_text(a.name)`, query)}` : db``}`

export const { select, list } = defineList<Filter, AbilitySet>((db, filter) => ({
  select: db`select ${columns(db, filter.actor)} from ability_sets a`,
  from: db`ability_sets a`,
  where: where(db, filter),
  counted: countOf(db, db`ability_sets a ${where(db, filter)}`),
  id: db`a.id`,
  sequence: sequenceOf(
    filter.ordering,
    { name: db`fold_text(a.name) collate "C"`, created_at: db`a.created_at` },
    db`a.id`,
    'name',
  ),
}))

export async function get(db: Db, actor: Actor, id: string): Promise<AbilitySet> {
  const [set] = await db<AbilitySet[]>`select ${columns(db, actor)} from ability_sets a where a.id = ${id}`
  if (!set) throw notFound('Ability set')
  return set
}

type Content = Pick<AbilitySet, 'name' | 'abilities'>

export async function create(db: Db, actor: Actor, content: Content): Promise<AbilitySet> {
  refuseLacked(await lockGiver(db, actor), content.abilities)
  const [{ id }] = await db<[{ id: string }]>`insert into ability_sets ${db(content)} returning id`
  return get(db, actor, id)
}

export async function update(
  db: Db,
  actor: Actor,
  id: string,
  { version, name, abilities, ...readOnly }: Partial<AbilitySet>,
): Promise<AbilitySet> {
  const giver = await lockGiver(db, actor)
  const read = (one: Db, wanted: string) => get(one, actor, wanted)
  const current = await lockRecord(db, { table: 'ability_sets', name: 'Ability set', get: read }, id, version)
  refuseChangedFields(readOnly, current, { version, fields: ['people', 'can_give'] })
  const changed = {
    ...(name !== undefined && name !== current.name && { name }),
    ...(abilities !== undefined && String(abilities) !== String(current.abilities) && { abilities }),
  }
  if (Object.keys(changed).length === 0) return current
  // What it has counts, too: taking away from somebody with more than oneself is not for everybody either.
  refuseLacked(giver, [...current.abilities, ...(abilities ?? [])])
  await db`update ability_sets set version = version + 1, ${db(changed)} where id = ${id}`
  return get(db, actor, id)
}

/** Deletes a set that nobody has. */
export async function remove(db: Db, actor: Actor, id: string): Promise<void> {
  const giver = await lockGiver(db, actor)
  const [locked] = await db<{ id: string }[]>`select id from ability_sets where id = ${id} for update`
  if (!locked) throw notFound('Ability set')
  const { people, abilities, name } = await get(db, actor, id)
  refuseLacked(giver, abilities)
  if (people.length > 0) {
    const who = people.map(({ full_name }) => full_name).slice(0, 3)
    const more = people.length > who.length ? ` and ${people.length - who.length} more` : ''
    const message = `${name} is what ${who.join(', ')}${more} may do. Give them another set first.`
    throw conflict(message, 'in_use')
  }
  await db`delete from ability_sets where id = ${id}`
}

/**
 * What the actor may do now, kept from changing until the end of the transaction: of a set that is narrowed at the same
 * moment nobody gives what they have just lost. Locks them together with whom they change, in the sequence of ids.
 */
async function lockGiver(db: Db, actor: Actor, person = actor.id): Promise<Able> {
  if (actor.is_superuser) return actor
  await db`select 1 from staff_users where id = any(${[actor.id, person]}::uuid[]) order by id for no key update`
  await db`
    select 1 from ability_sets a where a.id = (select ability_set from staff_users where id = ${actor.id}) for share`
  return readAble(db, actor.id)
}

async function readAble(db: Db, person: string): Promise<Able> {
  const [able] = await db<Required<Able>[]>`
    select s.is_superuser, ${abilitiesOf(db, db`s`)} from staff_users s where s.id = ${person}`
  return able ?? { is_superuser: false }
}

function refuseLacked(giver: Able, abilities: readonly Ability[]): void {
  const lacked = new Set(abilities.filter((each) => !can(giver, each)))
  if (lacked.size === 0) return
  const names = [...lacked].map((each) => `“${abilityTexts[each].name}”`).join(', ')
  throw forbidden(`You cannot give or take what you may not do yourself: ${names}`)
}

/**
 * Refuses a change of somebody who may do what the actor may not: with their password, for one, it would be the actor's.
 * Locks both until the end of the transaction.
 */
export async function refuseAbove(db: Db, actor: Actor, person: string): Promise<void> {
  if (actor.is_superuser) return
  const giver = await lockGiver(db, actor, person)
  if (hasAllOf(giver, await readAble(db, person))) return
  throw forbidden('Only somebody who may do all that this person may do can change their account')
}

/** The same of what only they and those above them see. */
export async function refuseSeeingAbove(db: Db, actor: Actor, person: string): Promise<void> {
  if (hasAllOf(actor, await readAble(db, person))) return
  throw forbidden('Only somebody who may do all that this person may do can see this')
}

/** The set that a staff user is to get, locked; refused unless the actor may do all of it. */
export async function refuseGiving(db: Db, actor: Actor, set: string | null | undefined): Promise<void> {
  if (set === null || set === undefined) return
  const giver = await lockGiver(db, actor)
  const [found] = await db<{ abilities: Ability[] }[]>`
    select abilities from ability_sets where id = ${set} for share`
  if (!found) throw invalid('ability_set', 'There is no such ability set')
  refuseLacked(giver, found.abilities)
}
