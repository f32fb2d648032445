import type { Upload } from '@our-print/contract/orderFiles.ts'
import type { FastifyRequest } from 'fastify'
import { invalid } from '../http/problem.ts'
import { withIdempotentWrite } from '../http/route.ts'
import { deleteUploads, type UploadDependencies, withPrintFiles, withStoredFiles } from './receiveFiles.ts'

/** Stores one file ahead of its order. A retry with the same Idempotency-Key gets the first upload again. */
export const createUpload = (request: FastifyRequest, intake: UploadDependencies): Promise<Upload> =>
  withPrintFiles(request, intake, [], async ({ files }) => {
    const [file] = files
    if (!file || files.length > 1) throw invalid('files', 'Send one file')
    return withStoredFiles(request, intake, files, async ([stored]) => {
      if (!stored) throw new Error('A stored file is missing')
      const body = [file.name, file.sha256]
      const upload = await withIdempotentWrite(intake.pool, request, body, async () => stored)
      if (upload.id !== stored.id) await deleteUploads(request, intake, [stored.id])
      return upload
    })
  })
