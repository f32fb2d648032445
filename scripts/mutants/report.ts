import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { groups } from './groups.ts'
import { isSame, readResults } from './sql.ts'
import { pathOf } from './sqlMutant.ts'
import { sqlMutants } from './sqlMutants.ts'
import { textNow, textOf } from './textOf.ts'

const page = 'docs/mutants.md'

// The part of Stryker's report that is read here.
type Mutant = { id: string; status: string; testsCompleted?: number }
type Report = { files: Record<string, { source: string; mutants: Mutant[] }> }

/** The results of one file, and which text of it was changed. */
export type Score = { mutants: number; found: number; survived: number; uncovered: number; text: string }

const isOfNow = ([file, { text }]: [string, Score]) => text === textNow(file)

/**
 * Rewrites both tables of docs/mutants.md and the list of what was run. Rows of files that were not run now stay while the
 * files are as they were. Returns whether at least this percentage is found in each table.
 */
export function writeScores(percent: number): boolean {
  const text = readFileSync(page, 'utf8')
  const code = mergeScores(text, 'code', codeScores())
  const sql = mergeScores(text, 'sql', sqlScores())
  const whole = groups
    .filter(({ mutate }) => mutate.every((file) => code.has(file.replace(/:\d+-\d+$/, ''))))
    .map(({ name }) => name)
  if (sqlMutants.every(({ file }) => sql.has(pathOf(file)))) whole.push('sql')
  const tables = write(write(text, 'code', table('mutants', code)), 'sql', table('changes', sql))
  const list = `Of ${groups.length + 1} groups, run on the files as they are now: ${whole.join(', ') || 'none'}.`
  writeFileSync(page, write(tables, 'run', list))
  return [code, sql].every((scores) => {
    const { found, mutants } = total(scores)
    return found * 100 >= mutants * percent
  })
}

function codeScores(): Map<string, Score> {
  const scores = new Map<string, Score>()
  for (const report of globSync('.cache/mutants/*.json')) {
    if (report.includes('incremental') || report.endsWith('sql.json')) continue
    const { files } = JSON.parse(readFileSync(report, 'utf8')) as Report
    for (const [file, { source, mutants }] of Object.entries(files))
      scores.set(file, { ...scoreOf(mutants), text: textOf(source) })
  }
  return scores
}

function scoreOf(all: readonly Mutant[]): Omit<Score, 'text'> {
  const unmeasured = all.find(({ status, testsCompleted }) => status === 'Survived' && testsCompleted === 0)
  // No test ran, which Stryker reports as survived (its issue 6213).
  if (unmeasured) throw new Error(`No test ran for the mutant ${unmeasured.id}: run its group again`)
  const count = (...wanted: string[]) => all.filter(({ status }) => wanted.includes(status)).length
  const [found, survived, uncovered] = [count('Killed', 'Timeout'), count('Survived'), count('NoCoverage')]
  return { mutants: found + survived + uncovered, found, survived, uncovered }
}

/** Of the files of which each change was tried. */
function sqlScores(): Map<string, Score> {
  const results = readResults().filter(({ file, text }) => text === textNow(pathOf(file)))
  const scores = new Map<string, Score>()
  for (const [file, mutants] of Map.groupBy(sqlMutants, ({ file }) => pathOf(file))) {
    const tried = mutants.flatMap((mutant) => results.find((result) => isSame(result, mutant)) ?? [])
    if (tried.length < mutants.length) continue
    const found = tried.filter(({ foundBy }) => foundBy).length
    scores.set(file, {
      mutants: tried.length,
      found,
      survived: tried.length - found,
      uncovered: 0,
      text: textNow(file),
    })
  }
  return scores
}

const markers = (name: string) => ({ start: `<!-- ${name} -->\n`, end: `<!-- end of ${name} -->` })

/** Splits the page into the text before the table of this name, the table, and the text after it. */
function cut(text: string, name: string): [string, string, string] {
  const { start, end } = markers(name)
  const from = text.indexOf(start) + start.length
  const to = text.indexOf(end)
  if (from < start.length || to < from) throw new Error(`${page} has no place for the table of ${name}`)
  return [text.slice(0, from), text.slice(from, to), text.slice(to)]
}

const mergeScores = (text: string, name: string, scores: Map<string, Score>) =>
  new Map([...readRows(cut(text, name)[1]), ...scores].filter(isOfNow))

function write(text: string, name: string, content: string): string {
  const [before, , after] = cut(text, name)
  return `${before}${content}\n${after}`
}

function table(what: string, scores: Map<string, Score>): string {
  const rows = [...scores]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, score]) => row(`\`${file}\``, score))
  const head = `| file | ${what} | found | survived | no test | score | text |\n| --- | ---: | ---: | ---: | ---: | ---: | --- |`
  return [head, ...rows, row('**all**', total(scores))].join('\n')
}

function total(scores: Map<string, Score>): Score {
  const sum = (key: 'mutants' | 'found' | 'survived' | 'uncovered') =>
    [...scores.values()].reduce((all, score) => all + score[key], 0)
  return {
    mutants: sum('mutants'),
    found: sum('found'),
    survived: sum('survived'),
    uncovered: sum('uncovered'),
    text: '',
  }
}

const row = (file: string, { mutants, found, survived, uncovered, text }: Score) =>
  `| ${file} | ${mutants} | ${found} | ${survived} | ${uncovered} | ${((100 * found) / Math.max(1, mutants)).toFixed(1)} % | ${text} |`

function readRows(rows: string): Map<string, Score> {
  const found = rows.matchAll(/^\| `(\S+)` \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| \S+ % \| (\w+) \|/gm)
  return new Map(
    [...found].map(([, file = '', ...cells]) => {
      const [mutants = 0, caught = 0, survived = 0, uncovered = 0] = cells.map(Number)
      return [file, { mutants, found: caught, survived, uncovered, text: cells[4] ?? '' }]
    }),
  )
}
