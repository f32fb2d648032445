import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { readResults } from './sql.ts'

const page = 'docs/mutants.md'

// The part of Stryker's report that is read here.
type Mutant = { id: string; status: string; testsCompleted?: number }
type Report = { files: Record<string, { mutants: Mutant[] }> }

/** The results of one file. */
export type Score = { mutants: number; found: number; survived: number; uncovered: number }

/**
 * Rewrites both tables of docs/mutants.md; rows of files that were not run now stay. Returns whether at least this
 * percentage is found in each table.
 */
export function writeScores(percent: number): boolean {
  const text = readFileSync(page, 'utf8')
  const code = mergeScores(text, 'code', codeScores())
  const sql = mergeScores(text, 'sql', sqlScores())
  writeFileSync(page, rewrite(rewrite(text, 'code', 'mutants', code), 'sql', 'changes', sql))
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
    for (const [file, { mutants }] of Object.entries(files)) scores.set(file, scoreOf(mutants))
  }
  return scores
}

function scoreOf(all: readonly Mutant[]): Score {
  const unmeasured = all.find(({ status, testsCompleted }) => status === 'Survived' && testsCompleted === 0)
  // No test ran, which Stryker reports as survived (its issue 6213).
  if (unmeasured) throw new Error(`No test ran for the mutant ${unmeasured.id}: run its group again`)
  const count = (...wanted: string[]) => all.filter(({ status }) => wanted.includes(status)).length
  const [found, survived, uncovered] = [count('Killed', 'Timeout'), count('Survived'), count('NoCoverage')]
  return { mutants: found + survived + uncovered, found, survived, uncovered }
}

function sqlScores(): Map<string, Score> {
  const scores = new Map<string, Score>()
  for (const { file, foundBy } of readResults()) {
    const score = scores.get(`server/src/${file}`) ?? { mutants: 0, found: 0, survived: 0, uncovered: 0 }
    scores.set(`server/src/${file}`, {
      ...score,
      mutants: score.mutants + 1,
      found: score.found + (foundBy ? 1 : 0),
      survived: score.survived + (foundBy ? 0 : 1),
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
  new Map([...readRows(cut(text, name)[1]), ...scores])

function rewrite(text: string, name: string, what: string, scores: Map<string, Score>): string {
  const [before, , after] = cut(text, name)
  const rows = [...scores]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, score]) => row(`\`${file}\``, score))
  const head = `| file | ${what} | found | survived | no test | score |\n| --- | ---: | ---: | ---: | ---: | ---: |`
  return `${before}${[head, ...rows, row('**all**', total(scores))].join('\n')}\n${after}`
}

function total(scores: Map<string, Score>): Score {
  const sum = (key: keyof Score) => [...scores.values()].reduce((all, score) => all + score[key], 0)
  return {
    mutants: sum('mutants'),
    found: sum('found'),
    survived: sum('survived'),
    uncovered: sum('uncovered'),
  }
}

const row = (file: string, { mutants, found, survived, uncovered }: Score) =>
  `| ${file} | ${mutants} | ${found} | ${survived} | ${uncovered} | ${((100 * found) / Math.max(1, mutants)).toFixed(1)} % |`

function readRows(table: string): Map<string, Score> {
  const found = table.matchAll(/^\| `(\S+)` \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|/gm)
  return new Map(
    [...found].map(([, file = '', ...numbers]) => {
      const [mutants = 0, found = 0, survived = 0, uncovered = 0] = numbers.map(Number)
      return [file, { mutants, found, survived, uncovered }]
    }),
  )
}
