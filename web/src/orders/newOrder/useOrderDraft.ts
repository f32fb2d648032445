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

  const restore = useEffectEvent((draft: OrderDraft | undefined) => {
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
    let isLeft = false
    void readDraft(person).then((draft) => isLeft || restore(draft))
    const stopWatching = form.subscribe({ formState: { values: true }, callback: () => saveSoon() })
    const listening = new AbortController()
    const { signal } = listening
    window.addEventListener('pagehide', () => saveNow(), { signal })
    document.addEventListener('visibilitychange', () => saveNow(), { signal })
    return () => {
      isLeft = true
      saveNow()
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
      if (off) return
      isReady.current = false
      window.clearTimeout(timer.current)
      timer.current = undefined
      await discardDraft(person)
    },
  }
}
