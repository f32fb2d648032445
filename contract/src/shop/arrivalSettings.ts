import { z } from 'zod'

const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'This is not a time, such as 16:00')

/** A window of every day on which the shop works, by its own clock. */
const DailyWindow = z
  .strictObject({
    from: Clock,
    until: Clock,
    /** With so many open orders it is full; null: never. */
    most_orders: z.int('This must be a whole number').min(1, 'At least 1').max(10_000).nullable(),
  })
  .refine(({ from, until }) => from < until, { error: 'It ends after it begins', path: ['until'] })

/** Of the configuration: the windows in which orders arrive; none: nothing is shown of them. */
export const ArrivalSettings = {
  arrival_windows: z
    .array(DailyWindow)
    .max(12, 'At most 12 windows')
    .refine(
      (windows) => new Set(windows.map(({ from, until }) => `${from} ${until}`)).size === windows.length,
      'A window is named twice',
    ),
}
export type ArrivalSettings = {
  [Name in keyof typeof ArrivalSettings]: z.output<(typeof ArrivalSettings)[Name]>
}
