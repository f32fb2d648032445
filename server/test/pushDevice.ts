import { createDecipheriv, createECDH, createHmac, createPublicKey, randomBytes, verify } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PushMessage } from '@our-print/contract/shop/pushKinds.ts'
import { createLogger } from '../src/app/start/logger.ts'
import { createRequestSender } from '../src/base/outgoing/sendRequest.ts'
import { createPushDeliverer } from '../src/shop/push/deliverPush.ts'
import type { Api } from './api.ts'

/** A push service and the browser behind it, in one: it checks the signature and decrypts, by RFC 8291 and 8292. */
export async function openPushDevice() {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  const auth = randomBytes(16)
  const received: { message: PushMessage; headers: Record<string, string>; signedBy: string }[] = []
  const state = { answer: (response: ServerResponse) => void response.writeHead(201).end() }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const headers = request.headers as Record<string, string>
      const message = JSON.parse(decrypt(Buffer.concat(chunks))) as PushMessage
      received.push({ message, headers, signedBy: signerOf(headers['authorization'] ?? '') })
      state.answer(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  function decrypt(body: Buffer): string {
    const [salt, length] = [body.subarray(0, 16), body.readUInt8(20)]
    const sender = body.subarray(21, 21 + length)
    const secret = hkdf(
      auth,
      keys.computeSecret(sender),
      Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]),
      32,
    )
    const key = hkdf(salt, secret, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
    const nonce = hkdf(salt, secret, Buffer.from('Content-Encoding: nonce\0'), 12)
    const sealed = body.subarray(21 + length)
    const decipher = createDecipheriv('aes-128-gcm', key, nonce)
    decipher.setAuthTag(sealed.subarray(-16))
    const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
    // The last byte ends the padding.
    return text.subarray(0, text.lastIndexOf(2)).toString('utf8')
  }

  /** The key that signed a request, if its signature is right and of this push service. */
  function signerOf(authorization: string): string {
    const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? []
    const [head = '', claims = '', signature = ''] = token.split('.')
    const point = Buffer.from(key, 'base64url')
    const publicKey = createPublicKey({
      format: 'jwk',
      key: {
        kty: 'EC',
        crv: 'P-256',
        x: point.subarray(1, 33).toString('base64url'),
        y: point.subarray(33).toString('base64url'),
      },
    })
    const isSigned = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
    const { aud } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string }
    return isSigned && aud === origin ? key : ''
  }

  return {
    received,
    /** What a browser gives a page that subscribes. */
    subscription: (path = '/device') => ({
      endpoint: `${origin}${path}`,
      keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') },
    }),
    /** Answers differently from now on. */
    answerWith: (answer: typeof state.answer) => {
      state.answer = answer
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function hkdf(salt: Buffer, secret: Buffer, info: Buffer, length: number): Buffer {
  const extracted = createHmac('sha256', salt).update(secret).digest()
  return createHmac('sha256', extracted)
    .update(Buffer.concat([info, Buffer.from([1])]))
    .digest()
    .subarray(0, length)
}

/** What one server process does by itself; returns what stops it. */
export function runPushJobs({ resources: { pool, sealer, place, links } }: Api, clock = () => new Date()) {
  const deliverer = createPushDeliverer({
    pool,
    sealer,
    place,
    links,
    sender: createRequestSender({ http: true, loopback: true }),
    log: createLogger('silent', process.stderr),
    firstPauseSeconds: 0,
    clock,
  })
  const state = { isOpen: true }
  const loop = (async () => {
    while (state.isOpen) {
      await deliverer.start()
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })()
  return async () => {
    state.isOpen = false
    await loop
    await deliverer.stop()
  }
}
