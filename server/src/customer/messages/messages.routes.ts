import * as inboundContract from '@our-print/contract/customer/inboundAddress.ts'
import * as channelContract from '@our-print/contract/customer/messageChannels.ts'
import * as choiceContract from '@our-print/contract/customer/messageChoice.ts'
import * as contract from '@our-print/contract/customer/messages.ts'
import * as templateContract from '@our-print/contract/customer/messageTemplates.ts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { invalid } from '../../base/http/problem.ts'
import { inActorTransaction, serve } from '../../base/http/route.ts'
import { serveList } from '../../base/http/servePage.ts'
import { whyNotAllowed } from '../../base/outgoing/publicAddress.ts'
import * as choices from '../../people/customers/messageChoices.queries.ts'
import * as channels from './channels.queries.ts'
import * as inbound from './inboundAddress.queries.ts'
import * as messages from './messages.queries.ts'
import * as templates from './templates.queries.ts'
import { testChannel } from './testChannel.ts'

export function messageRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { pool, sealer, sender, links } = dependencies

  serveList(app, dependencies, contract.listMessages, { name: 'messages' }, messages)
  serve(app, pool, contract.getMessage, ({ db, params }) => messages.get(db, params.id))
  serve(app, pool, contract.createMessage, ({ db, body }) =>
    body.fact === 'needs_answer'
      ? messages.createQuestion(db, body.order)
      : messages.createReminder(db, body.user),
  )
  serve(app, pool, contract.sendAgain, ({ db, params }) => messages.sendAgain(db, params.id))

  serveList(
    app,
    dependencies,
    templateContract.listMessageTemplates,
    { name: 'message-templates' },
    templates,
  )
  serve(app, pool, templateContract.getMessageTemplate, ({ db, params }) => templates.get(db, params.id))
  serve(app, pool, templateContract.updateMessageTemplate, ({ db, params, body }) =>
    templates.update(db, params.id, body),
  )
  serve(app, pool, templateContract.previewTemplate, ({ body }) => templates.preview(pool, links, body))

  serveList(app, dependencies, channelContract.listMessageChannels, { name: 'message-channels' }, channels)
  serve(app, pool, channelContract.getMessageChannel, ({ db, params }) => channels.get(db, params.id))
  serve(app, pool, channelContract.updateMessageChannel, ({ db, params, body }) => {
    const refused = body.provider && whyNotAllowed(body.provider.url, sender.targets)
    if (refused) throw invalid('provider.url', refused)
    return channels.update(db, sealer, params.id, body)
  })
  serve(app, pool, channelContract.testMessageChannel, ({ params, body }) =>
    testChannel(dependencies, params.id, body.to),
  )

  const tools = { sealer, links }
  serve(app, pool, inboundContract.getInboundAddress, ({ db, params }) => inbound.get(db, tools, params.id))
  serve(app, pool, inboundContract.createInboundAddress, ({ db, params }) =>
    inbound.renew(db, tools, params.id),
  )
  serve(app, pool, inboundContract.revokeInboundAddress, async ({ db, params }) => {
    await inbound.revoke(db, params.id)
    return null
  })

  serve(app, pool, choiceContract.getMessageChoice, ({ db, params }) => choices.get(db, params.id))
  serve(app, pool, choiceContract.updateMessageChoice, ({ db, params, body }) =>
    choices.update(db, params.id, body),
  )

  serve(app, pool, choiceContract.getUnsubscription, ({ params }) => choices.findByCode(pool, params.code))
  // Mail programs send a form of one field, which says nothing that the address does not.
  void app.register(async (own) => {
    own.addContentTypeParser('*', (_request, body, done) => {
      body.resume()
      done(null)
    })
    serve(own, pool, choiceContract.unsubscribe, ({ request, params }) =>
      inActorTransaction(pool, request, (db) => choices.unsubscribe(db, params.code)),
    )
  })
}
