import { z } from 'zod'
import { Day, text } from '../values.ts'

/** From Sunday, as days are numbered. */
export const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const

const Clock = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/, 'This is not a time, such as 09:00')

/** When a weekday opens and closes, HH:MM by the shop's clock; both empty: closed. */
const Hours = z
  .strictObject({ opens: Clock, closes: Clock })
  .refine(({ opens, closes }) => (opens === '') === (closes === ''), {
    error: 'Say when it opens and when it closes',
    path: ['closes'],
  })
  .refine(({ opens, closes }) => closes === '' || opens < closes, {
    error: 'It closes after it opens',
    path: ['closes'],
  })

/** Of the configuration: when the shop works. One day of the week is open, or no promise would ever end. */
export const OpeningSettings = {
  opening_hours: z
    .strictObject({ sun: Hours, mon: Hours, tue: Hours, wed: Hours, thu: Hours, fri: Hours, sat: Hours })
    .refine((hours) => Object.values(hours).some(({ opens }) => opens !== ''), 'Open on at least one day'),
  holidays: z
    .array(z.strictObject({ day: Day, name: text(60) }))
    .max(200, 'At most 200 holidays')
    .refine(
      (holidays) => new Set(holidays.map(({ day }) => day)).size === holidays.length,
      'A day is named twice',
    ),
}
export type OpeningSettings = {
  [Name in keyof typeof OpeningSettings]: z.output<(typeof OpeningSettings)[Name]>
}
