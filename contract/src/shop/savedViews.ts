import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { byId, Id, text, Version } from '../values.ts'
import { viewedLists } from './viewedLists.ts'

const ViewedList = z.enum(viewedLists, { error: 'This is not a list that can have views' })
export type ViewedList = z.output<typeof ViewedList>

/** How many views one person can have for one list. */
export const mostViews = 20
export const longestViewName = 40

const ViewName = text(longestViewName)

/** The search, the filters and the sequence, as they stand in the address of the list; without the page. */
const Search = z
  .string()
  .max(1000, 'At most 1000 characters')
  .refine(
    (search) => search.isWellFormed() && !search.includes('\0'),
    'This has a character that cannot be kept',
  )
  .refine(
    (search) => new URLSearchParams(search).toString() === search,
    'This is not the query of an address',
  )

/** The columns in their sequence; null: as the list has them. */
const Columns = z
  .array(z.strictObject({ id: text(40), shown: z.boolean() }))
  .min(1, 'Choose at least one column')
  .max(40, 'At most 40 columns')
  .refine((columns) => new Set(columns.map(({ id }) => id)).size === columns.length, 'A column is here twice')
  .nullable()

const editable = {
  name: ViewName,
  /** Whether everyone sees it who has the list. Only its owner changes or deletes it, or anyone once the owner is inactive. */
  is_shared: z.boolean(),
  search: Search,
  columns: Columns,
}

/** A view of a list under a name: its filters, sequence and columns. */
export const SavedView = z
  .object({
    id: Id,
    list: ViewedList,
    ...editable,
    name: z.string(),
    search: z.string(),
    columns: z.array(z.object({ id: z.string(), shown: z.boolean() })).nullable(),
    /** Who made it. */
    owner: Id,
    owner_data: z.object({ id: Id, full_name: z.string() }),
    /** Whether the caller may change and delete it. */
    is_mine: z.boolean(),
    version: Version,
  })
  .meta({ id: 'SavedView' })
export type SavedView = z.output<typeof SavedView>

export const listSavedViews = {
  method: 'GET',
  url: '/api/saved-views/',
  config: {
    access: 'admin',
    summary: 'List the views of the caller and those that others share, oldest first.',
  },
  schema: {
    querystring: z.strictObject({ list: ViewedList.optional() }),
    response: { 200: z.array(SavedView) },
  },
} as const satisfies Endpoint

export const getSavedView = {
  method: 'GET',
  url: '/api/saved-views/:id/',
  config: { access: 'admin', summary: 'One view; 404 for a private one of somebody else.' },
  schema: { ...byId, response: { 200: SavedView } },
} as const satisfies Endpoint

export const createSavedView = {
  method: 'POST',
  url: '/api/saved-views/',
  config: {
    access: 'admin',
    summary: `Save a view. 409 if the caller has one of this name for the list; 422 after ${mostViews} views for it.`,
  },
  schema: {
    body: z.strictObject({
      ...editable,
      list: ViewedList,
      is_shared: z.boolean().default(false),
      columns: Columns.default(null),
    }),
    response: { 201: SavedView },
  },
} as const satisfies Endpoint

export const updateSavedView = {
  method: 'PATCH',
  url: '/api/saved-views/:id/',
  config: { access: 'admin', summary: 'Rename, share or change a view. 403 for a view of somebody else.' },
  schema: {
    ...byId,
    body: z.strictObject({ ...SavedView.shape, ...editable }).partial(),
    response: { 200: SavedView },
  },
} as const satisfies Endpoint

export const deleteSavedView = {
  method: 'DELETE',
  url: '/api/saved-views/:id/',
  config: { access: 'admin', summary: 'Delete a view. 403 for a view of somebody else.' },
  schema: { ...byId, response: { 204: z.null() } },
} as const satisfies Endpoint
