import * as contract from '@our-print/contract/money/days.ts'
import type { FastifyInstance } from 'fastify'
import type { Pool } from '../../base/database/db.ts'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { type Actor, alreadySent, serve } from '../../base/http/route.ts'
import { serveList } from '../../base/http/servePage.ts'
import { languageOf } from '../../customer/languages/paperLanguage.queries.ts'
import * as configurations from '../../shop/configurations/configurations.queries.ts'
import { actsOf } from '../approvals/acts.ts'
import { closeAct } from './closeAct.ts'
import { closeDay, signDay } from './closeDay.ts'
import * as days from './days.queries.ts'
import { dayCsv } from './dayTexts.ts'
import { readDay } from './readDay.ts'

export function dayRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { pool } = dependencies
  /** A day as it is at one moment. */
  const read = (db: Pool, actor: Actor, day: string) =>
    db.begin('isolation level repeatable read read only', (tx) => readDay(tx, actor, day))

  serveList(app, dependencies, contract.listDays, { name: 'days' }, days)
  serve(app, pool, contract.getDay, ({ db, actor, params }) => read(db, actor, params.day))
  const close = actsOf(app).guard(closeAct, async ({ db, actor, params, body }, approved) => {
    await closeDay(db, actor, params.day, body, approved?.by)
    return readDay(db, actor, params.day)
  })
  serve(app, pool, contract.closeDay, close)
  serve(app, pool, contract.signDay, async ({ db, actor, params }) => {
    await signDay(db, actor, params.day)
    return readDay(db, actor, params.day)
  })
  serve(app, pool, contract.getDayFile, async ({ db, actor, params, query, reply }) => {
    const day = await read(db, actor, params.day)
    const isPdf = query.format === 'pdf'
    void reply
      .type(isPdf ? 'application/pdf' : 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="day-${params.day}.${query.format}"`)
    if (!isPdf) {
      await reply.send(dayCsv(day))
      return alreadySent
    }
    // Loaded with the first one, because the PDF writer takes much memory.
    const { drawDay } = await import('./dayPdf.ts')
    const { contact } = await configurations.get(db)
    await reply.send(drawDay(day, contact.name, await languageOf(db, null)))
    return alreadySent
  })
}
