import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/call.ts'
import { useConfirm } from './ConfirmDialog.tsx'

type Act<T> = {
  /** 'Ravi Kumar' */
  name: string
  /** The record as the person sees it. */
  record: T
  /** What they asked for, as the verb of the button. */
  action: string
  danger?: boolean
  send: (record: T) => Promise<T>
  /** Asks for the record as it is now. */
  read: (record: T) => Promise<T | undefined>
  describe: (seen: T, now: T) => string[]
  /** It is so already: nothing is left to ask. */
  isDone: (now: T) => boolean
}

/**
 * Does what a button says to a record as it was seen. When someone else was faster nothing is done: the person sees
 * what was changed, the lists are read again, and the same button does it upon what is there now. Resolves to
 * undefined when they leave it.
 */
export function useAct() {
  const client = useQueryClient()
  const confirm = useConfirm()

  return async function act<T>(wanted: Act<T>): Promise<T | undefined> {
    const { name, record, action, danger = false, send, read, describe, isDone } = wanted
    try {
      return await send(record)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'stale') throw error
      void client.invalidateQueries()
      const now = await read(record)
      if (!now) throw error
      if (isDone(now)) return now
      const body = <Changes changes={describe(record, now)} />
      const question = { title: `${name} was changed while you were here`, body, action, danger }
      return (await confirm({ ...question, cancel: 'Leave it' }))
        ? act({ ...wanted, record: now })
        : undefined
    }
  }
}

const Changes = ({ changes }: { changes: readonly string[] }) => (
  <>
    Nothing was done yet. This is what changed:
    <ul style={{ margin: '4px 0 0', paddingLeft: 20, overflowWrap: 'anywhere' }}>
      {changes.map((change) => (
        <li key={change}>{change}</li>
      ))}
    </ul>
  </>
)
