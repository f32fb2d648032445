import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePort } from '@our-print/postgres/ports.ts'

const main = fileURLToPath(new URL('../../src/app/main.ts', import.meta.url))

// Compiled modules are kept, as by `npm start`.
const inherited = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] }

export type ServerProcess = Awaited<ReturnType<typeof startServer>>

/**
 * The server in a process of its own that a test can kill. Resolves when the server is open. A launcher is a command
 * that the server's command line is appended to, for example `unshare`.
 */
export async function startServer(settings: Record<string, string>, launcher: () => string[] = () => []) {
  const port = Number(settings['PORT'] ?? (await freePort()))
  const env = { ...inherited, LOG_LEVEL: 'error', ...settings, PORT: String(port) }
  const state = { child: spawnServer(env, launcher()) }
  await untilOpen(state.child)

  const end = async (signal: NodeJS.Signals) => {
    const { child } = state
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    endedByTest.add(child)
    child.kill(signal)
    await ended
  }
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    pid: () => state.child.pid,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    /** Starts it again with the same settings, apart from the changed ones. */
    async reopen(changed: Record<string, string> = {}) {
      Object.assign(env, changed)
      state.child = spawnServer(env, launcher())
      await untilOpen(state.child)
    },
  }
}

function spawnServer(env: NodeJS.ProcessEnv, launcher: string[] = []) {
  const [program, ...parameters] = [...launcher, process.execPath, main]
  return spawn(program, parameters, { env, stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Starts a server that must fail, and returns its exit code and output. */
export async function failToStart(settings: Record<string, string>) {
  const port = await freePort()
  const child = spawnServer({
    ...inherited,
    LOG_LEVEL: 'error',
    ...settings,
    PORT: String(port),
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, said: output }
}

/** Processes that a test ended itself. */
const endedByTest = new WeakSet<ChildProcess>()

function untilOpen(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let printed = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        printed = (printed + text).slice(-20_000)
        if (printed.includes('is open at http')) resolve()
      })
    }
    child.once('close', (code, signal) => {
      reject(new Error(`The shop ended with ${code} before it opened:\n${printed}`))
      // The test itself only sees a closed connection.
      if (!endedByTest.has(child))
        process.stderr.write(`A server process ended by itself with ${code ?? signal}:\n${printed}\n`)
    })
  })
}
