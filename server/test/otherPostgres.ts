import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@our-print/postgres/ports.ts'
import {
  chooseAccount,
  cleanEnv,
  give,
  startPostmaster,
  stopPostmaster,
} from '@our-print/postgres/testing.ts'
import { connect } from '../src/base/database/db.ts'

const debian = '/usr/lib/postgresql'

/** The folder with the programs of Debian's PostgreSQL 15; undefined where it is not installed. */
export const otherPostgres = ['15']
  .map((version) => join(debian, version, 'bin'))
  .find((bin) => existsSync(join(bin, 'initdb')) && readdirSync(bin).includes('postgres'))

/** Starts a PostgreSQL of another major version than the embedded one, with a database owned by a role that is no superuser. */
export async function startOtherPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const bin = otherPostgres ?? ''
  const home = await mkdtemp(join(tmpdir(), 'our-print-other-'))
  const cluster = join(home, 'cluster')
  const account = chooseAccount(home, cluster)
  await chmod(home, 0o755)
  give(home, account)
  await writeFile(join(home, 'password'), 'secret')
  const who = account ? { uid: account.uid, gid: account.gid } : {}
  const options = [
    '-U',
    'postgres',
    '--auth=scram-sha-256',
    `--pwfile=${join(home, 'password')}`,
    '--encoding=UTF8',
  ]
  execFileSync(join(bin, 'initdb'), ['-D', cluster, ...options, '--locale=C.UTF-8'], {
    ...who,
    cwd: '/',
    env: cleanEnv,
  })
  const port = await freePort()
  const settings = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off' }
  const paths = { cluster, logFile: join(home, 'start.log'), account }
  const server = await startPostmaster(
    join(bin, 'postgres'),
    Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    paths,
  )
  const superuser = connect(`postgres://postgres:secret@127.0.0.1:${port}/postgres`, { max: 1 })
  await superuser`create role shop login password 'shop'`
  await superuser`create database shop owner shop`
  await superuser.end()
  return {
    url: `postgres://shop:shop@127.0.0.1:${port}/shop`,
    async stop() {
      await stopPostmaster(server)
      await rm(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
