import { waitingIn } from '../api/waiting.ts'
import { toast } from '../feedback/toast.ts'

/** Says that what a person did waits for a second one; false if it does not. */
export function sayWaiting(error: unknown): boolean {
  const approval = waitingIn(error)
  if (!approval) return false
  toast.success('Waiting for a second person', { detail: approval.summary })
  return true
}
