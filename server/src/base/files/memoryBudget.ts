export interface MemoryBudget {
  /** Runs `work` as soon as so many megabytes are free; who came first is first. */
  use<T>(megabytes: number, work: () => Promise<T>): Promise<T>
}

/** Memory that several kinds of work share. */
export function createMemoryBudget(megabytes: number): MemoryBudget {
  let free = megabytes
  const waiting: { part: number; start: () => void }[] = []

  function startNext(): void {
    for (let next = waiting[0]; next && next.part <= free; next = waiting[0]) {
      waiting.shift()
      free -= next.part
      next.start()
    }
  }

  return {
    async use(wanted, work) {
      const part = Math.min(wanted, megabytes)
      await new Promise<void>((start) => {
        waiting.push({ part, start })
        startNext()
      })
      try {
        return await work()
      } finally {
        free += part
        startNext()
      }
    },
  }
}
