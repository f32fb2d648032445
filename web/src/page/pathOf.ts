/**
 * An address of the app without its host: the host that the server was configured with may not be the one that this
 * browser uses. The data of a picture that was only just chosen stays as it is.
 */
export function pathOf(address: string): string {
  if (/^(data|blob):/.test(address)) return address
  const { pathname, search } = new URL(address, window.location.href)
  return pathname + search
}
