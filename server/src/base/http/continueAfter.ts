/** Ends a hook of Fastify: at once if nothing must be waited for, since a promise for each hook costs every request time. */
export function continueAfter(wait: Promise<void> | undefined, done: (error?: Error) => void): void {
  if (wait) wait.then(() => done(), done)
  else done()
}
