import * as contract from '@our-print/contract/orders/courierTasks.ts'
import type { FastifyInstance } from 'fastify'
import { presentRows } from '../../base/database/pages.ts'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { readForm } from '../../base/http/form.ts'
import { presentRecord, serve } from '../../base/http/route.ts'
import { sendPicture } from '../../base/http/sendPicture.ts'
import { servePage } from '../../base/http/servePage.ts'
import * as tasks from './courierTasks.queries.ts'
import { createCourierTask } from './createCourierTask.ts'

// A link lives for minutes, a file for years.
const columns = contract.CourierTask.omit({ pictures: true })

export function courierTaskRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { pool, links, signer } = dependencies
  const nameOf = (picture: string) => `courier task picture ${picture}`
  const urlOf = (id: string) => links.to(`/api/courier-task-pictures/${id}/?${signer.sign(nameOf(id))}`)
  const present = ({ pictures, ...row }: tasks.CourierTaskRow): contract.CourierTask => ({
    ...row,
    pictures: pictures.map((picture) => ({ ...picture, url: urlOf(picture.id) })),
  })

  servePage(
    app,
    dependencies,
    contract.listCourierTasks,
    { name: 'refused-acts', columns },
    ({ query, actor }) => ({
      select: (db) => tasks.select(db, { ...query, reader: actor }),
      page: async (db) => presentRows(await tasks.list(db, { ...query, reader: actor }), present),
    }),
  )
  serve(app, pool, contract.getCourierTask, async ({ db, actor, params }) =>
    present(await tasks.get(db, actor, params.id)),
  )
  serve(app, pool, contract.createCourierTask, async ({ request, actor }) =>
    createCourierTask(request, actor, await readForm(request, contract.createCourierTask), dependencies),
  )
  serve(app, pool, contract.settleCourierTask, ({ db, actor, params, body }) =>
    presentRecord(tasks.settle(db, actor, params.id, body), present),
  )
  serve(app, pool, contract.readCourierTaskPicture, ({ db, params: { id }, query, reply }) =>
    sendPicture(dependencies, { query, reply }, nameOf(id), () => tasks.getPicture(db, id)),
  )
}
