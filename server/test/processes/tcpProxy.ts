import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'

type Cut = 'reset' | 'end'

export type TcpProxy = Awaited<ReturnType<typeof openTcpProxy>>

/**
 * A TCP proxy in front of local ports: each connection goes to the next port that accepts it, as a load balancer does.
 * It can also stop passing data, as a network with a pulled cable does.
 */
export async function openTcpProxy(ports: readonly number[], port = 0) {
  const open = new Set<Socket>()
  const state = { next: 0, isMute: false, cut: { after: Number.POSITIVE_INFINITY, how: 'reset' as Cut } }
  const server = createServer({ pauseOnConnect: true }, (client) => {
    remember(client)
    if (!state.isMute) void join(client)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')

  function remember(socket: Socket): void {
    open.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => open.delete(socket))
  }

  async function join(client: Socket): Promise<void> {
    const upstream = await connectToAny()
    if (!upstream) return void client.destroy()
    client.pipe(upstream)
    if (state.cut.after === Number.POSITIVE_INFINITY) upstream.pipe(client)
    else cut(upstream, client, state.cut)
    // When one side closes, the other is closed too, as a killed process does.
    client.once('close', () => upstream.destroy())
    upstream.once('close', () => client.destroy())
  }

  async function connectToAny(): Promise<Socket | undefined> {
    for (let attempt = 0; attempt < ports.length; attempt++) {
      const socket = createConnection({ host: '127.0.0.1', port: ports[state.next++ % ports.length] ?? 0 })
      remember(socket)
      const connected = await once(socket, 'connect').then(
        () => true,
        () => false,
      )
      if (connected) return socket
    }
    return undefined
  }

  return {
    port: (server.address() as AddressInfo).port,
    /** Cuts each new connection after the server has sent this many bytes. */
    cutAfter(after: number, how: Cut) {
      state.cut = { after, how }
    },
    /** From now on passes no data and closes nothing. */
    mute() {
      state.isMute = true
      for (const socket of open) socket.unpipe().pause()
    },
    /** Passes data on new connections again; muted ones stay mute. */
    unmute() {
      state.isMute = false
    },
    async close() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Passes this many bytes, then ends the connection as a stopped program does, or resets it as a killed one does. */
function cut(upstream: Socket, client: Socket, { after, how }: { after: number; how: Cut }): void {
  let left = after
  upstream.on('data', (chunk: Buffer) => {
    client.write(chunk.subarray(0, left))
    left -= chunk.length
    if (left > 0) return
    // A reset discards bytes that are still buffered, so they get 2 ms.
    setTimeout(() => {
      if (how === 'reset') client.resetAndDestroy()
      else client.destroy()
      upstream.destroy()
    }, 2)
  })
}
