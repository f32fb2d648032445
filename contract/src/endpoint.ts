import type { z } from 'zod'

/** Who may call: anyone, anyone signed in, or super admins only. The server refuses what is not said here. */
export type Access = 'public' | 'signed-in' | 'admin'

/**
 * What kind of work an endpoint is, where its method does not say it: each kind has its own queue in the server. Reads over
 * much (report), one request that changes much (bulk), files in and out, and sign-in, which must get through.
 */
export type Work = 'report' | 'bulk' | 'import' | 'upload' | 'file' | 'sign-in'

type Schema = z.ZodType

/** An endpoint, written once: the server serves it, the browser calls it, the OpenAPI document describes it. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  config: {
    access: Access
    /** One sentence for the API description. */
    summary: string
    /** Not counted against the rate of public requests: its signed link is the permission. */
    unlimited?: true
    /** The answer carries a secret: never kept for an Idempotency-Key. */
    secret?: true
    /** The handler opens its own transactions: something slow (files, a password hash) comes before the first write. */
    opensTransactions?: true
    /** A cheap read: it may start while the database is still asked whether the token lives; see access.ts. */
    readsAhead?: true
    /** The body is multipart/form-data, or that or JSON. */
    multipart?: true | 'or JSON'
    /** Goes on while the disk is almost full: people sign in to read, and it writes next to nothing. */
    onFullDisk?: true
    /** How large a body may be, in bytes, where 64 KiB of JSON or a form with one picture is not enough. */
    bodyLimit?: number
    /** Which queue it waits in. */
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

/** What a caller sends. */
export type Input<E extends Endpoint> = Key<E, 'params'> &
  Key<E, 'querystring'> &
  Key<E, 'body'> &
  Key<E, 'form'>

type Success<E extends Endpoint> = E['schema']['response'] extends infer R
  ? R extends Record<number, Schema>
    ? R[keyof R]
    : never
  : never

/** What a caller gets back when all went well. */
export type Output<E extends Endpoint> = z.output<Success<E>>
