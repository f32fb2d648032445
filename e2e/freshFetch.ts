/**
 * As `fetch`, over a connection of its own. The server closes one that was idle for a minute, sometimes just when a test uses it
 * again after a long walk; then the call fails, and `fetch` repeats none.
 */
export const freshFetch = (
  url: string | URL,
  { headers, ...init }: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
) => fetch(url, { ...init, headers: { ...headers, connection: 'close' } })
