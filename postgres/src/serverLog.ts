import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** A refused client is no reason, and a server that is ending says so to each. */
const reason =
  /\b(?:PANIC|FATAL|ERROR):\s+(?!\s|password authentication|terminating connection|the database system is)(.*)/

/** Why a server may have ended: the newest file of its log, and the last severe line of it since a time. */
export function readLog(home: string, since: Date): { file: string; reason: string | undefined } | undefined {
  const folder = join(home, 'log')
  try {
    const files = readdirSync(folder).map((name) => join(folder, name))
    const [file] = files.toSorted((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs)
    if (file === undefined) return undefined
    // Each line begins with its time in UTC.
    const from = since.toISOString().replace('T', ' ').slice(0, 23)
    const lines = readFileSync(file, 'utf8').split('\n')
    const line = lines.findLast((each) => each.slice(0, 23) >= from && reason.test(each))
    return { file, reason: line && reason.exec(line)?.[1] }
  } catch {
    return undefined
  }
}
