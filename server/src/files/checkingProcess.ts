import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type CheckedType = 'application/pdf' | 'image/png' | 'image/jpeg'
export type Refusal = 'encrypted' | 'broken' | 'too many pages' | 'too many pixels' | 'too slow or too large'
export type Question = { path: string; contentType: CheckedType }
export type Answer = { pages: number } | { refusal: Refusal }
/** What the process says: that it has started, an answer, or that it has itself a fault. */
export type Message = { ready: true } | Answer | { fault: string }

const startMs = 30_000

/**
 * The last line, kept by the kernel even when this server is gone: a minute of processor time and 1.5 GiB.
 * The process may read files but not write, start programs or make code from text, and inherits no secret.
 */
const command = 'ulimit -t 60 && ulimit -d 1572864 && exec "$0" "$@"'
const nodeFlags = [
  '--max-old-space-size=256',
  '--disallow-code-generation-from-strings',
  '--permission',
  '--allow-fs-read=*',
  // For sharp, which decodes images in native code.
  '--allow-addons',
]

/** Starts a process that reads one untrusted file after another, and is killed when one takes too much. */
export function startCheckingProcess(limits: { timeoutMs: number; megabytes: number }) {
  const program = join(import.meta.dirname, 'pdfPagesChild.ts')
  const child = spawn('/bin/sh', ['-c', command, process.execPath, ...nodeFlags, program], {
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // An idle process must not keep the server from ending; the timers below do while a file is read.
  child.unref()
  child.channel?.unref()

  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  child.once('exit', () => end())
  // A listener stays for good: an error that nobody hears would end the server.
  child.on('error', () => end())
  const ready = next('to start', startMs)
  // Whoever asks hears of it; nobody may have asked yet.
  ready.catch(() => undefined)

  /** The next message; the process is killed when it does not come in time. */
  function next(what: string, withinMs: number): Promise<Message | 'killed'> {
    const { promise, resolve, reject } = Promise.withResolvers<Message | 'killed'>()
    const onMessage = (message: Message) => resolve(message)
    const onError = (error: Error) => reject(error)
    const onExit = (code: number | null) =>
      // Without a code it died of a signal: ours, the kernel's for its limits, or its own for want of memory.
      code === null ? resolve('killed') : reject(new Error(`The page counter failed ${what}: code ${code}`))
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

  /** What the process holds in memory; its buffers lie outside the heap that V8 limits. */
  function megabytes(): number {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'latin1')
      return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024
    } catch {
      // It has just ended, or this is not Linux and V8's limit and the kernel's must do.
      return 0
    }
  }

  async function ask(question: Question): Promise<Answer> {
    if ((await ready) === 'killed') throw new Error('The page counter was killed while it started')
    const watch = setInterval(() => {
      if (megabytes() > limits.megabytes) kill()
    }, 50)
    try {
      const answered = next('to read a file', limits.timeoutMs)
      child.send(question)
      const message = await answered
      if (message === 'killed') return { refusal: 'too slow or too large' }
      if ('pages' in message || 'refusal' in message) return message
      throw new Error(`The page counter failed: ${JSON.stringify(message)}`)
    } finally {
      clearInterval(watch)
    }
  }

  return { ask, kill, close, megabytes, ended }
}
