import { randomUUID } from 'node:crypto'
import { closeSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'
import type { Pool } from '../src/base/database/db.ts'

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Rows Removed by Join Filter'?: number
  'One-Time Filter'?: string
  Plans?: Node[]
}

/** One plan node that read a table, with the number of rows it read, discarded ones included. */
export type Read = { query: string; node: string; table: string; rows: number; removedByJoin: number }

/** The reads of all statements that `work` ran, from their executed plans, triggers and functions included. */
export async function readsOf(db: Pool, work: () => Promise<unknown>): Promise<Read[]> {
  const [reads = []] = await readsOfEach(db, [work])
  return reads
}

/** The same for each of several, which run one after another: the log is waited for once. */
export async function readsOfEach(db: Pool, works: readonly (() => Promise<unknown>)[]): Promise<Read[][]> {
  const from = sizes()
  // A process of its own writes the log, later but in order: what is between two marks is of one work.
  const mark = async () => {
    const id = randomUUID()
    await db.unsafe(`select '${id}'`)
    return id
  }
  const marks = [await mark()]
  for (const work of works) {
    await work()
    marks.push(await mark())
  }
  for (;;) {
    const text = await readNew(from)
    const places = marks.map((id) => text.lastIndexOf(id))
    if (places.at(-1) !== -1)
      return works.map((_, n) =>
        text
          .slice(places[n], places[n + 1])
          .split('\n')
          .flatMap(readsIn),
      )
    await sleep(10)
  }
}

const folder = () => inject('planLog')
const files = () => readdirSync(folder()).filter((name) => name.endsWith('.json'))

function sizes(): Map<string, number> {
  return new Map(
    files().map((name) => {
      const file = openSync(join(folder(), name), 'r')
      const { size } = fstatSync(file)
      closeSync(file)
      return [name, size]
    }),
  )
}

async function readNew(from: Map<string, number>): Promise<string> {
  return files()
    .map((name) => {
      const file = openSync(join(folder(), name), 'r')
      const start = from.get(name) ?? 0
      const bytes = Buffer.alloc(fstatSync(file).size - start)
      readSync(file, bytes, 0, bytes.length, start)
      closeSync(file)
      return bytes.toString('utf8')
    })
    .join('')
}

function readsIn(line: string): Read[] {
  if (!line.includes(' plan:')) return []
  try {
    const { message } = JSON.parse(line) as { message: string }
    const { 'Query Text': query, Plan: plan } = JSON.parse(message.slice(message.indexOf('{'))) as {
      'Query Text': string
      Plan: Node
    }
    return readsUnder(plan, query.replace(/\s+/g, ' ').trim())
  } catch {
    // The last line may be incomplete.
    return []
  }
}

function readsUnder(node: Node, query: string): Read[] {
  const loops = node['Actual Loops'] ?? 0
  const times = (name: keyof Node) => Number(node[name] ?? 0) * loops
  const own: Read = {
    query,
    node: [node['Node Type'], node['Index Name']].filter(Boolean).join(' '),
    table: node['Relation Name'] ?? '',
    rows: times('Actual Rows') + times('Rows Removed by Filter') + times('Rows Removed by Index Recheck'),
    removedByJoin: times('Rows Removed by Join Filter'),
  }
  const isRead = own.table !== '' && node['Node Type'] !== 'ModifyTable'
  return [
    ...(isRead || own.removedByJoin > 0 ? [own] : []),
    ...(node.Plans ?? []).flatMap((each) => readsUnder(each, query)),
  ]
}
