import { spawn } from 'node:child_process'
import { ended, ensureInstalled, node24, passSignals, root } from './boot.mjs'

// `npm run backup` and `npm run restore`: installs what is missing, then makes way for the command of that name.
const [name, ...given] = process.argv.slice(2)
await ensureInstalled()

// What a backup reads is garbage at once: a small young generation collects it before it piles up.
const flags = ['--max-semi-space-size=2', '--max-old-space-size=256']
const command = spawn(node24(), [...flags, `server/src/${name}Command.ts`, ...given], {
  cwd: root,
  stdio: 'inherit',
})
const stopPassing = passSignals(command)
const { code, signal } = await ended(command)
stopPassing()
if (signal) process.kill(process.pid, signal)
process.exitCode = code ?? 1
