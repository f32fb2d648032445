/** How a column is sorted: the field of the API, and what its values are. */
export type ColumnSort = { by: string; as: keyof typeof directionLabels }

/** The sequence of a list: `field` or `-field`, as the API has it. */
export type Sorting = {
  /** By which the list can be sorted. */
  fields: readonly string[]
  ordering: string
  usual: string
  choose: (ordering: string) => void
}

export type Direction = 'asc' | 'desc'

/** What the two directions are called. An age grows while its time gets older. */
const directionLabels = {
  text: { asc: 'A to Z', desc: 'Z to A' },
  number: { asc: 'lowest first', desc: 'highest first' },
  time: { asc: 'oldest first', desc: 'newest first' },
  day: { asc: 'earliest first', desc: 'latest first' },
  state: { asc: 'first to last', desc: 'last to first' },
  age: { asc: 'shortest first', desc: 'longest first' },
} as const

const flipped = { asc: 'desc', desc: 'asc' } as const

/** The ordering that sorts by a column in this direction. */
export function orderingOf({ by, as }: ColumnSort, direction: Direction): string {
  const sent = as === 'age' ? flipped[direction] : direction
  return sent === 'desc' ? `-${by}` : by
}

/** The direction in which a list is sorted by this column. */
export const directionOf = (sort: ColumnSort, ordering: string): Direction | undefined =>
  (['asc', 'desc'] as const).find((direction) => orderingOf(sort, direction) === ordering)

/** The ordering after a click on a column: the opposite one, or what people look for first. */
export function nextOrdering(sort: ColumnSort, ordering: string): string {
  const now = directionOf(sort, ordering)
  return orderingOf(sort, now ? flipped[now] : ['text', 'day', 'state'].includes(sort.as) ? 'asc' : 'desc')
}

/** What can be sorted, with its title. */
export type Sortable = { title: string; sort?: ColumnSort }

/** Every sequence of a list in words, one column for each field. */
export const sequencesOf = (columns: readonly Sortable[]) =>
  columns
    .flatMap(({ title, sort }) => (sort ? [{ title, sort }] : []))
    .filter(({ sort }, at, all) => all.findIndex((other) => other.sort.by === sort.by) === at)
    .flatMap(({ title, sort }) =>
      (['desc', 'asc'] as const).map((direction) => ({
        ordering: orderingOf(sort, direction),
        label: `${title}: ${directionLabels[sort.as][direction]}`,
      })),
    )
