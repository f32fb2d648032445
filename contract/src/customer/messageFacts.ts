// No schemas here: the browser reads it on the screens of messages.

export const messageChannels = ['email', 'sms', 'whatsapp'] as const
export type MessageChannel = (typeof messageChannels)[number]

/** By which channels a visitor gets the code that confirms a request: what reaches the phone comes first. */
export const codeChannels = ['sms', 'whatsapp', 'email'] as const satisfies readonly MessageChannel[]

/** What a message can say, whatever it is about. */
const always = ['first_name', 'shop_name', 'shop_phone'] as const
const ofOrder = ['order_number', 'order_title', 'order_total', 'order_due', 'order_link', 'promised'] as const

export type Placeholder =
  | (typeof always)[number]
  | (typeof ofOrder)[number]
  | 'shop_address'
  | 'delivered_by'
  | 'invoice_number'
  | 'invoice_total'
  | 'invoice_link'
  | 'owed'
  | 'plan_name'
  | 'plan_ends'
  | 'plan_pages_left'
  | 'coins_earned'
  | 'coin_balance'
  | 'code'

type FactRow = {
  label: string
  placeholders: readonly Placeholder[]
  /** It is no news of what the customer ordered: only for who agreed to such messages. */
  needsConsent?: true
  /** Without it the text is of no use. */
  mustName?: Placeholder
}

/** What customers are told, and what of it a template may name: a closed list, read of the customer's own records alone. */
export const messageFacts = {
  order_taken: { label: 'Order taken', placeholders: [...always, ...ofOrder] },
  needs_answer: { label: 'Needs an answer', placeholders: [...always, ...ofOrder] },
  ready: { label: 'Ready for pick-up', placeholders: [...always, ...ofOrder, 'shop_address'] },
  on_its_way: { label: 'On its way', placeholders: [...always, ...ofOrder, 'delivered_by'] },
  failed_attempt: { label: 'Failed attempt', placeholders: [...always, ...ofOrder] },
  delivered: { label: 'Delivered', placeholders: [...always, ...ofOrder] },
  invoice: { label: 'Invoice', placeholders: [...always, 'invoice_number', 'invoice_total', 'invoice_link'] },
  payment_reminder: { label: 'Payment reminder', placeholders: [...always, 'owed'] },
  plan_ending: {
    label: 'Plan about to end',
    placeholders: [...always, 'plan_name', 'plan_ends', 'plan_pages_left'],
    needsConsent: true,
  },
  coins_earned: {
    label: 'Coins earned',
    placeholders: [...always, ...ofOrder, 'coins_earned', 'coin_balance'],
    needsConsent: true,
  },
  order_code: { label: 'Code of a request', placeholders: [...always, 'code'], mustName: 'code' },
} as const satisfies Record<string, FactRow>

export type MessageFact = keyof typeof messageFacts
export const factKinds = Object.keys(messageFacts) as [MessageFact, ...MessageFact[]]
export const factRow = (fact: MessageFact): FactRow => messageFacts[fact]

/** A part of a template: text as it stands, or a placeholder. */
export type TemplatePart = { text: string } | { placeholder: Placeholder }

const pattern = /\{([^{}]*)\}/g

/** The parts of a template; undefined where it names what its fact does not have, or has a brace alone. */
export function readTemplate(fact: MessageFact, template: string): TemplatePart[] | undefined {
  const parts: TemplatePart[] = []
  let end = 0
  for (const match of template.matchAll(pattern)) {
    parts.push({ text: template.slice(end, match.index) })
    const placeholder = factRow(fact).placeholders.find((each) => each === match[1])
    if (!placeholder) return undefined
    parts.push({ placeholder })
    end = match.index + match[0].length
  }
  parts.push({ text: template.slice(end) })
  const hasBrace = parts.some((part) => 'text' in part && /[{}]/.test(part.text))
  return hasBrace ? undefined : parts
}

/** Why a text of a template cannot be used; undefined where it can. */
export function whyNotTemplate(
  fact: MessageFact,
  template: string,
  field: 'subject' | 'body' | 'short',
): string | undefined {
  const { placeholders, mustName } = factRow(fact)
  const parts = readTemplate(fact, template)
  if (!parts) return `Only these can be filled in: ${placeholders.map((each) => `{${each}}`).join(', ')}`
  const isNamed = parts.some((part) => 'placeholder' in part && part.placeholder === mustName)
  return mustName && field !== 'subject' && !isNamed ? `It must say {${mustName}}` : undefined
}
