import { OperatorError, sentenceOf } from '../../base/operatorError.ts'

/** Run in reverse order at shutdown, also if the start is not finished. */
export const shutdownSteps: (() => Promise<unknown> | undefined)[] = []
let stopped: Promise<void> | undefined

/** Prints why the start failed, in one sentence if it is known, and exits. */
export function failStart(error: unknown): never {
  const sentence = sentenceOf(error)
  console.error(sentence ? `Our Print cannot start: ${sentence}` : error)
  process.exit(1)
}

/** Ends this process because PostgreSQL cannot be restarted; the sentence says why. */
export const giveUp = (sentence: string): never => failStart(new OperatorError(sentence))

/** Ends this process in order when it is told to. */
export function stopOnSignals(): void {
  const stopOnce = () => shutDown(0)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopOnce)
  // The parent script was killed and could not forward a signal.
  process.once('disconnect', stopOnce)
}

/** Ends this process in order, with this exit code. */
export function shutDown(code: number): void {
  stopped ??= runSteps()
    .then(() => process.exit(code))
    .catch(failStart)
}

async function runSteps(): Promise<void> {
  for (const close of shutdownSteps.toReversed()) await close()
}
