import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runBounded } from './boundedProgram.ts'
import { findSandbox, systemPath, weakSandbox } from './sandbox.ts'

const sandbox = await findSandbox()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'our-print-sandbox-'))
  await writeFile(join(folder, 'secret'), 'a file of the shop')
  for (const name of ['own', 'other', 'programs']) await mkdir(join(folder, name))
})
afterAll(() => rm(folder, { recursive: true }))

async function run(script: string) {
  const program = join(folder, 'programs', 'program')
  await writeFile(program, `#!/bin/sh\n${script}\n`)
  await chmod(program, 0o755)
  const own = join(folder, 'own')
  return runBounded(
    { program, arguments: [], folder: own, env: { PATH: systemPath }, sandbox },
    { timeoutMs: 20_000, megabytes: 500, writtenMegabytes: 10 },
  )
}

test('a machine that permits no sandbox is told apart', async () => {
  const missing = { ...sandbox, commandFor: () => ['/nowhere/bwrap'] }
  const none = await findSandbox(folder, [missing])
  expect(none.hides).toBe('nothing')
  expect(weakSandbox(none)).toContain('could read the files of this server and use its network')
  expect((await findSandbox(folder, [missing, sandbox])).hides).toBe(sandbox.hides)
})

describe.skipIf(sandbox.hides !== 'files and network')('in a sandbox (skipped without bubblewrap)', () => {
  test('a program reads what the system has and writes to its own folder', async () => {
    expect(await run('ls /usr/bin/env && echo made > result && echo made > /tmp/result')).toBe('ended')
    expect(await readFile(join(folder, 'own', 'result'), 'utf8')).toBe('made\n')
  })

  test('it sees no other file of this machine, and writes to none', async () => {
    const tries = [
      `cat ${folder}/secret`,
      `ls ${folder}/other`,
      `echo x > ${folder}/programs/program`,
      `cat ${process.execPath}`,
      `ls /proc/${process.pid}/cwd/`,
      'cat /etc/passwd',
      'ls /root /home /var/log',
      'echo x > /usr/bin/x',
    ]
    expect(await run(tries.map((attempt) => `${attempt} && exit 0`).join('\n') + '\nexit 9')).toBe('failed')
  })

  test('it has no network', async () => {
    expect(await run('test "$(tail -n +3 /proc/net/dev | grep -vc " *lo:")" = 0')).toBe('ended')
  })
})
