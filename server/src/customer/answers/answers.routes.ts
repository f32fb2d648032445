import type { Endpoint } from '@our-print/contract/endpoint.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { networkOf } from '../../base/http/clientAddress.ts'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { notFound, tooManyRequests } from '../../base/http/problem.ts'
import { inActorTransaction } from '../../base/http/route.ts'
import * as choices from '../../people/customers/messageChoices.queries.ts'
import { findChannel } from '../messages/inboundAddress.queries.ts'
import { customerActor, ensureAccount } from '../publicPages/customerAccount.queries.ts'
import { readAnswers } from './readAnswer.ts'

/** A provider reports the answers of all customers from a few addresses. */
const hitsPerRequest = 10
/** Requests with an address that there is not, a minute and network. */
const missesPerMinute = 20

const endpoint = {
  method: 'POST',
  url: '/inbound/:code',
  config: {
    access: 'public',
    unlimited: true,
    parsesBody: true,
    opensTransactions: true,
    summary: '',
    bodyLimit: 64 * 1024,
  },
  // Providers add parameters of their own.
  schema: { querystring: z.looseObject({}), body: z.unknown(), response: {} },
} as const satisfies Endpoint

const handshake = { ...endpoint, method: 'GET' } as const satisfies Endpoint

/** What Meta sends of its own making; the address itself is the secret, so that any verify token will do. */
const Challenge = z.looseObject({
  'hub.mode': z.literal('subscribe'),
  'hub.challenge': z.string().regex(/^[\w.-]{1,200}$/),
})

/**
 * `POST /inbound/{code}`: where a provider reports what customers answer. STOP switches the channel off for who sent it, START
 * on again, and everything else is dropped. Each answer is 204, so that nobody finds out whose number is known here. `GET` answers
 * the challenge by which Meta sees that the address is the shop's.
 */
export function answerRoutes(app: FastifyInstance, { pool, publicRateLimit }: Dependencies): void {
  void app.register(async (own) => {
    own.removeAllContentTypeParsers()
    own.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
      await request.acquireSlot?.()
      return parse(request.headers['content-type'] ?? '', body.toString())
    })
    const limit = own.rateLimit({ max: publicRateLimit * hitsPerRequest, timeWindow: 60_000 })
    const countMiss = own.createRateLimit({
      max: Math.min(missesPerMinute, publicRateLimit),
      timeWindow: 60_000,
      keyGenerator: ({ clientAddress }) => networkOf(clientAddress),
    })
    const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
      await limit.call(own, request, reply)
    }
    const channelAt = async (request: FastifyRequest) => {
      const inbound = await findChannel(pool, (request.params as { code: string }).code)
      if (inbound) return inbound
      const misses = await countMiss(request)
      if (!misses.isAllowed && misses.isExceeded)
        throw tooManyRequests('Too many addresses that there are not.', misses.ttlInSeconds)
      throw notFound('Address')
    }
    own.get('/inbound/:code', {
      schema: { hide: true },
      config: { endpoint: handshake },
      onRequest,
      handler: async (request, reply) => {
        await channelAt(request)
        const asked = Challenge.safeParse(request.query)
        if (!asked.success) throw notFound('Address')
        return reply.header('cache-control', 'no-store').type('text/plain').send(asked.data['hub.challenge'])
      },
    })
    own.post('/inbound/:code', {
      schema: { hide: true },
      bodyLimit: endpoint.config.bodyLimit,
      config: { endpoint },
      onRequest,
      handler: async (request, reply) => {
        const inbound = await channelAt(request)
        const answers = readAnswers(request.body, inbound)
        if (answers.length > 0) {
          // The history of the customer names them.
          request.actor = customerActor
          await inActorTransaction(pool, request, async (tx) => {
            await ensureAccount(tx)
            for (const { says, mobile } of answers)
              await (says === 'stop' ? choices.stop : choices.start)(tx, mobile, inbound.channel)
          })
        }
        return reply.header('cache-control', 'no-store').code(204).send()
      },
    })
  })
}

/** A form or JSON; undefined for anything that is neither. */
function parse(type: string, text: string): unknown {
  if (!/json/i.test(type)) return Object.fromEntries(new URLSearchParams(text))
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
