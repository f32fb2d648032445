import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import postgres from 'postgres'
import { product } from './product.ts'

export const module = new URL('../src/embeddedPostgres.ts', import.meta.url).href
const children: ChildProcess[] = []

/** Starts PostgreSQL in a child process, optionally as another user; `line` is its address or the refusal. */
export async function startInProcess(dataDir: string, uid?: number, wrap: string[] = []) {
  const code = `
    import { startEmbeddedPostgres } from ${JSON.stringify(module)}
    const told = (error) => { console.log(error.message); process.exit(1) }
    const { url, stop } = await startEmbeddedPostgres({ product: ${JSON.stringify(product)}, dataDir: process.argv[1], log: () => {} }).catch(told)
    process.once('SIGTERM', () => stop().then(() => process.exit(0)))
    setInterval(() => {}, 1000)
    console.log(url)`
  const [program, ...words] = [...wrap, process.execPath, '--input-type=module', '-e', code, dataDir]
  const child = spawn(program, words, {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: '/',
    ...(uid !== undefined && { uid, gid: uid }),
  })
  children.push(child)
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return { child, line }
}

/** Ends a child process, unless it has ended. */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill(signal)
  await exit
}

export async function endAll(): Promise<void> {
  for (const child of children.splice(0)) await end(child, 'SIGTERM')
}

export async function ask<T>(url: string, question: string): Promise<T> {
  const sql = postgres(url, { max: 1, connect_timeout: 5, onnotice: () => {} })
  try {
    const [row] = await sql.unsafe<Record<string, T>[]>(question)
    return Object.values(row ?? {})[0] as T
  } finally {
    await sql.end({ timeout: 1 })
  }
}

export const postmasterPid = (dataDir: string) =>
  Number(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0])
