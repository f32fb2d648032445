import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { connect } from '../base/database/db.ts'
import { isMigrated } from '../base/database/migrate.ts'
import { OperatorError } from '../base/operatorError.ts'
import { verifyDays } from '../money/days/daySeals.ts'
import { readSeals } from '../shop/audit/keptSeals.ts'
import { describeHolder, lateSeconds } from '../shop/audit/sealAudit.ts'
import { type Verdict, verifyAudit } from '../shop/audit/verifyAudit.ts'
import { createProgress, formatCount } from '../shop/backup/progress.ts'
import { runCommand } from '../shop/backup/runCommand.ts'
import { type Env, readEnv } from './start/env.ts'
import { openDatabase } from './start/openDatabase.ts'

// `npm run audit -- verify`: checks the seals of the audit, whether the server runs or not.

const progress = createProgress(process.stderr)
const workingFolder = process.env['INIT_CWD'] ?? '.'
const mostProblems = 10

await runCommand(async () => {
  const given = readArguments(process.argv.slice(2))
  const env = readEnv(process.env)
  const file = given ? resolve(workingFolder, given) : env.auditSeals.file
  const kept = file ? readKept(file, given !== undefined) : undefined
  const verdict = await verify(env, kept?.seals)
  progress.clear()
  if (verdict.problems.length > 0) throw new OperatorError(describeProblems(verdict))
  console.log(describe(verdict, kept))
})

/** The seals of a file, and what to say of it where it has none. */
type Kept = { seals: ReturnType<typeof readSeals>; lack: string }

/** With the days whose money is closed, which have a chain of their own. */
type Checked = Verdict & { days: number }

async function verify(env: Env, keptSeals: Kept['seals'] | undefined): Promise<Checked> {
  const database = await openDatabase(env)
  const pool = connect(database.url, { max: 1 })
  try {
    if (!(await isMigrated(pool).catch(() => false)))
      throw new OperatorError(
        'The shop is of another version than this program: start it once with npm start',
      )
    const passingSince = new Date(Date.now() - env.auditAccessDays * 86_400_000)
    return await pool.begin('isolation level repeatable read read only', async (tx) => {
      const closed = await verifyDays(tx)
      const verdict = await verifyAudit(tx, {
        keptSeals,
        passingSince,
        onProgress: (seals) => progress.show(`Checked ${formatCount(seals)} seals`),
      })
      return { ...verdict, days: closed.days, problems: [...closed.problems, ...verdict.problems] }
    })
  } finally {
    progress.clear()
    await pool.end({ timeout: 5 })
    await database.stop()
  }
}

/** The file of AUDIT_SEALS_FILE need not be there yet. */
function readKept(file: string, isAsked: boolean): Kept {
  try {
    const seals = readSeals(readFileSync(file, 'utf8'), file)
    return { seals, lack: seals.length > 0 ? '' : `, as ${file} is empty` }
  } catch (error) {
    if (error instanceof OperatorError) throw error
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && !isAsked) return { seals: [], lack: `, as ${file} is not there` }
    throw new OperatorError(`The seals in ${file} cannot be read: ${message}`)
  }
}

function describe(verdict: Checked, kept: Kept | undefined): string {
  const { entries, seals, last, unsealed, holder, keptSealsFound, unkeptSince } = verdict
  const upto = last ? `, the last one of ${last.sealed_at}` : ''
  const beside = kept
    ? `${formatCount(keptSealsFound)} kept seals agree with it.`
    : 'No kept seals were given: a chain that was cut off at its end would look whole.'
  return [
    `The audit is whole: ${formatCount(entries)} entries under ${formatCount(seals)} seals${upto}.`,
    ...(verdict.days > 0 ? [`So are the ${formatCount(verdict.days)} closed days.`] : []),
    ...(unsealed > 0 ? [`${formatCount(unsealed)} newer entries are not sealed yet.`] : []),
    ...(holder ? [describeHolder(holder)] : []),
    beside,
    ...(unkeptSince && Date.now() - Date.parse(unkeptSince) > lateSeconds * 1000
      ? [
          `Warning: no seal since ${unkeptSince} is among the kept ones${kept?.lack ?? ''}. What was rewritten since then would look whole: find out why the newer seals were not kept.`,
        ]
      : []),
  ].join('\n')
}

function describeProblems({ problems }: Verdict): string {
  const more = problems.length - mostProblems
  return [
    `The audit was changed: ${problems.length === 1 ? '1 finding' : `${formatCount(problems.length)} findings`}.`,
    ...problems.slice(0, mostProblems),
    ...(more > 0 ? [`and ${formatCount(more)} more`] : []),
  ].join('\n')
}

function readArguments(given: string[]): string | undefined {
  const usage = new OperatorError(
    'Say: npm run audit -- verify, with --seals FILE for seals that were kept elsewhere',
  )
  try {
    const { values, positionals } = parseArgs({
      args: given,
      options: { seals: { type: 'string' } },
      allowPositionals: true,
    })
    if (positionals.length !== 1 || positionals[0] !== 'verify') throw usage
    return values.seals
  } catch {
    throw usage
  }
}
