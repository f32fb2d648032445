import { expect, test } from 'vitest'
import { useDatabase } from '../../test/database.ts'
import { connect } from '../database/db.ts'
import { createLogger } from '../start/logger.ts'
import { createBoss } from './boss.ts'

const database = useDatabase()
const log = createLogger('error', process.stderr)

test('processes that start it at the same time do not disturb each other, nor the requests of their pools', async () => {
  const pools = Array.from({ length: 4 }, () => connect(database.url, { max: 3 }))
  const bosses = pools.map((pool) => createBoss(pool, log))
  await expect(Promise.all(bosses.map((boss) => boss.open()))).resolves.toHaveLength(4)
  for (const boss of bosses) await boss.close()
  for (const pool of pools) {
    const replies = await Promise.all(Array.from({ length: 6 }, () => pool`select 1 as one`))
    expect(replies.map(([row]) => row?.['one'])).toEqual([1, 1, 1, 1, 1, 1])
    await pool.end({ timeout: 1 })
  }
})
