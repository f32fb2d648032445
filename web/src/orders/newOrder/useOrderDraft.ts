import type { NewOrder } from '@our-print/contract/orders/orders.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { signedInId } from '../../people/session/session.ts'
import { emptyOrder, type NewOrderFields } from './newOrderForm.ts'
import { discardDraft, type OrderDraft, readDraft, saveDraft } from './orderDrafts.ts'
import type { Uploads } from './useUploads.ts'

const pauseMs = 300

type Options = {
  form: UseFormReturn<NewOrderFields, unknown, NewOrder>
  uploads: Uploads
  /** Whether something was typed or added. */
  unsaved: boolean
  onCustomer: (id: string) => void
  /** What is shown comes from elsewhere: the draft waits. */
  off: boolean
}

/**
 * Keeps what is typed on this device until the order is taken or discarded, and brings it back: a session that ends, a
 * reload or an empty battery loses nothing.
 */
export function useOrderDraft({ form, uploads, unsaved, onCustomer, off }: Options) {
  // The session may have ended when the last letters are stored.
  const [person] = useState(signedInId)
  const [page] = useState(() => Date.now().toString(36))
  const [restored, setRestored] = useState<OrderDraft>()
  const isReady = useRef(false)
  const timer = useRef<number | undefined>(undefined)

  const save = useEffectEvent(() => {
    window.clearTimeout(timer.current)
    timer.current = undefined
    if (!isReady.current) return
    const files = uploads.items.flatMap(({ key, file, pageRanges, state }) =>
      state === 'refused' ? [] : [{ key: `${page} ${key}`, file, pageRanges }],
    )
    void (unsaved ? saveDraft(person, form.getValues(), files) : discardDraft(person))
  })
  const saveSoon = useEffectEvent(() => {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => save(), pauseMs)
  })
  const saveNow = useEffectEvent(() => {
    if (timer.current !== undefined) save()
  })

  const restore = useEffectEvent((draft: OrderDraft | undefined, isLate: boolean) => {
    // Another form has left it there since.
    if (isLate && draft && unsaved) return
    isReady.current = true
    // Somebody is faster than the device.
    if (unsaved) return saveSoon()
    if (!draft) return
    // The customer is chosen when their record is read.
    // A draft of an earlier version lacks what is new.
    form.reset({ ...emptyOrder, ...draft.fields, user: form.getValues('user') }, { keepDefaultValues: true })
    if (draft.fields.user) onCustomer(draft.fields.user)
    if (draft.files.length > 0) uploads.add(draft.files, draft.pageRanges)
    setRestored(draft)
  })

  useEffect(() => {
    if (off) return undefined
    const leaving = new AbortController()
    void inTurn(person, leaving.signal, async (isLate) => {
      const draft = await readDraft(person)
      if (!leaving.signal.aborted) restore(draft, isLate)
    })
    const stopWatching = form.subscribe({ formState: { values: true }, callback: () => saveSoon() })
    const listening = new AbortController()
    const { signal } = listening
    window.addEventListener('pagehide', () => saveNow(), { signal })
    document.addEventListener('visibilitychange', () => saveNow(), { signal })
    return () => {
      saveNow()
      leaving.abort()
      stopWatching()
      listening.abort()
    }
  }, [person, form, off])

  const files = uploads.items
    .map(({ key, state, pageRanges }) => `${key} ${state === 'refused'} ${pageRanges}`)
    .join('|')
  const keptFiles = useRef('')
  useEffect(() => {
    if (keptFiles.current === files) return
    keptFiles.current = files
    if (isReady.current) saveSoon()
  }, [files])

  return {
    /** What was brought back. */
    restored,
    /** Ends the draft: the order was taken, or the person does not want it. */
    discard: async () => {
      // Otherwise it is that of another form.
      if (off || !isReady.current) return
      isReady.current = false
      window.clearTimeout(timer.current)
      timer.current = undefined
      await discardDraft(person)
    },
  }
}

/**
 * Of all open forms of a person one keeps the draft, until it is left; two would write over each other, and show the same order
 * twice. The others wait for their turn.
 */
async function inTurn(
  person: string,
  left: AbortSignal,
  work: (isLate: boolean) => Promise<void>,
): Promise<void> {
  // Browsers give them to pages of https only.
  const locks = navigator.locks as LockManager | undefined
  if (!locks) return work(false)
  const name = `order-draft:${person}`
  const until = new Promise<void>((resolve) => left.addEventListener('abort', () => resolve()))
  const hold = async (isLate: boolean) => {
    await Promise.all([work(isLate), until])
    return true
  }
  let isDone = await locks.request(name, { ifAvailable: true }, (lock) => lock && hold(false))
  while (!isDone) {
    // A form that nobody sees takes no turn: it would have the draft of one that is loaded again. Or it was left meanwhile.
    isDone = await locks
      .request(name, { signal: left }, () => !document.hidden && hold(true))
      .catch(() => true)
    if (!isDone) await nextLook(left)
  }
}

/** When the page is shown again, or the form was left. */
const nextLook = (left: AbortSignal) =>
  new Promise<void>((resolve) => {
    document.addEventListener('visibilitychange', () => resolve(), { once: true, signal: left })
    left.addEventListener('abort', () => resolve(), { once: true })
  })
