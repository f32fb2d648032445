import { type Entity, type EntityKind, entities, rowOf } from './entities.ts'

// What follows from the entities, as types and lists. No schemas here, as there.

type Entities = typeof entities
type Place = NonNullable<Entity['in']>[number]
type KindIn<P extends Place> = {
  [K in EntityKind]: Entities[K] extends { in: readonly (infer Q)[] } ? (P extends Q ? K : never) : never
}[EntityKind]

const kinds = Object.keys(entities) as EntityKind[]
const kindsIn = <P extends Place>(place: P) =>
  kinds.filter((kind): kind is KindIn<P> => rowOf[kind]?.in?.includes(place) ?? false)

/** What can be found. The palette shows its groups in this sequence. */
export const searchKinds = kindsIn('search')
export type SearchKind = KindIn<'search'>

/** What goes to the bin when it is deleted. */
export const binKinds = kindsIn('bin')
export type BinKind = KindIn<'bin'>

/** Of what all that match a filter can be changed or deleted by one action. */
export const bulkKinds = kindsIn('bulk')
export type BulkKind = KindIn<'bulk'>

export type EventType = {
  [K in EntityKind]: Entities[K] extends { events: readonly (infer What extends string)[] }
    ? `${K}.${What}`
    : never
}[EntityKind]

/** What can happen, in groups as people look for it. */
export const eventTypes = kinds.flatMap((kind) =>
  (rowOf[kind]?.events ?? []).map((what) => `${kind}.${what}` as EventType),
)
