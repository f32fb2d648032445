export type TextResponse = { status: number; text: string; retryAfter: string | null }

type Early = TextResponse & { receivedAt: number }

declare global {
  interface Window {
    /** Responses that index.html requested while the app was loading, by address; undefined where the request failed. */
    earlyResponses?: Map<string, Promise<Early | undefined>>
  }
}

/** An early response that was not used for so long is requested again. */
const freshMs = 10_000

/** Requests an address before the app is there to read the response. */
export function requestEarly(address: string, headers: Record<string, string>): void {
  const response = readText(address, { headers }).then(
    (received) => ({ ...received, receivedAt: Date.now() }),
    () => undefined,
  )
  window.earlyResponses ??= new Map()
  window.earlyResponses.set(address, response)
}

/** The early response of this address; each is given once. */
export async function takeEarly(address: string): Promise<TextResponse | undefined> {
  const early = window.earlyResponses?.get(address)
  if (!early) return undefined
  window.earlyResponses?.delete(address)
  const response = await early
  return response && Date.now() - response.receivedAt < freshMs ? response : undefined
}

export async function readText(address: string, init: RequestInit): Promise<TextResponse> {
  const response = await fetch(address, init)
  return {
    status: response.status,
    text: await response.text(),
    retryAfter: response.headers.get('Retry-After'),
  }
}
