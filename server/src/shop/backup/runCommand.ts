import { Problem } from '../../base/http/problem.ts'
import { OperatorError, sentenceOf } from '../../base/operatorError.ts'

/** Runs a command and exits. An OperatorError is shown as one sentence; Ctrl-C lets the command clean up. */
export async function runCommand(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // The second signal does not wait for the clean-up.
      if (stop.signal.aborted) process.exit(1)
      stop.abort(new OperatorError('Stopped: nothing was changed'))
    })
  }
  try {
    await work(stop.signal)
  } catch (error) {
    console.error(sentenceOf(error) ?? storageSentence(error) ?? error)
    process.exitCode = 1
  }
  // A connection that is still closing would keep the process alive.
  process.exit()
}

/** Which storage it is and why it does not do: the person at this command sees no log. */
const storageSentence = (error: unknown) =>
  error instanceof Problem && error.code === 'storage_unavailable' && error.cause instanceof Error
    ? `The files cannot be reached: ${error.cause.message}`
    : undefined
