import { readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { fail, hash, inRoot, read, run, sayDone } from './boot.mjs'

// Installs packages in two steps: what running and building need, and the rest.

const markerFile = 'node_modules/.installed-from'
const installedFile = 'node_modules/.package-lock.json'

/** Installs the packages of package-lock.json that are missing: those of `npm start`, or all of them. */
export async function ensureInstalled({ everything = false } = {}) {
  const lock = read('package-lock.json')
  const complete = `${hash([lock])} ${process.platform}-${process.arch}`
  const running = `${complete} without development`
  const marker = read(markerFile)
  if (marker === complete || (marker === running && !everything)) return
  const state = stateOf(lock, read(installedFile))
  if (state === 'incomplete' || (state === 'running' && everything)) await install({ everything, state })
  writeMarker(everything || state === 'complete' ? complete : running)
}

/** How far an install goes, which we need not have made ourselves. */
function stateOf(lock, installed) {
  if (!installed) return 'incomplete'
  const have = JSON.parse(installed).packages
  const missing = Object.entries(JSON.parse(lock).packages).filter(
    ([path, { version, optional, link }]) =>
      path.includes('node_modules/') && !optional && !link && have[path]?.version !== version,
  )
  if (missing.length === 0) return 'complete'
  return missing.every(([, { dev, devOptional }]) => dev || devOptional) ? 'running' : 'incomplete'
}

async function install({ everything, state }) {
  const completes = state === 'running'
  console.log(
    completes
      ? 'Installing what tests and development need (a minute, once) ...'
      : 'Installing packages (half a minute, once) ...',
  )
  const since = Date.now()
  // `npm ci` would delete what is there, perhaps below a running server. `npm install` keeps it, but only while its record of
  // what is installed is newer than every folder: a build of the web app is enough to make it download everything again.
  if (completes) touch(installedFile)
  const command = completes ? ['install', '--no-save', '--package-lock'] : ['ci']
  // Both written out, because NODE_ENV=production omits development packages.
  const level = everything ? '--include=dev' : '--omit=dev'
  const options = [...command, level, '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const [program, ...first] = npm()
  const { code, said } = await run(program, [...first, ...options], { quiet: true })
  if (code !== 0) fail(complaint(said))
  removeUnread()
  sayDone(since)
}

/** npm is asked for by the path under which it runs us: node_modules/.bin/node is about to be replaced. */
function npm() {
  const { npm_node_execpath: node, npm_execpath: script } = process.env
  const inside = node?.startsWith(inRoot('node_modules'))
  return node && script && !inside ? [node, script] : ['npm']
}

function complaint(said) {
  const network =
    /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT)\b/.exec(said)
  if (network) {
    return `The packages cannot be downloaded: the npm registry cannot be reached (${network[1]}). Connect this machine to the internet and start again.`
  }
  if (/\b(EACCES|EPERM|EROFS)\b/.test(said)) {
    return `The packages cannot be installed: this user may not write to ${inRoot('node_modules')}.`
  }
  if (/\bENOSPC\b/.test(said)) return 'The packages cannot be installed: the disk is full.'
  const lines = said
    .split('\n')
    .filter((line) => line.startsWith('npm error'))
    .map((line) => line.slice('npm error'.length).trim())
  const first = lines.filter((line) => line && !line.startsWith('code ')).slice(0, 3)
  return `The packages cannot be installed: ${first.join(' ') || said.trim()}`
}

/**
 * Removes parts of packages that nothing reads, 130 MB in all, because npm can only leave out whole packages: Node's headers
 * for compiling C++, the program with which pdfjs draws outside a browser, the largest source maps.
 */
function removeUnread() {
  for (const [name, pattern] of Object.entries(JSON.parse(read('scripts/unreadFiles.json')))) {
    const files = filesOf(`node_modules/${name}`).filter((path) => new RegExp(pattern).test(path))
    for (const file of files) rmSync(inRoot(`node_modules/${name}/${file}`), { force: true })
  }
}

function filesOf(folder) {
  try {
    const entries = readdirSync(inRoot(folder), { recursive: true, withFileTypes: true })
    const start = inRoot(folder).length + 1
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.parentPath ?? entry.path}/${entry.name}`.slice(start))
  } catch (error) {
    if (error.code === 'ENOENT') return []
    throw error
  }
}

function touch(path) {
  try {
    utimesSync(inRoot(path), new Date(), new Date())
  } catch {
    // Someone else's checkout: npm cannot write there either, and says so.
  }
}

function writeMarker(text) {
  try {
    writeFileSync(inRoot(markerFile), text)
  } catch {
    // Someone else's checkout, which we may only read: it is checked again at the next start.
  }
}
