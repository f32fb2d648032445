/** All records of a list, on every page: their exact number, and the filter by which the server finds them. */
export type Matching = { count: number; filter: object }

const ofPage = new Set(['limit', 'offset', 'ordering'])

/** The filter of a list: the query parameters of its request, but for those of a page and a sequence. */
export function filterIn(queryKey: readonly unknown[]): object {
  const { querystring = {} } = (queryKey[1] ?? {}) as { querystring?: object }
  return Object.fromEntries(
    Object.entries(querystring).filter(([name, value]) => !ofPage.has(name) && value !== undefined),
  )
}
