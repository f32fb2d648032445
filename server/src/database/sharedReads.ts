/**
 * Lets equal reads that are requested at the same time share one statement, as when many screens read the same list again
 * after the same change. A read that is already running is never shared: the one that all later callers share starts when
 * it ends, so no response is older than its request.
 */
export function createSharedReads<T>() {
  const reads = new Map<string, { running: Promise<T>; next?: Promise<T> }>()

  function start(key: string, read: () => Promise<T>): Promise<T> {
    const running = read()
    const current = { running }
    reads.set(key, current)
    const end = () => {
      if (reads.get(key) === current) reads.delete(key)
    }
    running.then(end, end)
    return running
  }

  return (key: string, read: () => Promise<T>): Promise<T> => {
    const current = reads.get(key)
    if (!current) return start(key, read)
    const startNext = () => start(key, read)
    current.next ??= current.running.then(startNext, startNext)
    return current.next
  }
}
