import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

export type CheckedType = 'application/pdf' | 'image/png' | 'image/jpeg'
/** `content` is the bytes of a small file, or the path of a larger one. */
export type CheckRequest = { content: Buffer | string; contentType: CheckedType }
/** From the process: it has started, is a step further, has a result, needs too much memory, or has failed. */
type Message<Result> =
  | { ready: true }
  | { step: true }
  | { result: Result }
  | { exceeded: string }
  | { fault: string }

export interface CheckLimits {
  /** For one file, on a machine however busy. */
  timeoutMs: number
  /** Of CPU time, for one file; where the system does not tell it, the other limits hold alone. */
  fileCpuMs?: number
  /** Of CPU time, for one step of a file, such as a page. */
  stepCpuMs?: number
  megabytes: number
  /** Of CPU time, for all files together. */
  cpuSeconds: number
}

/**
 * Why there is no result. `exceeded`: the file takes more than the limits. `crashed`: the process ended by an error of its own,
 * which may be the file's fault. `died`: it ended or could not be reached for a reason that has nothing to do with the file.
 */
export type Ending = { ending: 'exceeded' | 'crashed' | 'died'; how: string }

type Check<Result, Question> = (question: Question, step: () => void) => Promise<Result>

const startMs = 30_000

export interface CheckingProcess<Result, Question> {
  /** Checks a file. Rejects only for an error in the program. */
  ask(question: Question): Promise<{ result: Result } | Ending>
  kill(): void
  close(): Promise<void>
  megabytes(): number
  ended: Promise<void>
}

/** Node maps 580 MB when it starts, and uses 50 of them. */
const mappedMegabytes = 1024

/**
 * Limits that the kernel enforces even when this server has died: CPU time, and mapped memory. The process may read files, but not write them, start programs or evaluate strings, and its
 * environment is empty.
 */
const commandOf = ({ cpuSeconds, megabytes }: CheckLimits) =>
  // At the soft limit it gets a signal that nobody else sends, at the hard one a SIGKILL.
  `ulimit -S -t ${cpuSeconds} && ulimit -H -t ${cpuSeconds + 5} && ulimit -d ${(megabytes + mappedMegabytes) * 1024} && exec "$0" "$@"`
const nodeFlags = [
  '--max-old-space-size=256',
  '--disallow-code-generation-from-strings',
  '--permission',
  '--allow-fs-read=*',
  // For sharp, which decodes images in native code.
  '--allow-addons',
]

/** How a program ends by itself: out of memory, out of CPU time, or by a fault in native code. */
const ownSignals = new Set(['SIGABRT', 'SIGTRAP', 'SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGXCPU'])

/**
 * Starts a process that checks one untrusted file after another, and is killed when one exceeds the limits. `program` is
 * the path of a file that calls `serveChecks`; `writableFolder` is the only one that it may write to.
 */
export function startCheckingProcess<Result, Question extends object = CheckRequest>(
  program: string,
  limits: CheckLimits,
  { writableFolder }: { writableFolder?: string | undefined } = {},
): CheckingProcess<Result, Question> {
  const flags = writableFolder ? [...nodeFlags, `--allow-fs-write=${writableFolder}`] : nodeFlags
  const child = spawn('/bin/sh', ['-c', commandOf(limits), process.execPath, ...flags, program], {
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // Sends bytes as they are; JSON would make a number of each.
    serialization: 'advanced',
  })
  // An idle process must not keep the server alive; while a file is checked, the timers below do.
  child.unref()
  child.channel?.unref()

  let exceeded = ''
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  child.once('exit', () => end())
  // It could not be started, or not be killed.
  child.on('error', () => end())
  // Without a channel it is of no use.
  child.once('disconnect', kill)
  const ready = nextMessage('it started', startMs)

  /** Waits for the next message but steps; kills the process if it does not come in time. */
  function nextMessage(
    what: string,
    timeoutMs: number,
    onStep = () => {},
  ): Promise<Message<Result> | Ending> {
    const { promise, resolve } = Promise.withResolvers<Message<Result> | Ending>()
    const timeout = setTimeout(() => exceed('time'), timeoutMs)
    const onMessage = (message: Message<Result>) => {
      if ('step' in message) onStep()
      else resolve(message)
    }
    child.on('message', onMessage)
    void ended.then(() => resolve(endingOf(what)))
    return promise.finally(() => {
      clearTimeout(timeout)
      child.off('message', onMessage)
    })
  }

  function endingOf(what: string): Ending {
    if (exceeded) return { ending: 'exceeded', how: exceeded }
    const { signalCode, exitCode } = child
    const ending = signalCode && ownSignals.has(signalCode) ? 'crashed' : 'died'
    return {
      ending,
      how: `The checking process ended while ${what}: ${signalCode ?? `exit code ${exitCode}`}`,
    }
  }

  function exceed(what: string): void {
    exceeded ||= what
    kill()
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

  /** The CPU time that the process has taken; the kernel counts in hundredths of a second. */
  function cpuMs(): number {
    try {
      const [, fields = ''] = readFileSync(`/proc/${child.pid}/stat`, 'latin1').split(/\) (?!.*\) )/)
      const [user, system] = fields.split(' ').slice(11, 13).map(Number)
      return ((user ?? 0) + (system ?? 0)) * 10
    } catch {
      // As above.
      return 0
    }
  }

  async function ask(question: Question): Promise<{ result: Result } | Ending> {
    const start = await ready
    if ('ending' in start) return { ...start, ending: 'died' }
    const { timeoutMs, fileCpuMs = Number.POSITIVE_INFINITY, stepCpuMs = fileCpuMs } = limits
    const atStart = cpuMs()
    let atStep = atStart
    const watch = setInterval(() => {
      if (megabytes() > limits.megabytes) exceed('memory')
      const now = cpuMs()
      if (now - atStart > fileCpuMs) exceed('CPU time')
      if (now - atStep > stepCpuMs) exceed('CPU time for a step')
    }, 50)
    try {
      const response = nextMessage('it read a file', timeoutMs, () => {
        atStep = cpuMs()
      })
      // A pipe that is broken; the process that read it has ended or is of no use.
      child.send(question, (error) => error && kill())
      const message = await response
      if ('ending' in message || 'result' in message) return message
      kill()
      if ('exceeded' in message) return { ending: 'exceeded', how: message.exceeded }
      throw new Error(`The checking process failed: ${JSON.stringify(message)}`)
    } finally {
      clearInterval(watch)
    }
  }

  return { ask, kill, close, megabytes, ended }
}

/**
 * The other end: answers each question with the result of `check`, as long as the server lives. `check` calls `step` whenever
 * it is a step further.
 */
export function serveChecks<Result, Question = CheckRequest>(check: Check<Result, Question>): void {
  const send = (message: Message<Result>) => process.send?.(message)
  process.on('message', (question: Question) => {
    check(question, () => send({ step: true })).then(
      (result) => send({ result }),
      (error: unknown) => send(isExhaustion(error) ? { exceeded: String(error) } : { fault: String(error) }),
    )
  })
  // The server has ended or died.
  process.on('disconnect', () => process.exit())
  send({ ready: true })
}

/** A file that a program cannot hold in its memory, its stack or its lists; a RuntimeError is one of WebAssembly. */
const isExhaustion = (error: unknown) =>
  error instanceof RangeError || (error instanceof Error && error.name === 'RuntimeError')
