// The last act that can be undone, for Ctrl+Z. An act that was undone in another way refuses to be undone again.

let last: (() => unknown) | undefined

/** Notes how the act of now is undone, and returns that: whoever undoes it, it is done once. */
export function rememberAct<T>(undo: () => T): () => T {
  const once = () => {
    if (last === once) last = undefined
    return undo()
  }
  last = once
  return once
}

/** Undoes the last act; returns whether there was one. */
export function undoLastAct(): boolean {
  const undo = last
  undo?.()
  return undo !== undefined
}

/** Another person, or another page: what was done is no longer undone by a key. */
export function forgetAct(): void {
  last = undefined
}
