import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll } from 'vitest'
import type { Api } from './api.ts'

/** Lets the app listen on a free local port during the tests of this file. Returns a function that returns the port. */
export function listenOnPort(api: Api): () => number {
  beforeAll(async () => {
    await api.app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(() => api.app.server.closeAllConnections())
  return () => (api.app.server.address() as AddressInfo).port
}
