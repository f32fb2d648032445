import { randomUUID } from 'node:crypto'
import type { ChannelTest } from '@our-print/contract/customer/messageChannels.ts'
import type { MessageChannel } from '@our-print/contract/customer/messageFacts.ts'
import { Email } from '@our-print/contract/values.ts'
import { readPhone } from '../../base/database/phones.ts'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { conflict, invalid } from '../../base/http/problem.ts'
import { channelOf, open, unreadableSecret } from './channels.queries.ts'
import { emailPage } from './renderMessage.ts'
import { type Outcome, sendEmail } from './sendEmail.ts'
import { sendText } from './sendText.ts'

type Sending = Pick<Dependencies, 'pool' | 'sealer' | 'sender' | 'place'>

const sentence = 'This is a test of the messages of the print shop. Nothing is to be done.'

/** Sends a test by a channel as it is set up, also one that is not switched on; tells what was answered. */
export async function testChannel(dependencies: Sending, id: string, typed: string): Promise<ChannelTest> {
  await dependencies.place.check()
  const { pool, sealer } = dependencies
  const to = readAddress(await channelOf(pool, id), typed)
  const channel = await open(pool, sealer, { id })
  if (!channel) throw conflict('Set this channel up first.', 'not_set_up')
  if (channel === 'unreadable') throw conflict(unreadableSecret, 'secret_unreadable')
  const { outcome, said } = await send()
  return { is_accepted: outcome === 'sent', said: said || (outcome === 'sent' ? 'Accepted' : 'No answer') }

  async function send(): Promise<Outcome> {
    if (!channel || channel === 'unreadable') throw new Error('The channel was checked')
    const message = { to, id: randomUUID() }
    if (channel.channel !== 'email')
      return sendText(dependencies, channel.provider, { ...message, text: sentence })
    const texts = { subject: 'A test of your print shop', text: sentence, html: `<p>${sentence}</p>` }
    return sendEmail(dependencies, channel.server, { ...message, ...texts, html: emailPage(texts, '') })
  }
}

function readAddress(channel: MessageChannel, typed: string): string {
  if (channel !== 'email') return readPhone(typed, 'to')
  const { success, data } = Email.safeParse(typed)
  if (!success) throw invalid('to', 'This is not an email address')
  return data
}
