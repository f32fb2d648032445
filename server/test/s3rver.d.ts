declare module 's3rver' {
  import type { AddressInfo } from 'node:net'
  import type { Readable } from 'node:stream'

  interface Stored {
    size: number
    md5: string
  }

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
    store: {
      getResourcePath(bucket: string, key: string | undefined, resource: string): string
      putObject(object: { bucket: string; key: string }): Promise<Stored>
      putPart(bucket: string, uploadId: string, partNumber: number, content: Readable): Promise<Stored>
    }
    run(): Promise<AddressInfo>
    close(): Promise<void>
  }
}
