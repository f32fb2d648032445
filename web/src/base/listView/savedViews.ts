import { listSavedViews, type SavedView, type ViewedList } from '@our-print/contract/shop/savedViews.ts'
import { viewedLists } from '@our-print/contract/shop/viewedLists.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { query } from '../api/api.ts'
import { readViewer, type Viewer } from '../api/role.ts'
import { seesShop, viewerCan } from '../api/viewerCan.ts'
import type { ColumnChoice } from './preferences.ts'

/** What a list shows, as far as a saved view keeps it. */
export type ShownView = {
  /** The list's address. */
  list: ViewedList
  /** The search, filters and sequence of the address. */
  search: string
  columns: readonly ColumnChoice[] | undefined
  /** The view that the address names. */
  active: SavedView | undefined
  /** Forgets the columns that were chosen on top of the active view. */
  forgetColumns: () => void
}

/** Removed when the person signs out. */
const storedAs = 'saved_views'

/** What this device knew last: so the tabs are there with the first drawing, and nothing moves. */
export function readCachedViews(): SavedView[] | undefined {
  try {
    const known: unknown = JSON.parse(localStorage.getItem(storedAs) ?? '')
    return Array.isArray(known) ? (known as SavedView[]) : undefined
  } catch {
    return undefined
  }
}

export const savedViewsQuery = {
  ...query(listSavedViews, { querystring: {} }),
  initialData: readCachedViews,
  initialDataUpdatedAt: 0,
  staleTime: 60_000,
}

/** What a screen needs is requested before. */
const calmMs = 400

/** The saved views of all lists; read from the server soon after `enabled`. */
export function useSavedViews(enabled = false): readonly SavedView[] | undefined {
  const [isCalm, setCalm] = useState(false)
  useEffect(() => {
    if (!enabled) return undefined
    const timer = window.setTimeout(() => setCalm(true), calmMs)
    return () => window.clearTimeout(timer)
  }, [enabled])
  const { data } = useQuery({ ...savedViewsQuery, enabled: enabled && isCalm })
  useEffect(() => {
    if (enabled && data) localStorage.setItem(storedAs, JSON.stringify(data))
  }, [enabled, data])
  return data
}

const mayHaveViews = (viewer: Viewer | null) =>
  seesShop(viewer) || (['vouchers', 'customers', 'staff'] as const).some((each) => viewerCan(viewer, each))

/** The list at this address, if the signed-in person can have views of it: delivery staff cannot. */
export const viewedList = (pathname: string): ViewedList | undefined =>
  mayHaveViews(readViewer()) ? viewedLists.find((list) => list === pathname) : undefined

/** The part of an address that a view keeps. */
export function keptSearch(search: URLSearchParams): string {
  const parameters = new URLSearchParams(search)
  parameters.delete('page')
  parameters.delete('view')
  parameters.sort()
  return parameters.toString()
}

/** The address of a list as a view shows it. */
export const addressOf = ({ id, list, search }: Pick<SavedView, 'id' | 'list' | 'search'>) =>
  `${list}?${search ? `${search}&` : ''}view=${id}`

/** Whether the list shows something else than its active view. */
export const isChanged = ({ active, search, columns }: ShownView) =>
  active !== undefined &&
  (search !== active.search || JSON.stringify(columns ?? null) !== JSON.stringify(active.columns))
