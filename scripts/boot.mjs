import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// What all scripts need before anything is installed: so no dependencies, and nothing that Node 20 lacks.

export const root = fileURLToPath(new URL('..', import.meta.url))

/** The absolute path of a file of the checkout. */
export const inRoot = (path) => join(root, path)

/** Ends the line of a step that takes a while. */
export const sayDone = (since) => console.log(`  done in ${((Date.now() - since) / 1000).toFixed(1)} s`)

/** Ends the script with one sentence. */
export function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}

/** The Node to run the product on: 24 comes with the packages; elsewhere the one we run on may do. */
export function node24() {
  const own = inRoot('node_modules/.bin/node')
  if (existsSync(own) && spawnSync(own, ['--version']).status === 0) return own
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  return fail(
    `Our Print needs Node 24, which is not packaged for ${process.platform}-${process.arch}: install it (this is ${process.version}).`,
  )
}

/** Variables for tools that start others: Node 24 and the installed programs come first. */
export function toolEnv(more = {}) {
  return { ...process.env, PATH: `${inRoot('node_modules/.bin')}:${process.env.PATH}`, ...more }
}

/** Builds the web app when its sources are not those of the last build. */
export async function buildWeb() {
  const wanted = hash(['web', 'contract/src', 'package-lock.json'].flatMap(sources))
  if (read('web/dist/.built-from') === wanted) return true
  console.log('Building the web app ...')
  const since = Date.now()
  const others = entriesOf('web/languages').filter((entry) => entry.isDirectory())
  // English first: it empties the folder that holds the other languages.
  for (const LANGUAGE of ['en', ...others.map(({ name }) => name)]) {
    const build = ['node_modules/vite/bin/vite.js', 'build', 'web']
    const env = { ...process.env, LANGUAGE }
    const { code, said } = await run(node24(), build, { quiet: true, env })
    if (code !== 0) {
      console.error(said.trim())
      return false
    }
  }
  writeFileSync(inRoot('web/dist/.built-from'), wanted)
  sayDone(since)
  return true
}

/** Every file below a path that can change a build, its name first. */
function sources(path) {
  const entry = entriesOf(path)
  if (!entry) return [path, read(path)]
  return entry
    .filter(({ name }) => !['dist', 'node_modules', 'test'].includes(name))
    .filter(({ name }) => !/\.test\.tsx?$/.test(name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(({ name }) => sources(`${path}/${name}`))
}

function entriesOf(path) {
  try {
    return readdirSync(inRoot(path), { withFileTypes: true })
  } catch (error) {
    if (error.code === 'ENOTDIR') return undefined
    throw error
  }
}

/** One checksum over several texts. */
export function hash(parts) {
  const sum = createHash('sha256')
  for (const part of parts) sum.update(part).update('\0')
  return sum.digest('hex')
}

/** The text of a file of the checkout; empty where there is none. */
export function read(path) {
  try {
    return readFileSync(inRoot(path), 'utf8')
  } catch {
    return ''
  }
}

/** Runs a program to its end, passing our signals on; quiet keeps what it says for the caller. */
export async function run(program, args, { quiet = false, env = process.env } = {}) {
  const child = spawn(program, args, {
    cwd: root,
    env,
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      said += text
    })
  }
  const stopPassing = passSignals(child)
  const { code, signal } = await ended(child)
  stopPassing()
  // A child that was told to go takes us along, as it would in a shell.
  if (signal === 'SIGINT' || signal === 'SIGTERM' || signal === 'SIGHUP') process.kill(process.pid, signal)
  return { code: code ?? 1, said }
}

/** Resolves when a child has ended, or could not be started. */
export function ended(child) {
  return new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(`${child.spawnfile} cannot be run: ${error.message}`)
      resolve({ code: 127, signal: null })
    })
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
}

/** Hands our signals to a child until the returned function is called. */
export function passSignals(child) {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  const last = new Map()
  const pass = (signal) => {
    // A terminal sends Ctrl-C to every process of the group, the child too, and npm passes it on once more.
    if (signal === 'SIGINT' && process.stdin.isTTY) return
    const now = Date.now()
    if (now - (last.get(signal) ?? 0) > 1000) child.kill(signal)
    last.set(signal, now)
  }
  for (const signal of signals) process.on(signal, pass)
  return () => {
    for (const signal of signals) process.off(signal, pass)
  }
}
