import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from '../database/db.ts'

/** The schema of pg-boss, which creates and migrates it by itself. It holds no data of the shop. */
const schema = 'webhook_queue'
const name = 'deliver'
/** A job whose process does not say so often that it runs is given to another process. */
const heartbeatSeconds = 10

export type Queue = Awaited<ReturnType<typeof openQueue>>

/** The queue of pg-boss on the server's own connections: one job at a time for each webhook, over all processes. */
export async function openQueue(pool: Pool, log: FastifyBaseLogger) {
  const { PgBoss, fromBunSql } = await import('pg-boss')
  const boss = new PgBoss({
    db: fromBunSql(asClient(pool)),
    schema,
    schedule: false,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    monitorVacuum: false,
    reindex: false,
  })
  boss.on('error', (error) => log.error({ err: error }, 'webhook queue failed'))
  await boss.start()
  await boss.createQueue(name, {
    policy: 'exclusive',
    retryLimit: 0,
    heartbeatSeconds,
    expireInSeconds: 3600,
    deleteAfterSeconds: 60,
  })

  return {
    /** Adds the job of a webhook, unless it waits or runs already. */
    add: (webhook: string) => boss.send(name, { webhook }, { singletonKey: webhook }),
    async take(most: number): Promise<{ id: string; webhook: string }[]> {
      const jobs = await boss.fetch<{ webhook: string }>(name, { batchSize: most })
      return jobs.map(({ id, data }) => ({ id, webhook: data.webhook }))
    },
    /** Says that a job runs, until `end`; `isHeld` is false once it may have been given to another process. */
    keep(id: string) {
      let isHeld = true
      let last = Date.now()
      const timer = setInterval(() => {
        if (Date.now() - last > heartbeatSeconds * 1000) isHeld = false
        boss.touch(name, id).then(
          (done) => {
            // The types of pg-boss do not name it.
            if ((done as { affected?: number }).affected === 0) isHeld = false
            else last = Date.now()
          },
          () => {},
        )
      }, 3000)
      return { isHeld: () => isHeld, end: () => clearInterval(timer) }
    },
    finish: (id: string) => boss.complete(name, id),
    close: () => boss.stop({ graceful: false, close: false }),
  }
}

/** pg-boss has an adapter for Bun's driver, whose calls this driver has, too; only values are written differently. */
const asClient = (pool: Pool) => ({
  unsafe: (text: string, values?: unknown[]) =>
    values ? pool.unsafe(text, values.map(asText) as never[]) : pool.unsafe(text),
  reserve: () => pool.reserve(),
})

function asText(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}
