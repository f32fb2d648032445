/**
 * A URL without its host: the configured host may differ from the one that this browser uses. Data and blob URLs stay
 * as they are.
 */
export function pathOf(address: string): string {
  if (/^(data|blob):/.test(address)) return address
  const { pathname, search } = new URL(address, window.location.href)
  return pathname + search
}
