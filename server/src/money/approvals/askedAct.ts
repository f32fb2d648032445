import type { Endpoint } from '@our-print/contract/endpoint.ts'
import type { Db } from '../../base/database/db.ts'
import type { Call } from '../../base/http/route.ts'

/** What a request asks for: it can be read again when it is approved. */
export type Asked<E extends Endpoint> = Pick<Call<E>, 'params' | 'query' | 'body' | 'actor'> & { db: Db }

/** What a person sees of an act before it is done. */
export type Shown = { summary: string; changes: { what: string; before: string | null; after: string }[] }
