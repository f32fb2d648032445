import type { Approval } from '@our-print/contract/money/approvals.ts'
import { ApiError } from './call.ts'

/** The approval, if the act was not done but waits for a second super admin. */
export const waitingIn = (error: unknown): Approval | undefined =>
  error instanceof ApiError && error.status === 202 ? (error.current as Approval) : undefined
