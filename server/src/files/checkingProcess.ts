import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

export type CheckedType = 'application/pdf' | 'image/png' | 'image/jpeg'
/** `content` is the bytes of a small file, or the path of a larger one. */
export type CheckRequest = { content: Buffer | string; contentType: CheckedType }
/** A message from the process: it has started, a result, or an error of its own. */
type Message<Result> = { ready: true } | { result: Result } | { fault: string }

interface Limits {
  /** For one file. */
  timeoutMs: number
  megabytes: number
  /** Of CPU time, for all files together. */
  cpuSeconds: number
}

const startMs = 30_000

export interface CheckingProcess<Result, Question> {
  /** Checks a file; 'killed' if that took too much time or memory. */
  ask(question: Question): Promise<Result | 'killed'>
  kill(): void
  close(): Promise<void>
  megabytes(): number
  ended: Promise<void>
}

type Check<Result, Question> = (question: Question) => Promise<Result>

/**
 * Limits that the kernel enforces even when this server has died: CPU time and 1.5 GiB of memory.
 * The process may read files, but not write them, start programs or evaluate strings, and its environment is empty.
 */
const commandOf = (cpuSeconds: number) => `ulimit -t ${cpuSeconds} && ulimit -d 1572864 && exec "$0" "$@"`
const nodeFlags = [
  '--max-old-space-size=256',
  '--disallow-code-generation-from-strings',
  '--permission',
  '--allow-fs-read=*',
  // For sharp, which decodes images in native code.
  '--allow-addons',
]

/**
 * Starts a process that checks one untrusted file after another, and is killed when one exceeds the limits. `program` is
 * the path of a file that calls `serveChecks`; `writableFolder` is the only one that it may write to.
 */
export function startCheckingProcess<Result, Question extends object = CheckRequest>(
  program: string,
  limits: Limits,
  { writableFolder }: { writableFolder?: string } = {},
): CheckingProcess<Result, Question> {
  const command = commandOf(limits.cpuSeconds)
  const flags = writableFolder ? [...nodeFlags, `--allow-fs-write=${writableFolder}`] : nodeFlags
  const child = spawn('/bin/sh', ['-c', command, process.execPath, ...flags, program], {
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // Sends bytes as they are; JSON would make a number of each.
    serialization: 'advanced',
  })
  // An idle process must not keep the server alive; while a file is checked, the timers below do.
  child.unref()
  child.channel?.unref()

  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  child.once('exit', () => end())
  // An error event without a listener would end the server.
  child.on('error', () => end())
  const ready = nextMessage('to start', startMs)
  // `ask` reports the error; until it is called, the rejection must not be unhandled.
  ready.catch(() => undefined)

  /** Waits for the next message; kills the process if it does not come in time. */
  function nextMessage(what: string, withinMs: number): Promise<Message<Result> | 'killed'> {
    const { promise, resolve, reject } = Promise.withResolvers<Message<Result> | 'killed'>()
    const onMessage = (message: Message<Result>) => resolve(message)
    const onError = (error: Error) => reject(error)
    const onExit = (code: number | null) =>
      // No exit code means a signal: from `kill`, from the kernel at a limit, or its own when out of memory.
      code === null
        ? resolve('killed')
        : reject(new Error(`The checking process failed ${what}: code ${code}`))
    child.once('message', onMessage).once('error', onError).once('exit', onExit)
    if (child.exitCode !== null || child.signalCode !== null) onExit(child.exitCode)
    const timer = setTimeout(kill, withinMs)
    return promise.finally(() => {
      clearTimeout(timer)
      child.off('message', onMessage).off('error', onError).off('exit', onExit)
    })
  }

  function kill(): void {
    child.kill('SIGKILL')
  }

  async function close(): Promise<void> {
    child.ref()
    kill()
    await ended
  }

  /** The memory of the process; V8's limit does not include buffers. */
  function megabytes(): number {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'latin1')
      return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024
    } catch {
      // It has just ended, or this is not Linux; there, only the limits of V8 and the kernel apply.
      return 0
    }
  }

  async function ask(question: Question): Promise<Result | 'killed'> {
    if ((await ready) === 'killed') throw new Error('The checking process was killed while it started')
    const watch = setInterval(() => {
      if (megabytes() > limits.megabytes) kill()
    }, 50)
    try {
      const response = nextMessage('to read a file', limits.timeoutMs)
      child.send(question)
      const message = await response
      if (message === 'killed') return message
      if ('result' in message) return message.result
      throw new Error(`The checking process failed: ${JSON.stringify(message)}`)
    } finally {
      clearInterval(watch)
    }
  }

  return { ask, kill, close, megabytes, ended }
}

/** The other end: answers each question with the result of `check`, as long as the server lives. */
export function serveChecks<Result, Question = CheckRequest>(check: Check<Result, Question>): void {
  const send = (message: Message<Result>) => process.send?.(message)
  process.on('message', (question: Question) => {
    check(question).then(
      (result) => send({ result }),
      (error: unknown) => send({ fault: String(error) }),
    )
  })
  // The server has ended or died.
  process.on('disconnect', () => process.exit())
  send({ ready: true })
}
