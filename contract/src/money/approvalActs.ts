// No schemas here: the browser reads it where an act waits.

type Act = {
  /** What the rule says of it. */
  rule: string
  hint: string
  /** Of what a number may pass without a second person; without it each act waits. */
  unit?: 'coins' | 'codes' | 'rupees'
}

/** The acts that may need a second super admin. Each is declared once more on the server, with what it shows and does. */
export const approvalActs = {
  coins: { rule: 'Coins granted by hand', hint: 'Granting more coins than this at once', unit: 'coins' },
  claims: { rule: 'Referral claims', hint: 'Marking claims as fulfilled' },
  vouchers: {
    rule: 'Vouchers voided or deleted for good',
    hint: 'Deleting more codes than this for good, or voiding more on one day',
    unit: 'codes',
  },
  refunds: {
    rule: 'Money paid back',
    hint: 'Paying back, or reversing a payment of, more than this',
    unit: 'rupees',
  },
  differences: {
    rule: 'Differences of counted cash',
    hint: 'Explaining that a hand-over is short or over by more than this',
    unit: 'rupees',
  },
  days: { rule: 'Closing a day', hint: 'Who approves it has signed the day' },
  api_keys: { rule: 'API keys that can change records', hint: 'Creating a key with more than reading' },
} as const satisfies Record<string, Act>
export type LimitedAct = keyof typeof approvalActs

export const limitedActs = Object.keys(approvalActs) as LimitedAct[]

/** While the rule is on, to change it needs a second person, too. */
export const actNames = [...limitedActs, 'two_people'] as const
export type ActName = (typeof actNames)[number]

export const unitOf = (act: LimitedAct): Act['unit'] => (approvalActs[act] as Act).unit

export const actLabels: Record<ActName, string> = {
  coins: 'Coins',
  claims: 'Referral claims',
  vouchers: 'Vouchers',
  refunds: 'Refund',
  differences: 'Difference',
  days: 'Day',
  api_keys: 'API key',
  two_people: 'Two people',
}

export const approvalStatuses = ['waiting', 'approved', 'refused', 'failed', 'expired'] as const
export type ApprovalStatus = (typeof approvalStatuses)[number]

export const approvalStatusLabels: Record<ApprovalStatus, string> = {
  waiting: 'Waiting',
  approved: 'Approved',
  refused: 'Refused',
  failed: 'Failed',
  expired: 'Expired',
}

/** Days after which nobody can approve any more. */
export const approvalDays = 7
