import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'

export type TcpProxy = Awaited<ReturnType<typeof openTcpProxy>>

/**
 * A small proxy in front of some ports of this machine: each connection goes to the next of them that takes it, as a
 * load balancer does. It can also go silent, as a network does whose cable was pulled.
 */
export async function openTcpProxy(ports: readonly number[], port = 0) {
  const open = new Set<Socket>()
  const state = { next: 0, isMute: false }
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
    upstream.pipe(client)
    // Whoever ends cuts the other off, as a killed process does.
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
    /** From now on nothing comes through any more, and nothing is closed either. */
    mute() {
      state.isMute = true
      for (const socket of open) socket.unpipe().pause()
    },
    /** New connections go through again; the muted ones stay so. */
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
