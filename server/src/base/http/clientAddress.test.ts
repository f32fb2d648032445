import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { networkOf, registerClientAddress, type TrustProxy } from './clientAddress.ts'

/** The client address on a server that trusts these proxies. */
async function addressSeen(
  trustProxy: TrustProxy,
  remoteAddress: string,
  forwardedFor: string | undefined,
  headers = {},
) {
  const app = Fastify()
  registerClientAddress(app, trustProxy)
  app.get('/', async (request) => [request.clientAddress, request.host, request.protocol])
  const forwarded = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }
  const reply = await app.inject({ url: '/', remoteAddress, headers: { ...forwarded, ...headers } })
  await app.close()
  return reply.json<string[]>()
}

const proxy = '10.0.0.1'

describe('behind a proxy that appends to X-Forwarded-For', () => {
  test.each<[string, TrustProxy, string | undefined, string]>([
    ['off: the header is ignored', false, '1.1.1.1', proxy],
    ['one hop: the last entry counts', 1, '6.6.6.6, 1.1.1.1', '1.1.1.1'],
    ['true is one hop', true, '6.6.6.6, 1.1.1.1', '1.1.1.1'],
    ['two hops: the last but one', 2, '6.6.6.6, 1.1.1.1, 10.0.0.2', '1.1.1.1'],
    ['more hops than entries: the first entry', 3, '1.1.1.1', '1.1.1.1'],
    [
      'a list: the last entry that is not a trusted proxy',
      ['10.0.0.0/8'],
      '6.6.6.6, 1.1.1.1, 10.9.9.9',
      '1.1.1.1',
    ],
    ['a list without the address of the socket', ['192.168.0.0/16'], '1.1.1.1', proxy],
    ['a list, and a forged entry inside its networks', ['10.0.0.0/8'], '10.1.1.1, 1.1.1.1', '1.1.1.1'],
    ['no header', 1, undefined, proxy],
    ['an empty one', 1, ' , ', proxy],
    [
      'a forged address at the start of a very long header',
      1,
      `${'6.6.6.6,'.repeat(3_000)}1.1.1.1`,
      '1.1.1.1',
    ],
    ['IPv6 in one spelling', 1, '2001:DB8:0::0001', '2001:db8::1'],
    ['IPv4 mapped into IPv6', 1, '::ffff:1.1.1.1', '1.1.1.1'],
    ['a zone is not part of it', 1, 'fe80::1%anything', 'fe80::1'],
  ])('%s', async (_name, trustProxy, forwardedFor, expected) => {
    expect((await addressSeen(trustProxy, proxy, forwardedFor))[0]).toBe(expected)
  })

  test.each([
    'foo',
    '1.2.3.4:5678',
    '[::1]',
    '[2001:db8::1]:80',
    '1.2.3',
    '0x7f.1',
    '01.1.1.1',
    '1.1.1.1;',
    'unknown',
  ])('an invalid entry gives the address of the socket: %s', async (entry) => {
    for (const trustProxy of [1, ['10.0.0.0/8']]) {
      expect((await addressSeen(trustProxy, proxy, entry))[0]).toBe(proxy)
      expect((await addressSeen(trustProxy, proxy, `6.6.6.6, ${entry}`))[0]).toBe(proxy)
    }
    expect((await addressSeen(2, proxy, `6.6.6.6, ${entry}`))[0]).toBe(proxy)
  })

  test('the socket’s own address may be IPv4 mapped into IPv6', async () => {
    expect((await addressSeen(['10.0.0.0/8'], '::ffff:10.0.0.1', '1.1.1.1'))[0]).toBe('1.1.1.1')
    expect((await addressSeen(false, '::ffff:10.0.0.1', undefined))[0]).toBe('10.0.0.1')
  })

  test('other proxy headers are ignored', async () => {
    const headers = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      'x-real-ip': '6.6.6.6',
    }
    const seen = await addressSeen(1, proxy, '1.1.1.1', { host: 'print.test', ...headers })
    expect(seen).toEqual(['1.1.1.1', 'print.test', 'http'])
  })
})

test('an IPv6 client is limited by its /64, an IPv4 client by its address', () => {
  expect(networkOf('2001:db8:1:2:aaaa::1')).toBe('2001:db8:1:2::/64')
  expect(networkOf('2001:db8:1:2:ffff:ffff:ffff:ffff')).toBe('2001:db8:1:2::/64')
  expect(networkOf('2001:db8:1:3::1')).not.toBe('2001:db8:1:2::/64')
  expect(networkOf('1.2.3.4')).toBe('1.2.3.4')
  expect(networkOf('unknown')).toBe('unknown')
})
