import { viewedScreens } from '../entities.ts'

/** The lists that can have saved views, by their addresses in the app. */
export const viewedLists = [
  '/pending_orders',
  '/assigned_orders',
  '/completed_orders',
  '/total_orders',
  '/subscription_pending_orders',
  '/subscription_assigned_orders',
  '/subscription_completed_orders',
  '/subscription_total_orders',
  ...viewedScreens,
  '/bin',
] as const
