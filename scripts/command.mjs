import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ended, node24, passSignals, root } from './boot.mjs'
import { ensureInstalled } from './packages.mjs'

// `npm run backup`, `npm run restore` and `npm run audit`: installs what is missing, then runs the command.
const [name, ...given] = process.argv.slice(2)
await ensureInstalled()

const { flags, env } = JSON.parse(readFileSync(join(root, 'scripts/nodeFlags.json'), 'utf8')).command
const command = spawn(node24(), [...flags, `server/src/app/${name}Command.ts`, ...given], {
  cwd: root,
  // A backup creates much short-lived garbage: a small young generation and few malloc arenas limit its memory.
  env: { ...env, ...process.env },
  stdio: 'inherit',
})
const stopPassing = passSignals(command)
const { code, signal } = await ended(command)
stopPassing()
if (signal) process.kill(process.pid, signal)
process.exitCode = code ?? 1
