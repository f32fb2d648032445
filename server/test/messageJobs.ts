import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { MessageChannelSetup } from '@our-print/contract/customer/messageChannels.ts'
import type { MessageChannel } from '@our-print/contract/customer/messageFacts.ts'
import type { Message } from '@our-print/contract/customer/messages.ts'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { createLogger } from '../src/app/start/logger.ts'
import { connect } from '../src/base/database/db.ts'
import { createRequestSender } from '../src/base/outgoing/sendRequest.ts'
import { createMessageSender } from '../src/customer/messages/runMessages.ts'
import { linkFor } from '../src/customer/orderPage/orderLinks.queries.ts'
import { codeFor } from '../src/customer/orderRequests/requestCodes.ts'
import type { Api } from './api.ts'
import { until } from './until.ts'

export type ProviderRequest = { headers: IncomingMessage['headers']; body: string }

/** A provider of SMS on this machine, which answers as the test says. */
export async function openProvider(
  answer: (response: ServerResponse, request: ProviderRequest, times: number) => void = (response) =>
    void response.end('{"status":"queued"}'),
) {
  const received: ProviderRequest[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk
    })
    request.on('end', () => {
      const one = { headers: request.headers, body }
      received.push(one)
      answer(response, one, received.length)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`,
    received,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export type Mail = { to: string[]; raw: string }

/** A mail server on this machine. */
export async function openMailServer(options: SMTPServerOptions = {}) {
  const received: Mail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    onData(stream, { envelope }, done) {
      let raw = ''
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        raw += chunk
      })
      stream.on('end', () => {
        received.push({ to: envelope.rcptTo.map(({ address }) => address), raw })
        done(null, `2.0.0 taken as ${received.length}`)
      })
    },
    ...options,
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

export const emailSettings = (port: number, fields: object = {}) => ({
  host: '127.0.0.1',
  port,
  security: 'none' as const,
  username: '',
  from_name: 'Print Shop',
  from_email: 'orders@print.test',
  reply_to: '',
  dkim_domain: '',
  dkim_selector: '',
  ...fields,
})

export const providerSettings = (url: string, fields: object = {}) => ({
  url,
  headers: [{ name: 'Authorization', value: 'Bearer {secret}' }],
  body_type: 'json' as const,
  body: '{"to":"{to}","text":"{text}","id":"{id}"}',
  accepted: 'queued',
  repeats_safely: true,
  ...fields,
})

/** The parts that tests of messages share. */
export function messagesOf(api: Api) {
  const admin = api.as('admin')
  const channelUrl = async (channel: MessageChannel) => {
    const { results } = (await admin.get('/api/message-channels/')).json<{ results: MessageChannelSetup[] }>()
    return `/api/message-channels/${results.find((each) => each.channel === channel)?.id}/`
  }
  return {
    channelUrl,
    setUp: async (channel: MessageChannel, fields: object) =>
      admin.patch(await channelUrl(channel), { is_active: true, ...fields }),
    list: async (filter = '') =>
      (await admin.get(`/api/messages/?limit=100&${filter}`)).json<{ results: Message[] }>().results,
    /** Sends what is due in a process of its own, until `isDone`. */
    run: async (
      isDone: () => Promise<boolean> | boolean,
      { firstPauseSeconds = 0.01, timeoutMs = 15_000, timeout = 30_000 } = {},
    ) => {
      const pool = connect(api.url, { max: 4 })
      const sender = createRequestSender({ http: true, loopback: true, timeoutMs })
      const resources = { ...api.resources, pool, sender }
      const messages = createMessageSender({
        resources,
        log: createLogger('error', process.stderr),
        linkFor: (db, order) => linkFor(db, api.resources, order),
        codeFor: (db, confirmation) => codeFor(db, api.resources.sealer, confirmation),
        firstPauseSeconds,
      })
      try {
        await until(
          'the messages are sent',
          async () => {
            await messages.start()
            return isDone()
          },
          { timeout },
        )
      } finally {
        await messages.stop()
        sender.close()
        await pool.end({ timeout: 1 })
      }
    },
  }
}
