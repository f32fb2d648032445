import * as contract from '@our-print/contract/orders/courierTasks.ts'
import type { FastifyInstance } from 'fastify'
import { presentRows } from '../../base/database/pages.ts'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { readForm } from '../../base/http/form.ts'
import { forbidden } from '../../base/http/problem.ts'
import { alreadySent, presentRecord, serve } from '../../base/http/route.ts'
import { servePage } from '../../base/http/servePage.ts'
import * as tasks from './courierTasks.queries.ts'
import { createCourierTask } from './createCourierTask.ts'

// A link lives for minutes, a file for years.
const columns = contract.CourierTask.omit({ pictures: true })

export function courierTaskRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { pool, links, signer, storage } = dependencies
  const nameOf = (picture: string) => `courier task picture ${picture}`
  const urlOf = (id: string) => links.to(`/api/courier-task-pictures/${id}/?${signer.sign(nameOf(id))}`)
  const present = ({ pictures, ...row }: tasks.CourierTaskRow): contract.CourierTask => ({
    ...row,
    pictures: pictures.map((picture) => ({ ...picture, url: urlOf(picture.id) })),
  })

  servePage(app, dependencies, contract.listCourierTasks, { name: 'refused-acts', columns }, ({ query }) => ({
    select: (db) => tasks.select(db, query),
    page: async (db) => presentRows(await tasks.list(db, query), present),
  }))
  serve(app, pool, contract.getCourierTask, async ({ db, params }) => present(await tasks.get(db, params.id)))
  serve(app, pool, contract.createCourierTask, async ({ request, actor }) =>
    createCourierTask(request, actor, await readForm(request, contract.createCourierTask), dependencies),
  )
  serve(app, pool, contract.settleCourierTask, ({ db, actor, params, body }) =>
    presentRecord(tasks.settle(db, actor, params.id, body), present),
  )
  serve(app, pool, contract.readCourierTaskPicture, async ({ db, params: { id }, query, reply }) => {
    if (!signer.check(nameOf(id), query.expires, query.signature))
      throw forbidden('This link has expired. Reload the page that showed it.')
    const { storage_key, size, content_type } = await tasks.getPicture(db, id)
    void reply
      .type(content_type)
      .header('cache-control', 'private, max-age=900')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('content-length', String(size))
    await reply.send(await storage.read(storage_key))
    return alreadySent
  })
}
