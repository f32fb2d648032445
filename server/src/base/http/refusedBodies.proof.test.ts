import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { listenOnPort } from '../../../test/listenOnPort.ts'
import { createLogger } from '../../app/start/logger.ts'

const api = useApi()
const port = listenOnPort(api)

const mebibyte = 2 ** 20

/** Sends a whole body that is refused, then a second request on the same connection. Returns both statuses. */
async function sendRefused(size: number): Promise<string[]> {
  const socket = connect(port(), '127.0.0.1')
  let received = ''
  socket.on('data', (chunk) => {
    received += String(chunk)
  })
  const head = `host: x\r\nauthorization: Token ${api.token('admin')}\r\n`
  socket.write(
    `POST /api/users/ HTTP/1.1\r\n${head}content-type: application/json\r\ncontent-length: ${size}\r\n\r\n`,
  )
  socket.write(Buffer.alloc(size, ' '))
  socket.write(`GET /healthz HTTP/1.1\r\n${head}connection: close\r\n\r\n`)
  await once(socket, 'close')
  return [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status = '']) => status)
}

test('many refused bodies are read at a limited rate, and their connections stay usable', async () => {
  const since = performance.now()
  const answers = await Promise.all(Array.from({ length: 10 }, () => sendRefused(8 * mebibyte)))
  expect(answers).toEqual(answers.map(() => ['413', '200']))
  // 80 MiB at 50 MiB a second, less what is in buffers already.
  expect(performance.now() - since).toBeGreaterThan(1200)
})

test('a single refused body is read to its end', async () => {
  expect(await sendRefused(2 * mebibyte)).toEqual(['413', '200'])
})

test('a client that asked for the end of its connection gets its refusal, although its body is refused', async () => {
  // The reset that lost it came after the response, in one of six.
  for (let turn = 0; turn < 12; turn++) {
    const answers = await Promise.all(
      ['1.1', '1.0'].map(async (version) => {
        const socket = connect(port(), '127.0.0.1')
        const head = `host: x\r\nauthorization: Token ${api.token('admin')}\r\nconnection: close\r\n`
        const type = `content-type: application/json\r\ncontent-length: ${4 * mebibyte}\r\n`
        socket.write(`POST /api/users/ HTTP/${version}\r\n${head}${type}\r\n`)
        socket.write(Buffer.alloc(4 * mebibyte, ' '))
        // It reads when it has sent everything, as simple clients do.
        await once(socket, 'drain')
        return text(socket).finally(() => socket.destroy())
      }),
    )
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 413 [^]*too_large/)
  }
})

test('refused clients that disconnect do not slow down later ones', async () => {
  for (let n = 0; n < 20; n++) {
    const socket = connect(port(), '127.0.0.1')
    socket.on('error', () => {})
    socket.write(
      `POST /api/users/ HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${2 * mebibyte}\r\n\r\n`,
    )
    await once(socket, 'data')
    socket.destroy()
  }
  expect(await sendRefused(2 * mebibyte)).toEqual(['413', '200'])
})

test('a body whose client goes away before its end is no error of the server', async () => {
  const lines: string[] = []
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const app = await api.startApp({ logger: createLogger('info', sink) })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  const connected = once(app.server, 'connection') as Promise<[Socket]>
  const head = `host: x\r\nauthorization: Token ${api.token('admin')}\r\ncontent-type: multipart/form-data; boundary=x\r\n`
  socket.write(`POST /api/order-uploads/ HTTP/1.1\r\n${head}content-length: 100000\r\n\r\n`)
  socket.write('--x\r\ncontent-disposition: form-data; name="files"; filename="a.pdf"\r\n\r\n%PDF-')
  const [connection] = await connected
  await expect.poll(() => connection.bytesRead >= socket.bytesWritten && socket.bytesWritten > 0).toBe(true)
  socket.resetAndDestroy()
  await once(socket, 'close')
  await app.close()
  expect(lines.filter((line) => line.includes('"level":50'))).toEqual([])
})
