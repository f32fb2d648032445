import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ServerProcess, startServer } from './serverProcess.ts'

export type SeveralServers = Awaited<ReturnType<typeof startServers>>

export const admin = { email: 'admin@print.test', password: 'a long enough password' }

/** Several server processes on one database and one folder of files, all started at once. */
export async function startServers(
  count: number,
  databaseUrl: string,
  settings: Record<string, string> = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'our-print-servers-'))
  const files = join(folder, 'files')
  await mkdir(files)
  // The first two share a data folder, as on one machine. Each other one has its own, with a link to the common files.
  const shared = join(folder, 'shared')
  const folders = Array.from({ length: count }, (_, index) =>
    index < 2 ? shared : join(folder, String(index)),
  )
  for (const one of new Set(folders)) {
    await mkdir(one)
    await symlink(files, join(one, 'files'))
  }

  const start = (dataDir: string): Promise<ServerProcess> =>
    startServer({
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      PUBLIC_RATE_LIMIT: '100000000',
      PUBLIC_URL: 'http://print.test',
      ...settings,
    })
  const servers = await Promise.all(folders.map(start))
  return {
    servers,
    /** The common folder of files. */
    files,
    async close() {
      await Promise.all(servers.map((server) => server.stop()))
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

export async function signIn(url: string): Promise<string> {
  const reply = await fetch(`${url}/api/admin-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  })
  return ((await reply.json()) as { token: string }).token
}
