/**
 * An address within the app without its host: the one people came by may be another than the one that answers name.
 * A picture that was only chosen yet is its own address.
 */
export function here(address: string): string {
  if (/^(data|blob):/.test(address)) return address
  const { pathname, search } = new URL(address, window.location.href)
  return pathname + search
}
