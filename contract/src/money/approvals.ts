import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { csv, ordering, page, paging } from '../paging.ts'
import { byId, Id, optionalText, Rupees, Said, Time, text, Version } from '../values.ts'
import { actNames, approvalStatuses, type LimitedAct, limitedActs, unitOf } from './approvalActs.ts'

/** An act that waits for a second super admin, or waited. */
export const Approval = z
  .object({
    id: Id,
    number: z.int(),
    act: z.enum(actNames),
    /** What would be done, in one sentence. */
    summary: Said,
    /** What would change; `before` is null where there was nothing. */
    changes: z.array(z.object({ what: Said, before: Said.nullable(), after: Said })),
    asked_by: Id,
    asked_by_name: z.string(),
    asked_at: Time,
    /** `failed`: it was approved, and refused by the shop when it ran. */
    status: z.enum(approvalStatuses),
    expires_at: Time,
    decided_by: Id.nullable(),
    decided_by_name: z.string().nullable(),
    decided_at: Time.nullable(),
    /** Why it was approved or refused. */
    reason: z.string(),
    /** Why it failed. */
    failure: Said.nullable(),
    /** The reader asked for it, themselves or by their API key, and cannot approve it. */
    is_own: z.boolean(),
    /** Of one approval that waits: what it concerns is no longer as shown, so it cannot be approved. */
    is_stale: z.boolean().optional(),
    /** Of one approval that waits: the reader set the password of who asked for it, and cannot approve it. */
    knows_password: z.boolean().optional(),
    /** Of a new API key: the key, shown this once to who asked for it. It works once it is approved. */
    key: z.string().optional(),
  })
  .meta({ id: 'Approval' })
export type Approval = z.output<typeof Approval>

/** A row of the CSV export. */
export const ApprovalLine = Approval.omit({ changes: true, is_stale: true, knows_password: true, key: true })

export const approvalOrderings = ['asked_at', 'number'] as const

export const listApprovals = {
  method: 'GET',
  url: '/api/approvals/',
  config: {
    access: 'admin',
    summary:
      'List approvals, those that wait first, then newest first; query searches number, summary and people.',
  },
  schema: {
    querystring: z.strictObject({
      ...paging,
      ...csv,
      ...ordering(approvalOrderings),
      status: z.enum(approvalStatuses).optional(),
    }),
    response: { 200: page(Approval) },
  },
} as const satisfies Endpoint

export const getApproval = {
  method: 'GET',
  url: '/api/approvals/:id/',
  config: { access: 'admin', summary: 'One approval, with what would change.' },
  schema: { ...byId, response: { 200: Approval } },
} as const satisfies Endpoint

export const approve = {
  method: 'POST',
  url: '/api/approvals/:id/approve/',
  config: {
    access: 'admin',
    summary:
      'Approve: the act runs once, as the one who asked. 403 for one’s own, 409 if what it concerns has changed since; `failed` if the shop refuses it now.',
  },
  schema: {
    ...byId,
    body: z.strictObject({ reason: optionalText(500).default('') }).optional(),
    response: { 200: Approval },
  },
} as const satisfies Endpoint

export const refuse = {
  method: 'POST',
  url: '/api/approvals/:id/refuse/',
  config: { access: 'admin', summary: 'Refuse, with a reason; who asked withdraws it by this.' },
  schema: { ...byId, body: z.strictObject({ reason: text(500) }), response: { 200: Approval } },
} as const satisfies Endpoint

/** 0 for an act without a unit: each one waits. */
const limitOf = (act: LimitedAct) => {
  const unit = unitOf(act)
  if (unit === undefined) return z.literal(0)
  return unit === 'codes' ? z.int('This must be a whole number').min(0).max(1_000_000) : Rupees
}

/** Which acts need a second super admin, above which number; null: none do. */
export const ApprovalRule = z
  .object({
    limits: z.strictObject(
      Object.fromEntries(limitedActs.map((act) => [act, limitOf(act).nullable()])) as unknown as Record<
        LimitedAct,
        z.ZodType<number | null, number | null>
      >,
    ),
    /** Active super admins: the rule needs two. */
    super_admins: z.int(),
    version: Version,
  })
  .meta({ id: 'ApprovalRule' })
export type ApprovalRule = z.output<typeof ApprovalRule>

export const getApprovalRule = {
  method: 'GET',
  url: '/api/approval-rule/',
  config: { access: 'admin', summary: 'Which acts need a second super admin.' },
  schema: { response: { 200: ApprovalRule } },
} as const satisfies Endpoint

export const updateApprovalRule = {
  method: 'PUT',
  url: '/api/approval-rule/',
  config: {
    access: 'admin',
    secondPerson: true,
    summary:
      'Say which acts need a second super admin. 422 with fewer than two active ones; while it is on, a change needs a second person, too.',
  },
  schema: {
    body: z.strictObject({
      limits: ApprovalRule.shape.limits,
      // Ignored when sent back: somebody may have become one, or none any more, since it was read.
      super_admins: z.unknown().optional(),
      version: Version.optional(),
    }),
    response: { 200: ApprovalRule },
  },
} as const satisfies Endpoint
