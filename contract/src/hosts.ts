const label = /^[a-z\d_]([a-z\d_-]{0,61}[a-z\d_])?$/
/** This network, multicast, reserved and broadcast: no machine has such an address (RFC 6890). */
const nobodysV4 = /^(0|22[4-9]|2[3-5]\d)\.\d+\.\d+\.\d+$/
const nobodysV6 = /^\[(::|ff.*)\]$/

/** Whether a machine can be at an address of the web (http or https): its host and its port can be. */
export function canBeReached(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { hostname, port } = new URL(address)
  if (port === '0') return false
  if (hostname.startsWith('[')) return !nobodysV6.test(hostname)
  const name = hostname.replace(/\.$/, '')
  return name.length <= 253 && name.split('.').every((each) => label.test(each)) && !nobodysV4.test(name)
}
