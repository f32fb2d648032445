/** What is read and written here of an OpenAPI 3.1 document. */
export type Schema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  $ref?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  default?: unknown
  additionalProperties?: unknown
}

export type Media = {
  schema?: Schema
  example?: unknown
  examples?: Record<string, { summary?: string; value: unknown }>
}
export type Response = {
  description: string
  headers?: Record<string, object>
  content?: Record<string, Media>
}

export type Operation = {
  summary?: string
  description?: string
  operationId?: string
  tags?: string[]
  security?: Record<string, string[]>[]
  parameters?: {
    name: string
    in: string
    required?: boolean
    schema: Schema
    example?: unknown
    description?: string
  }[]
  requestBody?: { required?: boolean; content: Record<string, Media> }
  responses: Record<string, Response | { $ref: string }>
}

export type ApiDocument = {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  webhooks?: Record<string, { post: Operation }>
  components: {
    schemas: Record<string, Schema>
    responses?: Record<string, Response>
    [other: string]: unknown
  }
  [other: string]: unknown
}
