import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildWeb, ended, ensureInstalled, fail, node24, passSignals, root } from './boot.mjs'

// `npm start`: installs and builds what is missing or old, then makes way for the server.
await ensureInstalled()
if (!(await buildWeb())) fail('The web app could not be built; the reason is above.')

// Left alone, Node sizes its heap by the machine and lets garbage lie: 350 MiB under load, where 180 serve as well. With
// few arenas the allocator gives back 60 MiB more after large requests.
const { flags, env } = JSON.parse(readFileSync(join(root, 'scripts/nodeFlags.json'), 'utf8')).server
const server = spawn(node24(), [...flags, 'server/src/main.ts', ...process.argv.slice(2)], {
  cwd: root,
  // Compiling our sources and packages anew is a third of a warm start.
  env: { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/our-print/compiled'), ...env, ...process.env },
  // The channel closes when we are killed with no chance to pass it on: the server then stops by itself.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
})
const stopPassing = passSignals(server)

// npm and its shell wait for us as long as they live, so other parents mean that one was killed.
const parents = ancestors()
const watch = setInterval(() => {
  if (process.env.npm_lifecycle_event && ancestors() !== parents) server.kill('SIGTERM')
}, 1000)

const { code, signal } = await ended(server)
clearInterval(watch)
stopPassing()
if (signal) process.kill(process.pid, signal)
process.exitCode = code ?? 1

/** Our parent and, where the kernel tells, its parent. */
function ancestors() {
  try {
    const [, , grandparent] = readFileSync(`/proc/${process.ppid}/stat`, 'utf8')
      .replace(/^.*\) /, '0 ')
      .split(' ')
    return `${process.ppid} ${grandparent}`
  } catch {
    return `${process.ppid}`
  }
}
