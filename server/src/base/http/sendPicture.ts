import type { FastifyReply } from 'fastify'
import type { Dependencies } from './dependencies.ts'
import { forbidden } from './problem.ts'
import { type AlreadySent, alreadySent } from './route.ts'

type Picture = { storage_key: string; size: number; content_type: string }
type Asked = { query: { expires: string; signature: string }; reply: FastifyReply }

/** Sends a stored picture by its signed link; `name` is what was signed. 403 once the link has ended. */
export async function sendPicture(
  { signer, storage }: Pick<Dependencies, 'signer' | 'storage'>,
  { query, reply }: Asked,
  name: string,
  find: () => Promise<Picture>,
): Promise<AlreadySent> {
  if (!signer.check(name, query.expires, query.signature))
    throw forbidden('This link has expired. Reload the page that showed it.')
  const { storage_key, size, content_type } = await find()
  void reply
    .type(content_type)
    .header('cache-control', 'private, max-age=900')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('content-length', String(size))
  await reply.send(await storage.read(storage_key))
  return alreadySent
}
