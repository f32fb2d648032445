import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ready, root } from './servers.ts'

/**
 * Seconds from a second `npm start` on the same data folder until the server is ready: with the embedded database of that
 * folder, or with a database that already runs.
 */
export async function measureSecondStart(
  dataDir: string,
  port: number,
  databaseUrl?: string,
): Promise<number> {
  await start(dataDir, port, databaseUrl)
  return start(dataDir, port, databaseUrl)
}

async function start(dataDir: string, port: number, databaseUrl: string | undefined): Promise<number> {
  const { DATABASE_URL: _other, ...rest } = process.env
  const env = {
    ...rest,
    DATA_DIR: dataDir,
    PORT: String(port),
    LOG_LEVEL: 'warn',
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  }
  const since = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: fileURLToPath(root),
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const server = await ready(child, `http://127.0.0.1:${port}`, '/readyz')
  const seconds = (performance.now() - since) / 1000
  await server.stop()
  await waitUntilSilent(server.url)
  return seconds
}

/** npm ends before the server does; a server that still answers would be taken for the next start. */
async function waitUntilSilent(url: string): Promise<void> {
  while (
    await fetch(`${url}/healthz`).then(
      () => true,
      () => false,
    )
  )
    await sleep(50)
  await sleep(1000)
}
