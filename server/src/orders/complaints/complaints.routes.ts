import * as contract from '@our-print/contract/orders/complaints.ts'
import type { FastifyInstance } from 'fastify'
import { presentRows } from '../../base/database/pages.ts'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { Accepted, presentRecord, serve, withIdempotentWrite } from '../../base/http/route.ts'
import { sendPicture } from '../../base/http/sendPicture.ts'
import { servePage } from '../../base/http/servePage.ts'
import { actsOf } from '../../money/approvals/acts.ts'
import { refuseUnseen } from '../seesOrder.queries.ts'
import { createComplaint, endComplaint, reprintComplaint } from './changeComplaints.ts'
import * as complaints from './complaints.queries.ts'
import { resolveAct } from './resolveAct.queries.ts'

// A link lives for minutes, a file for years.
const columns = contract.Complaint.omit({ photos: true })

export function complaintRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { pool, links, signer } = dependencies
  const nameOf = (photo: string) => `complaint photo ${photo}`
  const urlOf = (photo: string) => links.to(`/api/complaint-photos/${photo}/?${signer.sign(nameOf(photo))}`)
  const present = ({ photos, ...row }: complaints.ComplaintRow): contract.Complaint => ({
    ...row,
    photos: photos.map((id) => ({ id, url: urlOf(id) })),
  })

  servePage(
    app,
    dependencies,
    contract.listComplaints,
    { name: 'complaints', columns },
    ({ query, actor }) => ({
      select: (db) => complaints.select(db, { ...query, actor }),
      page: async (db) => presentRows(await complaints.list(db, { ...query, actor }), present),
    }),
  )
  servePage(
    app,
    dependencies,
    contract.listOrderComplaints,
    { name: 'complaints', columns },
    async ({ actor, params, query }) => {
      await refuseUnseen(pool, actor, params.id)
      const filter = { ...query, actor, of: params.id }
      return {
        select: (db) => complaints.select(db, filter),
        page: async (db) => presentRows(await complaints.list(db, filter), present),
      }
    },
  )
  serve(app, pool, contract.countComplaints, ({ db, query }) => complaints.count(db, query))
  serve(app, pool, contract.getComplaint, async ({ db, actor, params }) =>
    present(await complaints.get(db, actor, params.id)),
  )
  serve(app, pool, contract.createComplaint, async (call) =>
    present(await createComplaint(call, contract.createComplaint, dependencies)),
  )
  const end = actsOf(app).guard(resolveAct, (call) => endComplaint(call, call.db))
  serve(app, pool, contract.resolveComplaint, (call) => {
    const { request, params, body } = call
    if (body.resolution === 'reprint') return presentRecord(reprintComplaint(call, dependencies), present)
    const ended = withIdempotentWrite(pool, request, { ...params, ...body }, (db) => end({ ...call, db }))
    return presentRecord(ended, (row) => (row instanceof Accepted ? row : present(row)))
  })
  serve(app, pool, contract.readComplaintPhoto, ({ db, params: { id }, query, reply }) =>
    sendPicture(dependencies, { query, reply }, nameOf(id), async () => ({
      content_type: 'image/jpeg',
      ...(await complaints.getPhoto(db, id)),
    })),
  )
}
