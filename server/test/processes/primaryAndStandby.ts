import { execFileSync } from 'node:child_process'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@our-print/postgres/ports.ts'
import {
  chooseAccount,
  findBinaries,
  type Postmaster,
  postgresSettings,
  startPostmaster,
  stopPostmaster,
} from '@our-print/postgres/testing.ts'
import { startEmbeddedPostgres } from '../../src/app/start/embeddedDatabase.ts'
import { connect } from '../../src/base/database/db.ts'
import { until } from '../until.ts'
import { killTree } from './childProcesses.ts'

export type PrimaryAndStandby = Awaited<ReturnType<typeof startPrimaryAndStandby>>

/** A PostgreSQL primary with a synchronous standby that can be promoted. */
export async function startPrimaryAndStandby() {
  const folder = await mkdtemp(join(tmpdir(), 'our-print-standby-'))
  const made = await startEmbeddedPostgres({ dataDir: folder, log: () => {} })
  await made.stop()

  const homes = { primary: join(folder, 'postgres'), standby: join(folder, 'standby') }
  // -a keeps the owner, the account that PostgreSQL runs as. The package has no pg_basebackup, but a copy of a stopped
  // cluster will do.
  execFileSync('cp', ['-a', homes.primary, homes.standby])
  const ports = { primary: await freePort(), standby: await freePort() }
  const secretOf = (name: string) => readFileSync(join(homes.primary, name), 'utf8').trim()
  const passwords = { our_print: secretOf('password'), postgres: secretOf('superuser-password') }
  const account = chooseAccount(homes.primary, folder)
  const binaries = findBinaries(account, '/var/lib/our-print', { otherServerAdvice: '' })
  const urlOf = (user: keyof typeof passwords, ...hosts: string[]) =>
    `postgres://${user}:${passwords[user]}@${hosts.join(',')}/our_print?target_session_attrs=read-write`
  const hostOf = (role: Role) => `127.0.0.1:${ports[role]}`

  const running: Partial<Record<Role, Postmaster>> = {}
  const start = async (role: Role) => {
    const paths = { cluster: join(homes[role], 'cluster'), logFile: join(homes[role], 'start.log'), account }
    running[role] = await startPostmaster(binaries.postgres, postgresSettings(ports[role]), paths)
  }
  /** Makes a server the standby of the other one from its next start on. */
  const follow = (role: Role, leader: Role) => {
    const cluster = join(homes[role], 'cluster')
    writeFileSync(join(cluster, 'standby.signal'), '')
    const options = `host=127.0.0.1 port=${ports[leader]} user=postgres password=${passwords.postgres} application_name=${role}`
    appendFileSync(join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${options}'\n`)
    if (account) execFileSync('chown', [`${account.uid}:${account.gid}`, join(cluster, 'standby.signal')])
  }

  const ask = async (role: Role, ...statements: string[]) => {
    const db = connect(urlOf('postgres', hostOf(role)), { max: 1 })
    try {
      let last: Record<string, unknown>[] = []
      for (const statement of statements) last = await db.unsafe(statement)
      return last
    } finally {
      await db.end({ timeout: 1 })
    }
  }

  follow('standby', 'primary')
  await start('primary')
  await start('standby')
  const isStreaming = async (state: string) => {
    const found = await ask('primary', 'select sync_state from pg_stat_replication')
    return found[0]?.['sync_state'] === state
  }
  await until('the standby follows', () => isStreaming('async'))
  await ask('primary', `alter system set synchronous_standby_names = 'standby'`, 'select pg_reload_conf()')
  await until('commits wait for the standby', () => isStreaming('sync'))

  return {
    /** Names both servers; a connection gets the primary. */
    url: urlOf('our_print', hostOf('primary'), hostOf('standby')),
    urlOf: (role: Role) => urlOf('our_print', hostOf(role)),
    ask,
    /** As if the machine of this server failed. */
    async kill(role: Role) {
      const server = running[role]
      if (!server) return
      killTree(server.pid)
      await server.gone
      delete running[role]
    },
    start,
    /** Does what `pg_ctl promote` does: a file and a signal. */
    async promote() {
      writeFileSync(join(homes.standby, 'cluster', 'promote'), '')
      process.kill(running.standby?.pid ?? 0, 'SIGUSR1')
      // `target_session_attrs=read-write` refuses a standby.
      const isPrimary = () =>
        ask('standby', 'select 1').then(
          () => true,
          () => false,
        )
      await until('the standby is the primary', isPrimary)
    },
    async close() {
      for (const server of Object.values(running)) await stopPostmaster(server)
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

type Role = 'primary' | 'standby'
