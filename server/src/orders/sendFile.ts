import { create } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import parseRange from 'range-parser'
import type { Storage } from '../base/files/storage.ts'
import { Problem } from '../base/http/problem.ts'
import type { StoredFile } from './orderFiles.queries.ts'

/**
 * Sends a file, or the requested range of it. Nothing in it may run in our origin: no type sniffing, a sandbox, and
 * only the three types that are stored.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  storage: Storage,
  file: StoredFile,
  asDownload: boolean,
): Promise<void> {
  const range = mayBePart(request) ? readRange(request.headers.range, file.size) : undefined
  if (range === 'unsatisfiable') {
    void reply.header('content-range', `bytes */${file.size}`)
    throw new Problem(416, 'range', 'The file ends before this range begins')
  }
  void reply
    .type(file.content_type)
    .header('accept-ranges', 'bytes')
    .header('cache-control', 'private, max-age=900')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('content-disposition', disposition(downloadName(file), asDownload))
  if (range) void reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
  const length = range ? range.end - range.start + 1 : file.size
  void reply.header('content-length', String(length))
  await reply.send(await storage.read(file.storage_key, range))
}

/** A range is of GET alone, and If-Range matches nothing: files are sent without a tag or a time of theirs. */
const mayBePart = ({ method, headers }: FastifyRequest) =>
  method === 'GET' && headers['if-range'] === undefined

/** One range gets a partial response; several or invalid ones get the whole file, as RFC 9110 allows. */
function readRange(header: string | undefined, size: number) {
  if (!header) return undefined
  const ranges = parseRange(size, header)
  if (ranges === -1) return 'unsatisfiable'
  if (ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return undefined
  return ranges[0]
}

/** A document that was converted keeps its name on screens; saved to a disk, its name must tell that it is a PDF. */
const downloadName = ({ name, content_type }: StoredFile) =>
  content_type === 'application/pdf' && /\.(docx|pptx)$/i.test(name) ? `${name}.pdf` : name

const disposition = (name: string, asDownload: boolean) =>
  create(name, { type: asDownload ? 'attachment' : 'inline' })
