import { type OrderStatus, openStatuses } from './orderMoves.ts'

// Until when an order is promised, how much of it is printed, and whether it waits to be fetched. No schemas: lists read it.

/** How many minutes before the promised time an order is soon late. */
export const soonLateMinutes = 60

/** From so many days of the shop on an open order is late that has no promised time. */
export const lateDays = 8

/** What the clock says of an open order. */
export const dueStates = ['late', 'soon'] as const
export type DueState = (typeof dueStates)[number]

/** What lists are filtered by. `at_risk` says the model that proposes times: server/src/orders/promises. */
export const dueFilters = [...dueStates, 'at_risk'] as const
export type DueFilter = (typeof dueFilters)[number]

/** How much of an order is printed. */
export const printedParts = ['none', 'part', 'all'] as const
export type PrintedPart = (typeof printedParts)[number]

type Promised = { status: OrderStatus; promised_at: string | null }

/**
 * Whether an order is late or soon late by its promised time; null for a closed one, and for one without such a time. For
 * what is shown: which orders a list has is decided by the server, `ofDue` in orderFilter.queries.ts.
 */
export function dueState({ status, promised_at }: Promised, now = Date.now()): DueState | null {
  if (promised_at === null || !openStatuses.includes(status)) return null
  const minutes = (Date.parse(promised_at) - now) / 60_000
  return minutes < 0 ? 'late' : minutes < soonLateMinutes ? 'soon' : null
}

/** How many hours a window may last. */
export const longestWindowHours = 24

/** Why a window cannot be agreed; undefined if it can. */
export function windowProblem(
  from: string,
  promised_at: string | null,
  now = Date.now(),
): string | undefined {
  if (promised_at === null) return 'Say until when the window lasts'
  const hours = (Date.parse(promised_at) - Date.parse(from)) / 3_600_000
  if (!(hours > 0)) return 'A window ends after it begins'
  if (hours > longestWindowHours) return `A window lasts at most ${longestWindowHours} hours`
  return Date.parse(promised_at) > now ? undefined : 'This window is over already'
}

type Fetched = { status: OrderStatus; pickup: boolean }

/** Whether an order waits, or will wait, to be fetched: then it can be ready for that. */
export const canBeReady = ({ status, pickup }: Fetched) =>
  pickup && (status === 'confirmed' || status === 'assigned')
