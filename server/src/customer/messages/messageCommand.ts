import { type MessageChannel, messageChannels } from '@our-print/contract/customer/messageFacts.ts'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { Problem } from '../../base/http/problem.ts'
import { OperatorError } from '../../base/operatorError.ts'
import { idOf } from './channels.queries.ts'
import { testChannel } from './testChannel.ts'

export type MessageCommand = { channel: MessageChannel; to: string }

/** Parses `npm run admin -- test-message CHANNEL ADDRESS`; undefined if it is another command. */
export function readMessageCommand([name, typed, to, ...more]: string[]): MessageCommand | undefined {
  if (name !== 'test-message') return undefined
  const channel = messageChannels.find((each) => each === typed)
  if (!channel || to === undefined || more.length > 0)
    throw new OperatorError(
      `Use: npm run admin -- test-message CHANNEL ADDRESS, with ${messageChannels.join(', ')} as the channel`,
    )
  return { channel, to }
}

/** Sends a test and returns the lines to print: what the server or provider answered. */
export async function runMessageCommand(
  dependencies: Pick<Dependencies, 'pool' | 'sealer' | 'sender' | 'place'>,
  { channel, to }: MessageCommand,
): Promise<string[]> {
  const id = await idOf(dependencies.pool, channel)
  try {
    const { is_accepted, said } = await testChannel(dependencies, id, to)
    if (!is_accepted) throw new OperatorError(`Not accepted: ${said}`)
    return [`Accepted: ${said}`]
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { message, errors } = error.toBody()
    throw new OperatorError(errors?.[0]?.message ?? message)
  }
}
