const label = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/

/** Whether a host, as `URL` gives it, can be one: an IP address, or a name whose parts have a length. */
export function isPossibleHost(hostname: string): boolean {
  if (/^\[[0-9a-f:.]+\]$/.test(hostname)) return true
  const name = hostname.replace(/\.$/, '')
  return name.length <= 253 && name.split('.').every((part) => label.test(part))
}

/**
 * Whether a text is an http or https address that somebody can be reached at. `URL` alone takes `https:///x` for
 * `https://x/`, a dot for a host, and NUL and port 0 as they come.
 */
export function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/[^/?#\\]/i.test(text) || /[\s\\]|%00/.test(text) || !URL.canParse(text)) return false
  const { hostname, port } = new URL(text)
  return isPossibleHost(hostname) && port !== '0'
}
