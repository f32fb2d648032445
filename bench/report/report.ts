import { mkdir, writeFile } from 'node:fs/promises'
import { describeMachine, type Quiet, wasBusy } from '../machine.ts'
import { growth, isReached } from '../targets.ts'
import type { Findings, Measured } from './findings.ts'
import { figure, kept, milliseconds, ratio, table } from './format.ts'
import { findMisses, readNotes, sizeName } from './misses.ts'

/** Prints one line of a running benchmark. */
export function printMeasured({ work, figures, failure }: Measured): void {
  if (!figures) return console.log(`  ${work.name}: ${failure}`)
  const { perSecond, p50, throughputRatio, p50Ratio, processor, processorRatio } = figures
  const word = isReached(figures, work.target) ? 'ok' : 'MISSED'
  const pair = ({ ours, other }: { ours: number; other: number }) => `${ratio(ours)}/${ratio(other)}`
  console.log(
    `  ${work.name.padEnd(36)} ${figure(perSecond).padStart(7)}/s ${ratio(throughputRatio)}   p50 ${milliseconds(p50)} ${ratio(p50Ratio)}   ms Node ${pair(processor.node)}, PostgreSQL ${pair(processor.postgres)}, both ${ratio(processorRatio)} ${word}`,
  )
}

/** Writes the whole report, from one run and docs/performance-notes.md. */
export async function writeReport(findings: Findings, file: string | URL): Promise<void> {
  const text = [
    '# Performance',
    circumstances(findings),
    missedTargets(findings),
    method(findings),
    ...findings.sizes.flatMap(({ orders, measured }) => sizeTables(orders, measured)),
    growthTable(findings),
    ...findings.parts.map(partTable),
  ].join('\n\n')
  await mkdir(new URL('.', file instanceof URL ? file : `file://${file}`), { recursive: true })
  await writeFile(file, `${text}\n`)
}

function circumstances({ quiet, postgres }: Findings): string {
  const day = new Date().toISOString().slice(0, 10)
  return `Written by \`npm run bench\` on ${day}, on ${describeMachine(postgres)} ${describeQuiet(quiet)}`
}

function describeQuiet(quiet: Quiet): string {
  const percent = (part: number) => `${Math.round(part * 100)} %`
  const seen = `The load was ${quiet.load.toFixed(1)} before the run and at most ${quiet.highestLoad.toFixed(1)} during it; while the benchmark paused, other work kept ${percent(quiet.busy)} of the cores busy, at most ${percent(quiet.busiest)}.`
  return wasBusy(quiet) ? `${seen} **The machine was not quiet: absolute times mean little.**` : seen
}

function missedTargets(findings: Findings): string {
  const misses = findMisses(findings)
  const notes = readNotes()
  const unknown = [...notes.keys()].filter((heading) => !misses.some(({ work }) => work === heading))
  for (const heading of unknown) console.log(`  A note without a missed target: ${heading}`)
  if (misses.length === 0) return '## Missed targets\n\nNone.'
  const byWork = Map.groupBy(misses, ({ work }) => work)
  const items = [...byWork].map(([work, all]) => {
    const places = all.map(({ where, what }) => `  - ${where}: ${what}.`).join('\n')
    const note =
      notes.get(work)?.replaceAll('\n', '\n  ') ?? 'Nothing is written down yet about what was tried.'
    return `- **${work}**\n${places}\n\n  ${note}`
  })
  return `## Missed targets\n\n${items.join('\n')}`
}

const method = ({ rounds, seconds }: Findings) => `## How it is measured

Our server is compared with a **limit** (\`bench/limit.ts\`): bare \`node:http\` and \`pg\` with named prepared statements,
which sends the same content for the same query from the same PostgreSQL, without authentication, validation, audit or log.
Both are loaded in turn from a third process, in ${rounds} rounds of ${seconds} s; a ratio is the median of the ratios of the
rounds. Throughput is at 16 clients (the dashboard's at 12, bulk moves at 2), p50 at one. No two clients ask for the same. Machines differ and have other
work: trust ratios before absolute figures. CPU time a request is that of the server's process, and of PostgreSQL's
connections without its background processes. The targets are in \`bench/targets.ts\`.

The limit of a PATCH is a bare durable \`update\` without triggers; that of a bulk move is 100 of them in one transaction. Ours
adds the rules, the history, the audit, the counters and the response. The dashboard is compared with a list of our own
server. An order intake has no limit; its target is twice its former throughput (174/s). A list's limit knows where a deep page starts and counts by the same counters as ours, or by the index for one person.`

function sizeTables(orders: number, measured: Measured[]): string[] {
  const isSearch = ({ work }: Measured) => work.beside === 'nothing' && work.clients === 1
  const works = measured.filter((one) => !isSearch(one))
  const searches = measured.filter(isSearch)
  const heading = `## ${sizeName(orders)}`
  if (measured.length === 0) return [`${heading}\n\nNot measured in this run.`]
  const head = [
    'work',
    'throughput',
    'of the limit',
    'at least',
    'p50',
    'of the limit',
    'at most',
    'Node ms, ours / limit',
    'PostgreSQL ms, ours / limit',
    'kept',
  ]
  return [
    `${heading}\n\n${table(head, works.map(workRow))}`,
    ...(searches.length > 0
      ? [
          `Searches, by one client: each searches for up to 200 numbers, mobiles and groups of digits of real orders in turn.\n\n${table(['search', 'p50', 'at most', 'Node ms', 'PostgreSQL ms', 'kept'], searches.map(searchRow))}`,
        ]
      : []),
  ]
}

function workRow({ work, figures, failure }: Measured): string[] {
  const { throughput, p50, perSecond, milliseconds: slowest } = work.target
  if (!figures) return [work.name, `not measured: ${failure}`, ...Array<string>(7).fill('–'), '**no**']
  const { node, postgres } = figures.processor
  return [
    work.name,
    `${figure(figures.perSecond)}/s`,
    ratio(figures.throughputRatio),
    perSecond === undefined ? ratio(throughput) : `${perSecond}/s`,
    milliseconds(figures.p50),
    ratio(figures.p50Ratio),
    slowest === undefined ? ratio(p50) : `${slowest} ms`,
    `${ratio(node.ours)} / ${ratio(node.other)}`,
    `${ratio(postgres.ours)} / ${ratio(postgres.other)}`,
    kept(isReached(figures, work.target)),
  ]
}

function searchRow({ work, figures, failure }: Measured): string[] {
  if (!figures) return [work.name, `not measured: ${failure}`, '–', '–', '–', '**no**']
  const { node, postgres } = figures.processor
  return [
    work.name,
    milliseconds(figures.p50),
    `${work.target.milliseconds} ms`,
    ratio(node.ours),
    ratio(postgres.ours),
    kept(isReached(figures, work.target)),
  ]
}

function growthTable({ grown }: Findings): string {
  if (!grown) return '## As the shop grows\n\nNot measured in this run.'
  const rows = grown.measured.map(({ work, figures, failure }) => {
    if (!figures) return [work.name, `not measured: ${failure}`, '–', '–', '–', '**no**']
    const { node, postgres } = figures.processor
    return [
      work.name,
      ratio(figures.p50Ratio),
      ratio(1 / (figures.throughputRatio ?? Number.NaN)),
      `${ratio(node.ours)} / ${ratio(node.other)}`,
      `${ratio(postgres.ours)} / ${ratio(postgres.other)}`,
      kept(isReached(figures, work.target)),
    ]
  })
  const head = [
    'work',
    'p50 grows, times',
    'throughput falls, times',
    'Node ms, large / small',
    'PostgreSQL ms, large / small',
    'kept',
  ]
  return `## As the shop grows

Our server with ${sizeName(grown.to)} and our server with ${sizeName(grown.from)}, in turn. Each may grow at most ${growth.p50} times.

${table(head, rows)}`
}

function partTable({ title, section }: Findings['parts'][number]): string {
  if (!section) return `## ${title}\n\nNot measured in this run.`
  if ('failure' in section) return `## ${title}\n\nCould not be measured: ${section.failure}`
  const rows = section.rows.map(({ work, measured, beside = '', target = '', isKept }) => [
    work,
    measured,
    beside,
    target,
    kept(isKept),
  ])
  return `## ${title}\n\n${section.about}\n\n${table(['work', 'measured', 'beside it', 'target', 'kept'], rows)}`
}
