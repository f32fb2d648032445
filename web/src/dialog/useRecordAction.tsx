import { useQueryClient } from '@tanstack/react-query'
import { currentOf } from '../api/useUpdate.ts'
import { useConfirm } from './ConfirmDialog.tsx'
import { ChangeList } from './ConflictDialog.tsx'

type Action<T> = {
  /** 'Ravi Kumar' */
  name: string
  /** The record as the person sees it. */
  record: T
  /** What they asked for, as the verb of the button. */
  action: string
  danger?: boolean
  send: (record: T) => Promise<T>
  describe: (seen: T, current: T) => string[]
  /** The record is as wanted already: nothing is left to ask. */
  isDone: (current: T) => boolean
}

/**
 * Does what a button says to a record as it was seen. If others changed it since, nothing is done: the person sees what
 * changed, the lists are read again, and the same button does it upon the current record. Resolves to undefined when
 * they leave it.
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
