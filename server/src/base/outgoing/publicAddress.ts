import { type LookupAddress, type LookupOptions, lookup as resolve } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Which addresses may be called besides public https ones. */
export type AllowedTargets = { http: boolean; loopback: boolean }

/** All IPv6 addresses that are given to networks of the internet; a few ranges in it are special. */
const publicIpv6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** Why an address must not be called; undefined for a public one. An IPv4 address inside IPv6 counts as the IPv4 address. */
export function whyNotPublic(address: string, { loopback }: AllowedTargets): string | undefined {
  if (!ipaddr.isValid(address)) return `${address} is no address`
  const parsed = ipaddr.process(address)
  const range = parsed.range()
  if (loopback && range === 'loopback') return undefined
  if (range === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(publicIpv6))) return undefined
  return `${address} is not a public address (${range})`
}

/**
 * Why a URL must not be called, as far as can be seen without resolving its name. The parser of URLs has turned all
 * spellings of an IPv4 address (`0x7f.1`, `2130706433`) into the usual one.
 */
export function whyNotAllowed(url: string, targets: AllowedTargets): string | undefined {
  const { protocol, hostname } = new URL(url)
  if (protocol !== 'https:' && !(protocol === 'http:' && targets.http))
    return 'Only https:// addresses are called'
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) ? whyNotPublic(host, targets) : undefined
}

/** Finds all addresses of a name, as `dns.lookup` does. */
export type ResolveName = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: Error | null, addresses: LookupAddress[]) => void,
) => void

export class AddressRefused extends Error {}

/**
 * Resolves a name for a new connection and refuses it if any of its addresses is not public. The connection is made to one of
 * the addresses that were checked here, so a name that resolves differently the next time gains nothing.
 */
export const lookupPublic =
  (targets: AllowedTargets, resolveName: ResolveName = resolve): LookupFunction =>
  (hostname, options, callback) => {
    resolveName(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      const refused = addresses.map(({ address }) => whyNotPublic(address, targets)).find(Boolean)
      if (refused || !addresses[0]) {
        return callback(new AddressRefused(`${hostname}: ${refused ?? 'no address'}`), [])
      }
      if (options.all) return callback(null, addresses)
      callback(null, addresses[0].address, addresses[0].family)
    })
  }
