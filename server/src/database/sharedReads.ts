/**
 * Lets equal reads that are requested at the same time share one statement, as when many screens read the same list again
 * after the same change. A read that is already running is never shared: the one that all later callers share starts when
 * it ends, so no response is older than its request. `read` gets one item of each caller.
 */
export function createSharedReads<Item, T>() {
  const reads = new Map<string, { running: Promise<T>; next?: { items: Item[]; result: Promise<T> } }>()

  function start(key: string, items: Item[], read: (items: Item[]) => Promise<T>): Promise<T> {
    const running = read(items)
    const current = { running }
    reads.set(key, current)
    const end = () => {
      if (reads.get(key) === current) reads.delete(key)
    }
    running.then(end, end)
    return running
  }

  return (key: string, item: Item, read: (items: Item[]) => Promise<T>): Promise<T> => {
    const current = reads.get(key)
    if (!current) return start(key, [item], read)
    if (!current.next) {
      const items: Item[] = []
      const startNext = () => start(key, items, read)
      current.next = { items, result: current.running.then(startNext, startNext) }
    }
    current.next.items.push(item)
    return current.next.result
  }
}
