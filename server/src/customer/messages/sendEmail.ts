import { isIP, connect as openSocket, type Socket } from 'node:net'
import type { EmailSettings } from '@our-print/contract/customer/messageChannels.ts'
import { createTransport, type NodemailerError } from 'nodemailer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { lookupPublic, whyNotPublic } from '../../base/outgoing/publicAddress.ts'

/**
 * What became of a try. `later`: it was certainly not taken, and may be tried again; `refused`: nor will it be; `no address`:
 * nobody has this address; `unknown`: the connection ended before an answer, and it may have been taken.
 */
export type Outcome = {
  outcome: 'sent' | 'later' | 'refused' | 'no address' | 'unknown'
  said: string
  /** For how many seconds it is not to be tried again, where the answer said so. */
  retryAfter?: number | undefined
}

export type Email = {
  to: string
  subject: string
  text: string
  html: string
  /** Names it in its Message-ID: the same in each try. */
  id: string
  /** Where a mail program stops these emails with one click. */
  unsubscribe?: string
}

export type EmailServer = EmailSettings & { password: string | null; dkim_key: string | null }

const timeoutMs = 30_000

/** Sends an email by the shop's mail server: it takes it once or refuses it. */
export async function sendEmail(
  { place, sender }: Pick<Dependencies, 'place' | 'sender'>,
  server: EmailServer,
  email: Email,
): Promise<Outcome> {
  await place.check()
  const { message, envelope } = await write(server, email)
  const { host, port, security, username, password } = server
  const refused = isIP(host) ? whyNotPublic(host, sender.targets) : undefined
  if (refused) return { outcome: 'later', said: refused }
  let socket: Socket
  try {
    socket = await open(host, port, lookupPublic(sender.targets))
  } catch (error) {
    return { outcome: 'later', said: saidOf(error) }
  }
  const connection = new SMTPConnection({
    host,
    port,
    connection: socket,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    tls: { servername: isIP(host) ? undefined : host },
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  })
  try {
    const step = <T>(work: (done: (error?: NodemailerError | Error | null, result?: T) => void) => void) =>
      new Promise<T | undefined>((resolve, reject) => {
        connection.once('error', reject)
        work((error, result) => (error ? reject(error) : resolve(result)))
      })
    try {
      await step((done) => connection.connect(done))
      if (username)
        await step((done) =>
          connection.login({ credentials: { user: username, pass: password ?? '' } }, done),
        )
    } catch (error) {
      return { outcome: 'later', said: saidOf(error) }
    }
    try {
      const info = await step<{ response: string }>((done) => connection.send(envelope, message, done))
      return { outcome: 'sent', said: (info?.response ?? '').slice(0, 500) }
    } catch (error) {
      return { outcome: outcomeOf(error as NodemailerError), said: saidOf(error) }
    }
  } finally {
    connection.close()
  }
}

const open = (host: string, port: number, lookup: ReturnType<typeof lookupPublic>) =>
  new Promise<Socket>((resolve, reject) => {
    const socket = openSocket({ host, port, lookup, timeout: timeoutMs })
    socket.once('timeout', () =>
      socket.destroy(new Error(`No connection within ${timeoutMs / 1000} seconds`)),
    )
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.removeAllListeners('timeout')
      socket.removeListener('error', reject)
      resolve(socket)
    })
  })

/** Without an answer of the server it is not known what it did; an answer says it, and 4xx that it may be tried again. */
function outcomeOf({ responseCode, response, code, command }: NodemailerError): Outcome['outcome'] {
  if (responseCode === undefined) return code === 'EENVELOPE' ? 'refused' : 'unknown'
  if (responseCode < 500) return 'later'
  const enhanced = /^\d{3}[ -](5\.\d+\.\d+)/.exec(response ?? '')?.[1] ?? ''
  // The sender is that of the channel: all emails wait until it is mended, and the log shows why.
  if (command === 'MAIL FROM' || enhanced === '5.1.7' || enhanced === '5.1.8') return 'later'
  // A policy (5.7.1) or a full mailbox (5.2.2) says nothing of the address.
  const isGone = enhanced ? enhanced.startsWith('5.1.') : [550, 551, 553].includes(responseCode)
  return command === 'RCPT TO' && isGone ? 'no address' : 'refused'
}

const saidOf = (error: unknown) => {
  const { response, message } = error as NodemailerError
  return (response || message).replace(/\s+/g, ' ').slice(0, 500)
}

/** The email as it goes over the wire: both parts, signed where there is a key. */
async function write(server: EmailServer, { to, subject, text, html, id, unsubscribe }: Email) {
  const { from_name, from_email, reply_to, dkim_domain, dkim_selector, dkim_key } = server
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const { message, envelope } = await transport.sendMail({
    from: { name: from_name, address: from_email },
    to: { name: '', address: to },
    ...(reply_to && { replyTo: reply_to }),
    subject,
    text,
    html,
    messageId: `<${id}@${from_email.split('@')[1]}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe && {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(dkim_key &&
      dkim_domain && { dkim: { domainName: dkim_domain, keySelector: dkim_selector, privateKey: dkim_key } }),
  })
  return { message: message as Buffer, envelope: { from: envelope.from, to: envelope.to } }
}
