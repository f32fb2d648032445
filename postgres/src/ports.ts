import { createServer } from 'node:net'

/** A port of this machine that no program listens on. */
export const freePort = (): Promise<number> => listenBriefly(0)

/** Whether no program listens on a port of this machine. */
export async function isPortFree(port: number): Promise<boolean> {
  return listenBriefly(port).then(
    () => true,
    () => false,
  )
}

function listenBriefly(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : port))
    })
  })
}
