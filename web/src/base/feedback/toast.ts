import { createStore } from '../createStore.ts'
import { forgetAct, rememberAct } from './lastAct.ts'

export type Step = { label: string; onClick: () => void }
export type Message = {
  id: number
  text: string
  detail: string | undefined
  failed: boolean
  steps: readonly Step[]
}

const most = 3

let messages: readonly Message[] = []
// They go with the app that shows them.
const store = createStore(() => {
  messages = []
})
let last = 0

function change(next: readonly Message[]) {
  messages = next
  store.notify()
}

/** A fourth one takes the place of the oldest. */
function show(message: Omit<Message, 'id'>) {
  last += 1
  change([...messages, { ...message, id: last }].slice(-most))
}

/** What is shown now, the oldest first. */
export const useMessages = () => store.use(() => messages)

export const closeMessage = (id: number) => change(messages.filter((one) => one.id !== id))

/**
 * Short messages at the bottom of the screen, at most three at once. Each stays 5 s, and longer while the pointer or the
 * keyboard is on it.
 */
export const toast = {
  /** After success. `undo` adds an Undo button; `next` adds likely next steps; `detail` is below the message. */
  success: (
    text: string,
    { undo, next = [], detail }: { undo?: () => void; next?: readonly Step[]; detail?: string } = {},
  ) => {
    const steps = undo ? [{ label: 'Undo', onClick: rememberAct(undo) }, ...next] : next
    show({ text, detail, failed: false, steps })
  },
  /** After a failure: an error or a sentence, the server's message below it, and what to do next. */
  failure: (problem: Error | string, detail?: string, steps: readonly Step[] = []) => {
    const text = typeof problem === 'string' ? problem : problem.message
    show({ text, detail, failed: true, steps })
  },
  /** Closes all messages: they belong to what is over. */
  clear: () => {
    forgetAct()
    change([])
  },
}
