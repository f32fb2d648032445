import { type MessageChannel, messageChannels } from '@our-print/contract/customer/messageFacts.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../base/database/db.ts'
import { inJobTransaction } from '../../base/database/jobTransaction.ts'
import type { Resources } from '../../base/http/dependencies.ts'
import type { Lease } from '../../base/queue/leases.ts'
import { createRunners } from '../../base/queue/runners.ts'
import { blockAddress } from '../../people/customers/messageChoices.queries.ts'
import { textsIn } from '../languages/texts.ts'
import { idOf, type OpenChannel, open, switchOff, unreadableSecret } from './channels.queries.ts'
import * as messages from './messages.queries.ts'
import { emailPage, type Rendered, renderMessage } from './renderMessage.ts'
import { type Outcome, sendEmail } from './sendEmail.ts'
import { sendText } from './sendText.ts'
import { readTemplates, type Template } from './templates.queries.ts'
import { hiddenCode, readTold, type ToldRecord, valuesOf, whyNotTold } from './toldRecords.queries.ts'

/** Messages of one channel that are sent at the same time. */
const atOnce = 10

type Options = {
  resources: Pick<Resources, 'pool' | 'sender' | 'sealer' | 'place' | 'links'>
  log: FastifyBaseLogger
  firstPauseSeconds: number
  /** The address of an order's own page; null where the office has revoked it. */
  linkFor: (db: Db, order: string) => Promise<string | null>
  /** Makes the code that a visitor waits for; null where they do not any more. */
  codeFor: (db: Db, confirmation: string) => Promise<string | null>
}

type Ready = {
  claimed: messages.Claimed
  record: ToldRecord
  rendered: Rendered
  /** What the log keeps of it: without what opens an order or confirms a request. */
  kept: Rendered
  secrets: string[]
  version: number
}

/**
 * Sends what customers are to be told, one runner for each channel over all processes. A message is marked before it is sent,
 * so that of one whose process dies it is known that it may have arrived: it is sent no second time by itself, unless the
 * provider drops repeats. What was certainly not taken is tried again for a day.
 */
export function createMessageSender({ resources, log, firstPauseSeconds, linkFor, codeFor }: Options) {
  const { pool, place } = resources
  const runners = createRunners(pool, log, {
    name: 'message',
    most: messageChannels.length,
    findDue: async () => ((await place.isKnown()) ? messages.findDue(pool) : []),
    run: (channel, lease) => run(channel as MessageChannel, lease),
  })

  async function run(channel: MessageChannel, lease: Lease): Promise<void> {
    let opened = await openUsable(channel)
    if (!opened) return
    await messages.settleAbandoned(pool, channel, opened.repeats_safely)
    // Until nothing is due, or somebody else has the channel. Whoever corrects its settings need not wait until all is sent.
    while (opened && lease.isHeld() && (await sendBatch(opened))) opened = await openUsable(channel)
  }

  async function openUsable(channel: MessageChannel): Promise<OpenChannel | undefined> {
    const opened = await open(pool, resources.sealer, { active: channel })
    if (opened !== 'unreadable') return opened
    await switchOff(pool, await idOf(pool, channel), unreadableSecret)
    log.warn({ channel }, 'message channel switched off: its secret cannot be read')
    return undefined
  }

  /** Sends what is due, at most so many at once; returns whether there was anything. */
  async function sendBatch(channel: OpenChannel): Promise<boolean> {
    const { ready, settled } = await claim(channel)
    if (ready.length === 0) return settled
    await Promise.all(ready.map((one) => sendOne(channel, one)))
    return true
  }

  /** Takes the next messages and writes those that are true; in one transaction, so that the rest ends with it. */
  const claim = (channel: OpenChannel) =>
    inJobTransaction(pool, async (tx) => {
      const claimed = await messages.claimDue(tx, channel.channel, atOnce)
      if (claimed.length === 0) return { ready: [], settled: false }
      // Read after the claim: whatever was committed by then counts.
      const [records, templates] = await Promise.all([
        readTold(
          tx,
          claimed.map(({ id }) => id),
        ),
        readTemplates(tx),
      ])
      const ready: Ready[] = []
      const settled: messages.Result[] = []
      for (const each of claimed) {
        const record = records.get(each.id)
        const template = templates.get(`${each.fact} ${each.language}`)
        const end = (state: 'failed' | 'dropped', said: string) =>
          settled.push({ id: each.id, claim: each.claim, state, said })
        if (each.is_old) end('failed', `${messages.gaveUp} ${each.said ?? ''}`.trim())
        else if (!record || !template?.is_on) end('dropped', 'Such messages were switched off.')
        else {
          const reason = whyNotTold(record)
          if (reason) end('dropped', reason)
          else {
            // A page is opened only for who is told of it.
            const link = record.page_of && namesLink(template) ? await linkFor(tx, record.page_of) : null
            const code = record.confirmation === null ? undefined : await codeFor(tx, record.confirmation)
            if (code === null) end('dropped', 'Nobody waits for this code any more.')
            else {
              const texts = textsIn(each.language)
              const render = (page: string | null, shown?: string) =>
                renderMessage(each.fact, template, valuesOf(record, page, texts, shown), texts)
              ready.push({
                claimed: each,
                record,
                rendered: render(link, code),
                kept: render(link && resources.links.to(`/o/${hiddenCode}`)),
                secrets: [link?.split('/').at(-1), code].filter((secret) => secret !== undefined),
                version: template.version,
              })
            }
          }
        }
      }
      await messages.saveResults(tx, settled, firstPauseSeconds)
      await messages.keepWritten(
        tx,
        ready.map(({ claimed: { id }, record, kept, version }) => ({
          id,
          address: addressOf(record),
          subject: channel.channel === 'email' ? kept.subject : null,
          text: channel.channel === 'email' ? kept.text : kept.short,
          template_version: version,
        })),
      )
      return { ready, settled: true }
    })

  async function sendOne(channel: OpenChannel, one: Ready): Promise<void> {
    const { claimed, record } = one
    const { outcome, said: answer, retryAfter } = await post(channel, one)
    // Providers repeat what they were sent.
    const said = one.secrets.reduce((text, secret) => text.replaceAll(secret, hiddenCode), answer)
    // Another try has another code, and the provider would drop it for the first one.
    const repeats = channel.repeats_safely && record.confirmation === null
    const mayRepeat = outcome === 'later' || (outcome === 'unknown' && repeats)
    const state = outcome === 'sent' ? 'sent' : mayRepeat ? 'queued' : 'failed'
    const words = outcome === 'unknown' && !mayRepeat ? `It may have arrived: ${said}` : said
    await messages.saveResults(
      pool,
      [{ id: claimed.id, claim: claimed.claim, state, said: words, pause: retryAfter }],
      firstPauseSeconds,
    )
    if (outcome === 'no address' && record.user !== null)
      await blockAddress(pool, record.user, channel.channel, { address: addressOf(record), said })
  }

  async function post(channel: OpenChannel, { claimed, record, rendered }: Ready): Promise<Outcome> {
    const to = addressOf(record)
    const { id } = claimed
    if (channel.channel !== 'email')
      return sendText(resources, channel.provider, { to, text: rendered.short, id })
    const { subject } = rendered
    if (record.user === null)
      return sendEmail(resources, channel.server, {
        id,
        to,
        subject,
        text: rendered.text,
        html: emailPage(rendered, ''),
      })
    const page = resources.links.to(`/unsubscribe/${claimed.code}`)
    const { say, language } = textsIn(claimed.language)
    return sendEmail(resources, channel.server, {
      id,
      to,
      subject,
      text: `${rendered.text}\n\n--\n${say('No more emails')}: ${page}`,
      html: emailPage(
        rendered,
        `<a href="${page}" style="color:#5c6370">${say('No more emails like this')}</a>`,
        language,
      ),
      unsubscribe: resources.links.to(`/api/unsubscribe/${claimed.code}/`),
    })
  }

  return { start: () => runners.start(), stop: () => runners.stop() }
}

const namesLink = ({ subject, body, short }: Template) =>
  /\{(order|invoice)_link\}/.test(`${subject} ${body} ${short}`)

const addressOf = ({ channel, email, mobile }: ToldRecord) => (channel === 'email' ? (email ?? '') : mobile)
