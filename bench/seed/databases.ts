import { connect } from '../../server/src/database/db.ts'
import { dropDatabase } from '../../server/test/dropDatabase.ts'

/** The URL of another database of the same server. */
export function databaseAt(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}

/** Gives `work` a copy of a database, which is dropped afterwards. */
export async function withCopy<T>(databaseUrl: string, work: (copyUrl: string) => Promise<T>): Promise<T> {
  const home = connect(databaseAt(databaseUrl, 'our_print'), { max: 1 })
  const original = new URL(databaseUrl).pathname.slice(1)
  const name = `${original}_copy`
  try {
    await dropDatabase(home, name)
    // Copying files is faster than writing each page to the log, and needs a checkpoint that nobody waits for here.
    await home`create database ${home(name)} template ${home(original)} strategy file_copy`
    return await work(databaseAt(databaseUrl, name))
  } finally {
    await dropDatabase(home, name)
    await home.end()
  }
}
