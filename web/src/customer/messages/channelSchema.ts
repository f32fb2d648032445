import {
  EmailSettings,
  InboundField,
  ProviderSettings,
  updateMessageChannel,
} from '@our-print/contract/customer/messageChannels.ts'
import { z } from 'zod'

const { dkim_key } = updateMessageChannel.schema.body.shape
const Clock = z.union([
  z.literal(''),
  z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'This is not a time of day (HH:MM)'),
])
const shared = {
  quiet_from: Clock,
  quiet_until: Clock,
  secret: z.string().max(1000, 'At most 1000 characters'),
}

const { headers: _, repeats_safely: __, ...provider } = ProviderSettings.shape

/** Headers as they are typed: one a line, as `Name: value`. */
const Headers = z.string().transform((text, context) => {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const parsed = ProviderSettings.shape.headers.safeParse(
    lines.map((line) => {
      const [name = '', ...rest] = line.split(':')
      return { name: name.trim(), value: rest.join(':').trim() }
    }),
  )
  if (parsed.success && lines.every((line) => line.includes(':'))) return parsed.data
  const message = parsed.error?.issues[0]?.message ?? 'Write each as Name: value'
  context.issues.push({ code: 'custom', message, input: text })
  return z.NEVER
})

export const emailSchema = z.object({
  email: EmailSettings,
  dkim_key: z.union([z.literal('').transform(() => undefined), dkim_key]),
  ...shared,
})

export const providerSchema = z.object({
  provider: z.object({
    ...provider,
    headers: Headers,
    repeats_safely: z.enum(['yes', 'no']).transform((answer) => answer === 'yes'),
  }),
  sender_field: InboundField,
  text_field: InboundField,
  ...shared,
})
