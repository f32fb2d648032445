declare module 's3rver' {
  import type { AddressInfo } from 'node:net'

  interface Context {
    method: string
    query: Record<string, string | string[] | undefined>
    status: number
    type: string
    body: string
  }

  export default class S3rver {
    constructor(options: {
      address: string
      port: number
      directory: string
      silent: boolean
      configureBuckets: { name: string; configs: string[] }[]
    })
    middleware: ((context: Context, next: () => Promise<void>) => Promise<void>)[]
    store: { getResourcePath(bucket: string, key: string | undefined, resource: string): string }
    run(): Promise<AddressInfo>
    close(): Promise<void>
  }
}
