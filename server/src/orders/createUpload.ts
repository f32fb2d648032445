import type { Upload } from '@our-print/contract/orders/orderFiles.ts'
import type { FastifyRequest } from 'fastify'
import { invalid } from '../base/http/problem.ts'
import { withIdempotentWrite } from '../base/http/route.ts'
import * as orderFiles from './orderFiles.queries.ts'
import { releaseFiles, type UploadDependencies, withPrintFiles, withStoredFiles } from './receiveFiles.ts'

/** Stores one file ahead of its order. A retry with the same Idempotency-Key gets the first upload again. */
export const createUpload = (request: FastifyRequest, intake: UploadDependencies): Promise<Upload> =>
  withPrintFiles(request, intake, [], async ({ files }) => {
    const [file] = files
    if (!file || files.length > 1) throw invalid('files', 'Send one file')
    return withStoredFiles(request, intake, files, async (stored) => {
      const [own] = stored
      if (!own) throw new Error('A stored file is missing')
      const body = [file.name, file.sent_sha256]
      const upload = await withIdempotentWrite(intake.pool, request, body, async (db) => {
        await orderFiles.create(db, stored)
        const { id, name, content_type, size, page_count } = own
        return { id, name, content_type, size, page_count }
      })
      if (upload.id !== own.id) await releaseFiles(request, intake, stored)
      return upload
    })
  })
