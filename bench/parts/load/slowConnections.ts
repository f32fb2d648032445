import { connect } from 'node:net'

// A process that holds many slow connections open.

export type Slow = {
  /** A loopback address per kind, by which the server's connections can be counted. */
  from: string
  count: number
  /** The bytes that are sent at once. */
  head: string
  /** Then: send a byte of the body every five seconds, read a byte of the response every second, or nothing. */
  pace: 'send' | 'take' | 'nothing'
}
export type Job = { port: number; kinds: Slow[] }

const batch = 100

process.on('message', ({ port, kinds }: Job) => {
  const due = kinds.flatMap((kind) => Array<Slow>(kind.count).fill(kind))
  // In batches: otherwise the kernel would drop connections before the server accepts them.
  const timer = setInterval(() => {
    for (const slow of due.splice(0, batch)) hold(port, slow)
    if (due.length > 0) return
    clearInterval(timer)
    process.send?.('opened')
  }, 20)
})

function hold(port: number, { from, head, pace }: Slow): void {
  const socket = connect({ host: '127.0.0.1', port, localAddress: from })
  const timer = setInterval(
    () => {
      if (pace === 'send') socket.write(' ')
      if (pace === 'take') socket.read(1)
    },
    pace === 'send' ? 5000 : 1000,
  )
  if (head) socket.write(head)
  if (pace !== 'take') socket.resume()
  socket.on('error', () => {})
  socket.once('close', () => clearInterval(timer))
}
