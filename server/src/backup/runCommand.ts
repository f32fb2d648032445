import { OperatorError, sentenceOf } from '../start/operatorError.ts'

/** Runs a command to its end. What it cannot do is told in one sentence; Ctrl-C lets it remove what is half made. */
export async function runCommand(work: (told: AbortSignal) => Promise<void>): Promise<void> {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // Who asks twice does not wait for it.
      if (stop.signal.aborted) process.exit(1)
      stop.abort(new OperatorError('Stopped: nothing was changed'))
    })
  }
  try {
    await work(stop.signal)
  } catch (error) {
    console.error(sentenceOf(error) ?? error)
    process.exitCode = 1
  }
  // A listener keeps no process alive, but a connection that is still closing would.
  process.exit()
}
