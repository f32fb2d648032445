import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

export type ServerProcess = Awaited<ReturnType<typeof startServer>>

/**
 * The server as it is run, in a process of its own that can be killed. Resolves when it is open. A launcher is a
 * program that starts the server in its own place, given as its last arguments: `unshare`, say.
 */
export async function startServer(settings: Record<string, string>, launcher: () => string[] = () => []) {
  const port = Number(settings['PORT'] ?? (await freePort()))
  const env = { PATH: process.env['PATH'], LOG_LEVEL: 'error', ...settings, PORT: String(port) }
  const state = { child: spawnServer(env, launcher()) }
  await untilOpen(state.child)

  const end = async (signal: NodeJS.Signals) => {
    const { child } = state
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    asked.add(child)
    child.kill(signal)
    await ended
  }
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    pid: () => state.child.pid,
    /** As by a power cut, of this process alone. */
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    /** Starts it again with the same settings, but for those that have changed. */
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

/** What a start that fails says, and the code it ends with. */
export async function failToStart(settings: Record<string, string>) {
  const port = await freePort()
  const child = spawnServer({
    PATH: process.env['PATH'],
    LOG_LEVEL: 'error',
    ...settings,
    PORT: String(port),
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  }
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, said }
}

/** Processes that a test has ended itself. */
const asked = new WeakSet<ChildProcess>()

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
      // A test only sees a connection that was closed; this says why.
      if (!asked.has(child))
        process.stderr.write(`A server process ended by itself with ${code ?? signal}:\n${printed}\n`)
    })
  })
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
