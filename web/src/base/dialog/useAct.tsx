import { useQueryClient } from '@tanstack/react-query'
import { currentOf } from '../api/call.ts'
import { toast } from '../feedback/toast.ts'
import { ChangeList } from './ChangeList.tsx'
import { type ConfirmOptions, useConfirm } from './ConfirmDialog.tsx'
import { sayWaiting } from './sayWaiting.ts'

/** An action on a certain version of a record. */
type Change<T> = {
  /** The version of the record that the person sees. */
  record: T
  /** 'Ravi Kumar' */
  name: string
  /** The action, as the verb on the button. */
  action: string
  danger?: boolean
  send: (record: T) => Promise<T>
  describe: (seen: T, current: T) => string[]
  /** Whether the record already is in the wanted state. */
  isDone: (current: T) => boolean
}

type Act<T> = (Change<T> | { send: () => Promise<T> }) & {
  /** Asked first; the action is sent after Yes only. */
  question?: ConfirmOptions
  /** The message of success, or what else is done then. */
  done: string | ((answer: T) => unknown)
  /** What is done after a refusal, in place of a message with its reason; true: nothing is left to do. */
  failed?: (error: Error) => unknown
}

const sayWhy = (error: Error) => toast.failure(error)

/**
 * Runs what a person chose in a menu or by a button: asks, sends, says what came of it. Resolves to whether it was done. What
 * it makes stale belongs to the write that `send` calls.
 */
export function useAct() {
  const client = useQueryClient()
  const confirm = useConfirm()

  return async function act<T>(wanted: Act<T>): Promise<boolean> {
    const { question, done, failed = sayWhy } = wanted
    if (question && !(await confirm(question))) return false
    try {
      const answer = 'describe' in wanted ? await change(wanted) : await wanted.send()
      if (answer === undefined) return false
      if (typeof done === 'string') toast.success(done)
      else await done(answer)
      return true
    } catch (error) {
      if (sayWaiting(error)) return false
      return (await failed(error as Error)) === true
    }
  }

  /**
   * Sends the version of a record that the person saw. If others updated it since, nothing is done: the person sees what
   * changed, the lists are read again, and the same button acts on the current record. Resolves to undefined when the person
   * cancels.
   */
  async function change<T>(wanted: Change<T>): Promise<T | undefined> {
    const { name, record, action, danger = false, send, describe, isDone } = wanted
    try {
      return await send(record)
    } catch (error) {
      const current = currentOf(error) as T | undefined
      if (current === undefined) throw error
      void client.invalidateQueries()
      if (isDone(current)) return current
      const body = (
        <>
          Nothing was done yet. This is what changed:
          <ChangeList changes={describe(record, current)} />
        </>
      )
      const question = { title: `${name} was changed while you were here`, body, action, danger }
      return (await confirm({ ...question, cancel: 'Leave it' }))
        ? change({ ...wanted, record: current })
        : undefined
    }
  }
}

/** The question before what cannot be undone, or takes something away. */
export const dangerous = (
  title: string,
  body: string,
  action: string,
  cancel = 'Cancel',
): ConfirmOptions & { danger: true } => ({ title, body, action, cancel, danger: true })

/** The action on a record that can be active: its verb, and whether the record already is as wanted. */
export const activation = (is_active: boolean) => ({
  action: is_active ? 'Activate' : 'Deactivate',
  isDone: (now: { is_active: boolean }) => now.is_active === is_active,
})
