declare module '@sealsystems/ipp' {
  export type Value =
    | string
    | number
    | boolean
    | Date
    | Value[]
    | { [member: string]: Value }
    | null
    | undefined
  export type Group = Record<string, Value>
  export type Message = {
    version?: string
    operation?: string
    statusCode?: string
    id?: number
    data?: Buffer
    'operation-attributes-tag'?: Group | Group[]
    'job-attributes-tag'?: Group | Group[]
    'printer-attributes-tag'?: Group | Group[]
    'unsupported-attributes-tag'?: Group | Group[]
  }
  export type Lookup = Record<string, number> & { lookup: (string | null | undefined)[] }

  const ipp: {
    parse(message: Buffer): Message
    serialize(message: Message): Buffer
    /** The syntax of each attribute that it can write, by group. */
    attributes: Record<string, Record<string, object>>
    statusCodes: Lookup
  }
  export default ipp
}
