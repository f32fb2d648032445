import { createUpload, deleteUpload, type Upload } from '@our-print/contract/orderFiles.ts'
import { useEffect, useRef, useState } from 'react'
import { type ApiError, call, upload } from '../api/call.ts'

export const maxFiles = 20
const maxSize = 100 * 1024 * 1024
const atOnce = 3

type State =
  | { state: 'waiting' }
  | { state: 'sending'; share: number }
  | { state: 'stored'; upload: Upload }
  /** The server will not have it, however often it is sent. */
  | { state: 'refused'; message: string }
  /** It did not arrive, or the server could not look: worth another try. */
  | { state: 'failed'; message: string }

export type UploadItem = { key: string; file: File } & State

const isUploading = ({ state }: UploadItem) => state === 'waiting' || state === 'sending'

/** Sends files as soon as they are added, a few at a time, and keeps what became of each. */
export function useUploads() {
  const [items, setItems] = useState<readonly UploadItem[]>([])
  const [leftOut, setLeftOut] = useState(0)
  const sending = useRef(new Map<string, AbortController>())
  const stored = useRef(new Set<string>())
  const added = useRef(0)

  const setItemState = (key: string, state: State) =>
    setItems((known) => known.map((item) => (item.key === key ? { key, file: item.file, ...state } : item)))

  function add(files: readonly File[]) {
    // What is refused is shown, but takes no one's place.
    let room = maxFiles - items.filter(({ state }) => state !== 'refused').length
    const checked = files.map((file) => ({ key: String(++added.current), file, ...checkFile(file) }))
    const accepted = checked.filter(({ state }) => state === 'refused' || room-- > 0)
    setLeftOut(checked.length - accepted.length)
    setItems((known) => [...known, ...accepted])
  }

  function remove(key: string) {
    const item = items.find((known) => known.key === key)
    sending.current.get(key)?.abort()
    if (item?.state === 'stored') {
      stored.current.delete(item.upload.id)
      discard(item.upload.id)
    }
    setItems((known) => known.filter((other) => other.key !== key))
    setLeftOut(0)
  }

  function move(key: string, by: -1 | 1) {
    setItems((known) => {
      const from = known.findIndex((item) => item.key === key)
      const [one, other] = [known[from], known[from + by]]
      if (!one || !other) return known
      return known.map((item) => (item === one ? other : item === other ? one : item))
    })
  }

  const again = (keys: readonly string[]) =>
    setItems((known) =>
      known.map((item) =>
        keys.includes(item.key) ? { key: item.key, file: item.file, state: 'waiting' } : item,
      ),
    )

  useEffect(() => {
    const free = atOnce - sending.current.size
    const next = items.filter(({ key, state }) => state === 'waiting' && !sending.current.has(key))
    for (const { key, file } of next.slice(0, free)) void send(key, file)

    async function send(key: string, file: File) {
      const controller = new AbortController()
      sending.current.set(key, controller)
      setItemState(key, { state: 'sending', share: 0 })
      const form = new FormData()
      form.append('files', file)
      const onProgress = (share: number) => setItemState(key, { state: 'sending', share })
      try {
        const kept = await upload(createUpload, form, { onProgress, signal: controller.signal })
        sending.current.delete(key)
        if (controller.signal.aborted) return discard(kept.id)
        stored.current.add(kept.id)
        setItemState(key, { state: 'stored', upload: kept })
      } catch (error) {
        sending.current.delete(key)
        if (!controller.signal.aborted) setItemState(key, asState(error as ApiError, file))
      }
      // Whoever waits for a free place hears of it by a new list.
      setItems((known) => [...known])
    }
  })

  // What no order took is of no use once the page is left.
  useEffect(() => {
    const { current: running } = sending
    const { current: kept } = stored
    return () => {
      for (const controller of running.values()) controller.abort()
      for (const id of kept) discard(id)
    }
  }, [])

  const uploads = items.flatMap((item) => (item.state === 'stored' ? [item.upload] : []))
  return {
    items,
    /** Files that were not added because the order is full. */
    leftOut,
    uploads,
    pages: uploads.reduce((sum, { page_count }) => sum + page_count, 0),
    pending: items.filter(isUploading).length,
    failed: items.filter(({ state }) => state === 'failed').length,
    add,
    remove,
    move,
    retry: (key: string) => again([key]),
    /** The server no longer has the files: all are sent anew. */
    sendAgain: () => again(items.filter(({ state }) => state === 'stored').map(({ key }) => key)),
    /** An order has taken the files; they are no longer ours to remove. */
    release: () => stored.current.clear(),
  }
}

export type Uploads = ReturnType<typeof useUploads>

/** The server sweeps what stays behind within a day, so a failure here needs no one's attention. */
function discard(id: string) {
  call(deleteUpload, { params: { id } }).catch(() => undefined)
}

function checkFile({ name, size }: File): State {
  if (size > maxSize) return { state: 'refused', message: `${name} is larger than 100 MB` }
  if (size === 0) return { state: 'refused', message: `${name} is empty` }
  return { state: 'waiting' }
}

/** A busy or unreachable server may take the same file a moment later; any other refusal is its last word. */
function asState({ status, message, fields }: ApiError, { name }: File): State {
  const canRetry = status === 0 || status === 408 || status === 429 || status >= 500
  const sentence = fields?.['files'] ?? message
  return canRetry
    ? { state: 'failed', message: `${name} did not upload. ${sentence}` }
    : { state: 'refused', message: sentence }
}
