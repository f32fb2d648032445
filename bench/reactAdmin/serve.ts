import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompressSync } from 'node:zlib'
import { root } from '../servers.ts'

const source = import.meta.dirname
const home = join(root, 'node_modules/.cache/our-print/react-admin')
const run = promisify(execFile)

/** The release that package.json asks for. */
export const reactAdmin = `react-admin ${JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')).dependencies['react-admin']}`

/** Serves the list of react-admin beside an API of ours; undefined where its packages cannot be installed. */
export async function startReactAdmin(api: string, say: (sentence: string) => void) {
  try {
    await install()
  } catch (error) {
    const [reason = String(error)] = /npm error code \S+|ENOENT.*/.exec(String(error)) ?? []
    say(`${reactAdmin} is not installed: ${reason}`)
    return undefined
  }
  for (const name of ['index.html', 'main.jsx']) copyFileSync(join(source, name), join(home, name))
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  await run(process.execPath, [vite, 'build', home, '--logLevel', 'error'], { cwd: home })
  return serve(readBuild(), api)
}

/** Installs what the lockfile names, once: outside the product, whose packages stay as they are. */
async function install(): Promise<void> {
  const lock = readFileSync(join(source, 'package-lock.json'), 'utf8')
  const installed = join(home, 'installed.json')
  if (existsSync(installed) && readFileSync(installed, 'utf8') === lock) return
  mkdirSync(home, { recursive: true })
  for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(source, name), join(home, name))
  const options = ['--ignore-scripts', '--fetch-retries=1', '--no-audit', '--no-fund', '--loglevel=error']
  await run('npm', ['ci', ...options], { cwd: home })
  writeFileSync(installed, lock)
}

type File = { type: string; cache: string; body: Buffer }
const types: Record<string, string> = { js: 'text/javascript', css: 'text/css', html: 'text/html' }

/** The files of the build by their paths, compressed and cached as ours are. */
function readBuild(): Map<string, File> {
  const folder = join(home, 'dist')
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  return new Map(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name)
      const isPage = name === 'index.html'
      const file = {
        type: types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
        cache: isPage ? 'no-cache' : 'public, max-age=31536000, immutable',
        body: brotliCompressSync(readFileSync(path)),
      }
      return [isPage ? '/' : path.slice(folder.length), file]
    }),
  )
}

/** A server on a free port of loopback, which passes what is not its own on to the API. */
async function serve(files: Map<string, File>, api: string) {
  const answer = (asked: IncomingMessage, reply: ServerResponse) => {
    const file = files.get(asked.url ?? '')
    if (!file) return pass(asked, reply, api)
    const { type, cache, body } = file
    const headers = { 'content-type': type, 'content-encoding': 'br', 'cache-control': cache }
    reply.writeHead(200, { ...headers, 'content-length': body.length }).end(body)
  }
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}

function pass(asked: IncomingMessage, reply: ServerResponse, api: string): void {
  const { host } = new URL(api)
  const { method, headers } = asked
  const passed = request(api + asked.url, { method, headers: { ...headers, host } }, (answer) => {
    reply.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(reply)
  })
  passed.on('error', () => reply.writeHead(502).end())
  asked.pipe(passed)
}
