import {
  createUpload,
  deleteUpload,
  type OrderFile,
  type Upload,
} from '@our-print/contract/orders/orderFiles.ts'
import { useEffect, useRef, useState } from 'react'
import { type ApiError, call, upload } from '../../base/api/call.ts'

export const maxFiles = 20
const maxSize = 100 * 1024 * 1024
const atOnce = 3

type State =
  | { state: 'waiting' }
  | { state: 'sending'; share: number }
  | { state: 'stored'; upload: Upload }
  /** The server refused it for good. */
  | { state: 'refused'; message: string }
  /** The upload failed and can be tried again. */
  | { state: 'failed'; message: string }

export type UploadItem = {
  key: string
  file: File
  /** The pages to print, as typed; '' for all. */
  pageRanges: string
} & State

const itemOf = ({ id, name, content_type, size, page_count, page_ranges }: OrderFile): UploadItem => ({
  key: id,
  file: new File([], name, { type: content_type }),
  pageRanges: page_ranges ?? '',
  state: 'stored',
  upload: { id, name, content_type, size, page_count },
})

const isUploading = ({ state }: UploadItem) => state === 'waiting' || state === 'sending'

/** Uploads files as soon as they are added, a few at a time, and keeps the state of each. `first`: those of an order that is changed. */
export function useUploads(first: readonly OrderFile[] = []) {
  const [items, setItems] = useState<readonly UploadItem[]>(() => first.map(itemOf))
  const [leftOut, setLeftOut] = useState(0)
  const sending = useRef(new Map<string, AbortController>())
  const stored = useRef(new Set<string>())
  const added = useRef(0)

  const setItemState = (key: string, state: State) =>
    setItems((known) => known.map((item) => (item.key === key ? withState(item, state) : item)))

  function add(files: readonly File[], pageRanges: readonly string[] = []) {
    // Refused files are shown, but do not count towards the maximum.
    let room = maxFiles - items.filter(({ state }) => state !== 'refused').length
    const checked = files.map((file, at) => ({
      key: String(++added.current),
      file,
      pageRanges: pageRanges[at] ?? '',
      ...checkFile(file),
    }))
    const accepted = checked.filter(({ state }) => state === 'refused' || room-- > 0)
    setLeftOut(checked.length - accepted.length)
    setItems((known) => [...known, ...accepted])
  }

  /** Shows files that the server has already; they belong to something else and are not deleted here. */
  const adopt = (files: readonly Omit<OrderFile, 'url'>[]) =>
    setItems(
      files.map(({ page_ranges, removed_at: _, ...file }) => ({
        key: String(++added.current),
        file: new File([], file.name, { type: file.content_type }),
        pageRanges: page_ranges ?? '',
        state: 'stored',
        upload: file,
      })),
    )

  function remove(key: string) {
    const item = items.find((known) => known.key === key)
    sending.current.get(key)?.abort()
    // Those of an order are its own until the change is saved.
    if (item?.state === 'stored' && stored.current.delete(item.upload.id)) discard(item.upload.id)
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

  const choosePages = (key: string, pageRanges: string) =>
    setItems((known) => known.map((item) => (item.key === key ? { ...item, pageRanges } : item)))

  const retry = (keys: readonly string[]) =>
    setItems((known) =>
      known.map((item) => (keys.includes(item.key) ? withState(item, { state: 'waiting' }) : item)),
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
        const uploaded = await upload(createUpload, form, { onProgress, signal: controller.signal })
        sending.current.delete(key)
        if (controller.signal.aborted) return discard(uploaded.id)
        stored.current.add(uploaded.id)
        setItemState(key, { state: 'stored', upload: uploaded })
      } catch (error) {
        sending.current.delete(key)
        if (!controller.signal.aborted) setItemState(key, asState(error as ApiError, file))
      }
      // A new list starts the next waiting upload.
      setItems((known) => [...known])
    }
  })

  // Uploads without an order are deleted when the page is left.
  useEffect(() => {
    const { current: running } = sending
    const { current: uploadIds } = stored
    return () => {
      for (const controller of running.values()) controller.abort()
      for (const id of uploadIds) discard(id)
    }
  }, [])

  const uploads = items.flatMap((item) =>
    item.state === 'stored' ? [{ ...item.upload, page_ranges: item.pageRanges }] : [],
  )
  return {
    items,
    /** The number of files not added because the order has its maximum. */
    leftOut,
    uploads,
    pending: items.filter(isUploading).length,
    failed: items.filter(({ state }) => state === 'failed').length,
    add,
    adopt,
    remove,
    move,
    choosePages,
    retry: (key: string) => retry([key]),
    /** Uploads all files again, as the server no longer has them. */
    sendAgain: () => retry(items.filter(({ state }) => state === 'stored').map(({ key }) => key)),
    /** The files belong to an order now and must not be deleted. */
    release: () => stored.current.clear(),
  }
}

export type Uploads = ReturnType<typeof useUploads>

const withState = ({ key, file, pageRanges }: UploadItem, state: State): UploadItem => ({
  key,
  file,
  pageRanges,
  ...state,
})

/** A failure needs no message: the server sweeps unused uploads within a day. */
function discard(id: string) {
  call(deleteUpload, { params: { id } }).catch(() => undefined)
}

function checkFile({ name, size }: File): State {
  if (size > maxSize) return { state: 'refused', message: `${name} is larger than 100 MB` }
  if (size === 0) return { state: 'refused', message: `${name} is empty` }
  return { state: 'waiting' }
}

/** If the server is busy or cannot be reached, a retry may succeed; any other error is final. */
function asState({ status, message, fields }: ApiError, { name }: File): State {
  const canRetry = status === 0 || status === 408 || status === 429 || status >= 500
  const sentence = fields?.['files'] ?? message
  return canRetry
    ? { state: 'failed', message: `${name} did not upload. ${sentence}` }
    : { state: 'refused', message: sentence }
}
