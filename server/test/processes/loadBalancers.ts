import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@our-print/postgres/ports.ts'
import { until } from '../until.ts'

export type Balancer = 'nginx' | 'haproxy'

/** The path of the program; undefined where it is not installed. */
export const findProgram = (name: Balancer): string | undefined =>
  ['/usr/sbin', '/usr/local/sbin', '/usr/bin', '/usr/local/bin']
    .map((folder) => join(folder, name))
    .find(existsSync)

const documented = (file: string) => readFileSync(new URL(`../../../docs/${file}`, import.meta.url), 'utf8')

/** The documented configuration, changed to listen on 127.0.0.1 without TLS and to use these upstream ports. */
const settings = {
  nginx(port: number, upstreams: readonly number[], folder: string): string {
    const shop = documented('nginx.conf')
      .replace('listen 8443 ssl;', `listen 127.0.0.1:${port};`)
      .replaceAll(/^ *ssl_certificate.*$/gm, '')
      .replaceAll(/127\.0\.0\.1:300([12])/g, (_, number) => `127.0.0.1:${upstreams[Number(number) - 1]}`)
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
      .join('\n')
    const user = process.getuid?.() === 0 ? 'user root;' : ''
    return `${user}
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events {}
http {
access_log off;
${temporary}
${shop}
}
`
  },
  haproxy: (port: number, upstreams: readonly number[]): string =>
    documented('haproxy.cfg')
      .replace(/bind :8443 ssl crt \S+/, `bind 127.0.0.1:${port}`)
      .replaceAll(/127\.0\.0\.1:300([12])/g, (_, number) => `127.0.0.1:${upstreams[Number(number) - 1]}`),
}

/** Starts the program with the documented configuration in front of two local ports. */
export async function startBalancer(name: Balancer, program: string, upstreams: readonly [number, number]) {
  const folder = await mkdtemp(join(tmpdir(), `our-print-${name}-`))
  const port = await freePort()
  const file = join(folder, 'settings')
  await writeFile(file, settings[name](port, upstreams, folder))
  const [check, run] =
    name === 'nginx'
      ? [
          ['-t', '-c', file],
          ['-c', file],
        ]
      : [
          ['-c', '-f', file],
          ['-db', '-f', file],
        ]
  execFileSync(program, check, { stdio: 'pipe' })
  const child = spawn(program, run, { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  const answers = () =>
    fetch(url).then(
      () => true,
      () => false,
    )
  await until(`${name} answers`, () => answers().then((isUp) => isUp || child.exitCode !== null))
  if (child.exitCode !== null) throw new Error(`${name} has ended: see ${folder}`)
  return {
    url,
    async close() {
      await end(child)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
