/** What a job prints: some copies of a document, each from its first side on. */
export interface Extent {
  copies: number
  duplex: boolean
  /** Sides of the whole document. */
  impressions: number
  first_impression: number
}

/** Sides of one copy. */
const perCopy = ({ impressions, first_impression }: Extent) => impressions - first_impression + 1

/** Sides of all copies. */
export const totalOf = (extent: Extent): number => extent.copies * perCopy(extent)

/** The side on the front of the sheet that a side is on. */
export const frontOf = (impression: number, duplex: boolean): number =>
  duplex && impression % 2 === 0 ? impression - 1 : impression

/**
 * What is missing when a job ends early. Of several copies the one that was begun is printed as a whole again, so that no
 * two stacks must be put together.
 */
export function restOf(job: Extent & { impressions_done: number }): Extent | undefined {
  const copies = job.copies - Math.floor(job.impressions_done / perCopy(job))
  if (copies === 0) return undefined
  const begun = job.impressions_done % perCopy(job)
  const first = job.first_impression + begun
  const { duplex, impressions, first_impression } = job
  return copies === 1
    ? { copies, duplex, impressions, first_impression: Math.max(first_impression, frontOf(first, duplex)) }
    : { copies, duplex, impressions, first_impression }
}

/** A job that prints something of one request: its first job, and those that go on with it or replace parts of it. */
export interface ChainedJob extends Extent {
  id: string
  is_finished: boolean
  impressions_done: number
  impressions_wasted: number
  /** Sides of other jobs, by their ids, that became waste for it. */
  replaces?: Readonly<Record<string, number>>
}

/** Sides that the jobs print or have printed, without those that are waste. */
export const expectedOf = (jobs: readonly ChainedJob[]): number =>
  jobs.reduce(
    (sum, job) => sum + (job.is_finished ? job.impressions_done : totalOf(job)) - job.impressions_wasted,
    0,
  )

/**
 * Sides that were asked for of a chain, its oldest job first: those of its first job, and more where a reprint was to print more
 * copies than that. What printed nothing asks for nothing any more, unless it is the job that is `named`.
 */
export function askedOf(chain: readonly ChainedJob[], named: string): number {
  let [asked, expected] = [0, 0]
  for (const job of chain) {
    if (job.is_finished && job.impressions_done === 0 && job.id !== named) continue
    const replaced = chain.reduce((sum, { id }) => sum + (job.replaces?.[id] ?? 0), 0)
    asked = Math.max(asked, expected + totalOf(job) - replaced)
    expected += (job.is_finished ? job.impressions_done : totalOf(job)) - replaced
  }
  return asked
}

/** Whether more sides would come out than are asked for. What is printed is replaced; what is in the queue is not. */
export const exceeds = (asked: number, sides: number, open: number): boolean => open + sides > asked

/** Jobs of one document that are not finished: the sides that they print. */
export const openOf = (jobs: readonly ChainedJob[]): number =>
  jobs.reduce((sum, job) => sum + (job.is_finished ? 0 : totalOf(job)), 0)

/**
 * Which printed sides become waste when some more are printed: those above what was asked for before. They are taken from
 * the job that is printed again, and then from the newest of the others, so that the sum of the good sides is what was
 * asked for when all is printed. `chain` is sorted by age, the first job first. `others` are the jobs of the same document that belong to no chain of it: theirs
 * are replaced where more than all copies of the order, `asked`, would be there.
 */
export function replacedSides(
  chain: readonly ChainedJob[],
  again: string,
  sides: number,
  others: readonly ChainedJob[] = [],
  asked = Number.POSITIVE_INFINITY,
): { id: string; sides: number }[] {
  const expected = expectedOf(chain)
  let surplus = Math.max(
    expected + sides - askedOf(chain, again),
    expected + expectedOf(others) + sides - asked,
  )
  const finished = [...others, ...chain].filter((job) => job.is_finished).toReversed()
  const sorted = [...finished.filter(({ id }) => id === again), ...finished.filter(({ id }) => id !== again)]
  return sorted.flatMap(({ id, impressions_done, impressions_wasted }) => {
    const replaced = Math.min(surplus, impressions_done - impressions_wasted)
    if (replaced <= 0) return []
    surplus -= replaced
    return [{ id, sides: replaced }]
  })
}
