import type { FastifyRequest } from 'fastify'

/** Whoever is refused in the middle still sends: unread, their connection would stand still and the answer not arrive. */
export function readToEnd({ raw }: FastifyRequest): void {
  if (raw.readableEnded || raw.destroyed) return
  raw.unpipe()
  raw.resume()
  const patience = setTimeout(() => raw.destroy(), 60_000).unref()
  raw.once('close', () => clearTimeout(patience))
}
