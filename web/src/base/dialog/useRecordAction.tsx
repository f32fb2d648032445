import { useQueryClient } from '@tanstack/react-query'
import { currentOf } from '../api/useUpdate.ts'
import { useConfirm } from './ConfirmDialog.tsx'
import { ChangeList } from './ConflictDialog.tsx'

type Action<T> = {
  /** 'Ravi Kumar' */
  name: string
  /** The version of the record that the person sees. */
  record: T
  /** The action, as the verb on the button. */
  action: string
  danger?: boolean
  send: (record: T) => Promise<T>
  describe: (seen: T, current: T) => string[]
  /** Whether the record already is in the wanted state. */
  isDone: (current: T) => boolean
}

/**
 * Runs an action on the version of a record that the person saw. If others updated it since, nothing is done: the
 * person sees what changed, the lists are read again, and the same button acts on the current record. Resolves to
 * undefined when the person cancels.
 */
export function useRecordAction() {
  const client = useQueryClient()
  const confirm = useConfirm()

  return async function run<T>(wanted: Action<T>): Promise<T | undefined> {
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
        ? run({ ...wanted, record: current })
        : undefined
    }
  }
}
