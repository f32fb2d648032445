import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

export type Received = {
  id: string
  headers: Record<string, string>
  body: string
  message: {
    type: string
    timestamp: string
    data: { id: string; entity: string; version: number; by: string | null }
  }
}

/** An endpoint on this machine that keeps what it gets; `answer` may do anything with the response. */
export async function openReceiver(
  answer: (response: ServerResponse, received: Received, request: IncomingMessage) => void = (response) =>
    void response.writeHead(204).end(),
) {
  const received: Received[] = []
  const state = { answer }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    request.on('end', () => {
      const headers = request.headers as Record<string, string>
      const message = JSON.parse(body) as Received['message']
      const one = { id: headers['webhook-id'] ?? '', headers, body, message }
      received.push(one)
      state.answer(response, one, request)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    /** Answers differently from now on. */
    answerWith: (next: typeof answer) => {
      state.answer = next
    },
    /** Whether a message is signed with this secret. */
    isSigned({ headers, body }: Received, secret: string): boolean {
      try {
        new Webhook(secret).verify(body, headers)
        return true
      } catch {
        return false
      }
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export type Receiver = Awaited<ReturnType<typeof openReceiver>>
