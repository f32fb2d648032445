import { createServer, type IncomingHttpHeaders, request } from 'node:http'

/** A way to the shop that a test can close, and where it can change what goes through. */
export type Door = {
  url: string
  /** Changes the headers of requests, or the text of answers to an address, from now on. */
  change: (changes: {
    headers?: (headers: IncomingHttpHeaders) => IncomingHttpHeaders
    texts?: Record<string, (text: string) => string>
    /** Whose connection breaks off. */
    refuses?: (url: string, headers: IncomingHttpHeaders) => boolean
  }) => void
  /** The network is gone: connections break off. */
  shut: () => void
  open: () => void
  stop: () => void
}

/** Opens a door: an origin of its own, so that nothing a browser keeps of it meets other tests. */
export async function openDoor(shop: string): Promise<Door> {
  let changes: Parameters<Door['change']>[0] = {}
  let isShut = false
  const server = createServer((incoming, outgoing) => {
    const { method, url = '/' } = incoming
    if (isShut || changes.refuses?.(url, incoming.headers)) {
      incoming.socket.destroy()
      return
    }
    const change = changes.texts?.[url.split('?')[0] ?? '']
    const headers = { ...(changes.headers?.(incoming.headers) ?? incoming.headers) }
    if (change) delete headers['accept-encoding']
    const asked = request(shop + url, { method, headers, agent: false }, (answer) => {
      if (!change) {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
        return
      }
      const { 'content-length': _, ...kept } = answer.headers
      outgoing.writeHead(answer.statusCode ?? 502, kept)
      answer.setEncoding('utf8')
      let text = ''
      answer.on('data', (part: string) => {
        text += part
      })
      answer.on('end', () => outgoing.end(change(text)))
    })
    asked.on('error', () => outgoing.destroy())
    outgoing.on('close', () => asked.destroy())
    incoming.pipe(asked)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    change: (next) => {
      changes = next
    },
    shut: () => {
      isShut = true
      server.closeAllConnections()
    },
    open: () => {
      isShut = false
    },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
