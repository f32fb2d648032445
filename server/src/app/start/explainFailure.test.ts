import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useTemporaryResources } from '../../../test/temporaryResources.ts'
import { ConnectionDropped } from '../../base/database/postgresDriver.ts'
import { OperatorError } from '../../base/operatorError.ts'
import { explainFailure } from './explainFailure.ts'

const temporary = useTemporaryResources()
const ended = 'the database ended while it was brought up to date'
const inUtc = (date: Date) => `${date.toISOString().replace('T', ' ').slice(0, 23)} UTC [7]`

async function explainWith(lines: string[]) {
  const home = await temporary.folder()
  await mkdir(join(home, 'log'))
  const file = join(home, 'log', 'postgresql-Mon.log')
  await writeFile(file, lines.join('\n'))
  await writeFile(join(home, 'log', 'postgresql-Sun.log'), `${inUtc(new Date())} PANIC:  of yesterday\n`)
  await utimes(join(home, 'log', 'postgresql-Sun.log'), 0, 0)
  return { file, said: await explainFailure(new ConnectionDropped(), home) }
}

test('a database that ended during the start is told with the last reason of its log since then', async () => {
  const now = inUtc(new Date(Date.now() + 1000))
  const { file, said } = await explainWith([
    `${inUtc(new Date(0))} PANIC:  of long ago`,
    `${now} PANIC:  could not write to file "pg_wal/xlogtemp.7": No space left on device`,
    `${now} STATEMENT:  commit`,
    `${now} FATAL:  the database system is in recovery mode`,
    `${now} FATAL:  terminating connection due to administrator command`,
    `${now} FATAL:  password authentication failed for user "our_print"`,
    `${now} LOG:  database system is shut down`,
    '',
  ])
  const reason = 'could not write to file "pg_wal/xlogtemp.7": No space left on device'
  expect(said).toEqual(new OperatorError(`${ended}: ${reason} (see ${file})`))
})

test('without a reason in its log it is told where the log is, and nothing of a log elsewhere', async () => {
  const { file, said } = await explainWith([`${inUtc(new Date(0))} PANIC:  of long ago`])
  expect(said).toEqual(new OperatorError(`${ended} (see ${file})`))
  for (const home of [undefined, '/nowhere'])
    expect(await explainFailure(new ConnectionDropped(), home)).toEqual(new OperatorError(ended))
})

test('a full disk is told, and a bug stays one', async () => {
  const full = Object.assign(new Error('write ENOSPC'), { code: 'ENOSPC' })
  expect(await explainFailure(full, undefined)).toEqual(new OperatorError('the disk is full: write ENOSPC'))
  const bug = new TypeError('x is not a function')
  expect(await explainFailure(bug, undefined)).toBe(bug)
})
