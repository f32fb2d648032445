import type { z } from 'zod'

/** Who may call: everyone, every signed-in user, or super admins only. */
export type Access = 'public' | 'signed-in' | 'admin'

/**
 * The kind of work, if the method does not show it; each kind has its own queue in the server. `report` reads many rows,
 * `bulk` changes many in one request, `outside` waits for somebody else's machine, and `sign-in` is separate so that
 * overload elsewhere does not block it.
 */
export type Work = 'report' | 'bulk' | 'import' | 'upload' | 'file' | 'outside' | 'sign-in'

type Schema = z.ZodType

/** An endpoint, written once: the server serves it, the browser calls it, the OpenAPI document is made from it. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  config: {
    access: Access
    /** One sentence for the API description. */
    summary: string
    /** Exempt from the rate limit of public requests, because a signed link is needed. */
    unlimited?: true
    /** Request or response contains a secret, so nothing is stored for an Idempotency-Key. */
    secret?: true
    /** By a rule of the shop it may wait for a second super admin: then the answer is 202 with the approval. */
    secondPerson?: true
    /** The address of its record, where that is another: an API key that may not read there is not shown what it tells of others. */
    record?: string
    /** The handler opens its own transactions, so that slow work (files, a password hash) runs outside of them. */
    opensTransactions?: true
    /** The body is multipart/form-data only, or either that or JSON. */
    multipart?: true | 'or JSON'
    /** Its body says nothing: whatever a form sends is taken and not read. */
    ignoresBody?: true
    /** Its body is of any type, and read by a parser of its own. */
    parsesBody?: true
    /** A response that does not end by itself. */
    streams?: true
    /** Allowed while the disk is almost full: people sign in to read, and it writes very little. */
    onFullDisk?: true
    /** Maximum body size in bytes, where 64 KiB of JSON or a form with one image is not enough. */
    bodyLimit?: number
    work?: Work
  }
  schema: {
    params?: Schema
    querystring?: Schema
    body?: Schema
    /** The fields of a multipart body: text, or a File. */
    form?: Schema
    response: Record<number, Schema>
  }
}

type In<T> = T extends Schema ? z.input<T> : never
type Key<E extends Endpoint, K extends 'params' | 'querystring' | 'body' | 'form'> =
  E['schema'] extends Record<K, infer T> ? { [P in K]: In<T> } : unknown

/** What a client sends. */
export type Input<E extends Endpoint> = Key<E, 'params'> &
  Key<E, 'querystring'> &
  Key<E, 'body'> &
  Key<E, 'form'>

type Success<E extends Endpoint> = E['schema']['response'] extends infer R
  ? R extends Record<number, Schema>
    ? R[keyof R]
    : never
  : never

/** The response body on success. */
export type Output<E extends Endpoint> = z.output<Success<E>>
