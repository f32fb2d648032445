import { address, authorization, settle, unreachable } from './call.ts'

type Filter = Record<string, unknown>

/** Fetches a whole list as CSV and hands it to the browser to keep; answers the file's name. */
export async function saveCsv(
  url: string,
  { limit: _limit, offset: _offset, ...filter }: Filter,
  onProgress: (bytes: number) => void,
): Promise<string> {
  const reply = await fetch(address(url, {}, { ...filter, format: 'csv' }), {
    headers: authorization(),
  }).catch(() => {
    throw unreachable()
  })
  if (!reply.ok) settle(reply.status, await reply.text(), reply.headers.get('Retry-After'))
  const name = nameFrom(reply.headers.get('Content-Disposition')) ?? 'export.csv'
  keep(await collect(reply, onProgress), name)
  return name
}

/** Reads to the end, telling how much has come; an answer that breaks off is no file. */
async function collect(reply: Response, onProgress: (bytes: number) => void): Promise<Blob> {
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
    throw unreachable()
  }
  return new Blob(parts, { type: 'text/csv' })
}

function keep(file: Blob, name: string) {
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
