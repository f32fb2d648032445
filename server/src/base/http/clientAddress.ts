import { isIP, type Socket } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

/** The trusted proxies: none, a number of hops (`true` is one), or addresses and networks. */
export type TrustProxy = boolean | number | string[]

declare module 'fastify' {
  interface FastifyRequest {
    /** The client's IP address, also behind trusted proxies. Use it instead of `ip`, which is the socket's. */
    clientAddress: string
  }
}

/**
 * Adds `clientAddress` to every request. Fastify's own `trustProxy` stays off: it lets X-Forwarded-Host and
 * X-Forwarded-Proto set `host` and `protocol`, trusts nobody for a number of hops, and accepts invalid addresses.
 */
export function registerClientAddress(app: FastifyInstance, trustProxy: TrustProxy): void {
  const trusts = compileTrust(trustProxy)
  app.decorateRequest('clientAddress', {
    getter(this: FastifyRequest) {
      return readClientAddress(this, trusts)
    },
  })
}

type TrustFunction = (address: string, hop: number) => boolean

const compileTrust = (trustProxy: TrustProxy): TrustFunction | undefined => {
  if (trustProxy === false) return undefined
  if (Array.isArray(trustProxy)) return proxyAddr.compile(trustProxy)
  const hops = Number(trustProxy)
  return (_address, hop) => hop < hops
}

/** Parsing an address costs as much as routing a request, and a connection keeps its own. */
const addresses = new WeakMap<Socket, string>()

function addressOf(socket: Socket): string {
  const known = addresses.get(socket)
  if (known !== undefined) return known
  const address = normalizeAddress(socket.remoteAddress ?? '')
  // A closed socket has no address.
  if (socket.remoteAddress !== undefined) addresses.set(socket, address)
  return address
}

function readClientAddress({ raw }: FastifyRequest, trusts: TrustFunction | undefined): string {
  if (!trusts) return addressOf(raw.socket)
  // The socket first, then X-Forwarded-For backwards up to the first address that is not a trusted proxy.
  const chain = proxyAddr.all(raw, trusts)
  const client = chain.every((address) => isIP(address) > 0) ? chain.at(-1) : undefined
  return client === undefined ? addressOf(raw.socket) : normalizeAddress(client)
}

/** One spelling per address; an IPv4 address mapped into IPv6 becomes the IPv4 address. */
function normalizeAddress(address: string): string {
  // A closed socket has no address.
  if (isIP(address) === 0) return 'unknown'
  return ipaddr.process(withoutZone(address)).toString()
}

const withoutZone = (address: string) => address.replace(/%.*$/, '')

/** The key of rate limits: an IPv4 address, or the /64 of an IPv6 address, since one household has all of it. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString()}/64`
}

/** Whether a text is an address or a network, such as `10.0.0.0/8`. */
export function isAddressOrNetwork(text: string): boolean {
  if (isIP(text.split('/')[0] ?? '') === 0) return false
  try {
    proxyAddr.compile([text])
    return true
  } catch {
    return false
  }
}
