import { address, authorization, networkError, parseResponse } from './call.ts'

type Filter = Record<string, unknown>

/** Downloads a whole list as CSV; resolves to the file's name. */
export const downloadCsv = (
  url: string,
  { limit: _limit, offset: _offset, ...filter }: Filter,
  onProgress: (bytes: number) => void,
): Promise<string> =>
  downloadFile(address(url, {}, { ...filter, format: 'csv' }), {
    type: 'text/csv',
    name: 'export.csv',
    onProgress,
  })

type Saved = { type: string; name: string; onProgress?: (bytes: number) => void }

/** Downloads a file that needs the session's token, under the server's file name if it sends one. */
export async function downloadFile(
  from: string,
  { type, name, onProgress = () => {} }: Saved,
): Promise<string> {
  const reply = await fetch(from, { headers: authorization() }).catch(() => {
    throw networkError()
  })
  if (!reply.ok) parseResponse(reply.status, await reply.text(), reply.headers.get('Retry-After'))
  const given = nameFrom(reply.headers.get('Content-Disposition')) ?? name
  offerDownload(new Blob(await readWithProgress(reply, onProgress), { type }), given)
  return given
}

/** The bytes of a file that needs the session's token; with a `body`, of one that is made for it. */
export async function readBytes(
  from: string,
  { body, signal }: { body?: unknown; signal?: AbortSignal } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const reply = await fetch(from, {
    headers: { ...authorization(), ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    throw signal?.aborted ? error : networkError()
  })
  if (!reply.ok) parseResponse(reply.status, await reply.text(), reply.headers.get('Retry-After'))
  return new Uint8Array(await reply.arrayBuffer())
}

/** Reads a response to its end and reports progress; a response that breaks off is an error. */
async function readWithProgress(reply: Response, onProgress: (bytes: number) => void): Promise<BlobPart[]> {
  const parts: BlobPart[] = []
  const reader = reply.body?.getReader()
  let bytes = 0
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      parts.push(part.value)
      bytes += part.value.byteLength
      onProgress(bytes)
    }
  } catch {
    throw networkError()
  }
  return parts
}

/** Starts the browser's download of a file. */
export function offerDownload(file: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser reads the file later, so the URL must stay valid for a while.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** `attachment; filename="orders.csv"`, or the same in UTF-8 as `filename*=`. */
function nameFrom(disposition: string | null): string | undefined {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '') ?? []
  if (encoded) return decodeURIComponent(encoded)
  return /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1]
}
