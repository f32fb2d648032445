import { address, authorization, networkError, parseResponse } from './call.ts'

type Filter = Record<string, unknown>

/** Fetches a whole list as CSV and hands it to the browser to keep; answers the file's name. */
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

/** Fetches a file that only who is signed in may have; the name is the server's where it gives one. */
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

/** Reads to the end, telling how much has come; an answer that breaks off is no file. */
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

/** Hands a file to the browser to keep. */
export function offerDownload(file: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser takes the file after this turn of the script.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** `attachment; filename="orders.csv"`, or the same in UTF-8 as `filename*=`. */
function nameFrom(disposition: string | null): string | undefined {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '') ?? []
  if (encoded) return decodeURIComponent(encoded)
  return /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1]
}
