import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { ended, node24, passSignals, root, toolEnv } from './boot.mjs'
import { ensureInstalled } from './packages.mjs'

// `npm run dev`: the server, restarted at every change, behind Vite; Ctrl-C ends both.
await ensureInstalled({ everything: true })
const port = process.env.PORT || '3000'
// People open Vite's address, so links must use it.
const env = toolEnv({
  PORT: port,
  API_PORT: port,
  PUBLIC_URL: process.env.PUBLIC_URL || 'http://localhost:5173',
})

const children = [
  start('server', ['--watch', '--watch-preserve-output', 'server/src/app/main.ts', ...process.argv.slice(2)]),
  start('web   ', [
    'node_modules/vite/bin/vite.js',
    'web',
    '--port',
    '5173',
    '--strictPort',
    '--clearScreen',
    'false',
  ]),
]
const first = await Promise.race(children.map(ended))
for (const child of children) child.kill('SIGTERM')
await Promise.all(
  children.map((child) => (child.exitCode === null && child.signalCode === null ? ended(child) : first)),
)
process.exitCode = first.signal ? 0 : (first.code ?? 1)

function start(name, args) {
  const child = spawn(node24(), args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => console.log(`${name} | ${line}`))
  }
  passSignals(child)
  return child
}
