import { readFileSync } from 'node:fs'
import { makeNoisePng } from '../noisePng.ts'
import type { OpenShop } from '../part.ts'
import type { Slow } from './slowConnections.ts'

type Shop = OpenShop & { users: string[] }

/** Six kinds of slow clients, each with an address of its own. */
export async function slowKinds(shop: Shop, connections: number): Promise<Record<string, Slow>> {
  const head = (line: string, ...more: string[]) =>
    [`${line} HTTP/1.1`, 'host: shop', ...more, '', ''].join('\r\n')
  const signedIn = `authorization: Token ${shop.token}`
  const json = 'content-type: application/json'
  const share = Math.round(connections / 6)
  const user = shop.users[0] ?? ''
  const slow = (last: number, pace: Slow['pace'], text: string): Slow => ({
    from: `127.0.0.${last}`,
    count: share,
    head: text,
    pace,
  })
  return {
    silent: slow(11, 'nothing', ''),
    'incomplete headers': slow(12, 'nothing', 'GET /api/users/ HTTP/1.1\r\nhost: sh'),
    'body, unknown client': slow(13, 'send', head('POST /api/admin-login', json, 'content-length: 60000')),
    'body, signed in': slow(
      14,
      'send',
      head(`PATCH /api/users/${user}/`, json, signedIn, 'content-length: 60000'),
    ),
    download: slow(15, 'take', head(`GET ${await createUpload(shop)}`)),
    export: slow(16, 'take', head('GET /api/all-orders/?format=csv', signedIn)),
  }
}

/** The number of connections from an address that the server at this port has open (Linux only). */
export function countConnections(from: string, port: number): number {
  const hex = (address: string) => Buffer.from(address.split('.').map(Number)).readUInt32LE().toString(16)
  const remote = `${hex(from).toUpperCase().padStart(8, '0')}:`
  const local = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const established = '01'
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((words) => words[1] === local && words[2]?.startsWith(remote) && words[3] === established).length
}

/** Uploads a file of some megabytes and returns its path. */
async function createUpload({ server, token, users }: Shop): Promise<string> {
  const headers = { authorization: `Token ${token}` }
  const form = new FormData()
  form.append('order', JSON.stringify({ user: users[0], title: 'Slow', pickup: true }))
  form.append('files', new Blob([new Uint8Array(makeNoisePng(2000))], { type: 'image/png' }), 'noise.png')
  const reply = await fetch(`${server.url}/api/all-orders/`, { method: 'POST', headers, body: form })
  if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`)
  const { order_files } = (await reply.json()) as { order_files: { url: string }[] }
  const { pathname, search } = new URL(order_files[0]?.url ?? '')
  return pathname + search
}
