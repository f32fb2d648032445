import type { Row } from './bulkLoad.queries.ts'
import { addDays, type Day, hour, opening } from './calendar.ts'
import type { ImageName } from './content/images.ts'
import type { DemoImages } from './demoImages.ts'
import { Random } from './random.ts'

type CodeSpec = {
  company: string
  code: number
  value: number
  /** Created this many days ago; valid for this many days from today, below zero is past. */
  made: number
  ends: number
  leadsTo: string | { picture: ImageName }
  /** Counted scans on a usual day. */
  daily: number
  /** The start value of the shown count. */
  count_start?: number
  /** Deactivated this many days ago. */
  switchedOff?: number
  deleted?: number
}

const site = 'https://www.example.com'

const codeSpecs: CodeSpec[] = [
  {
    company: 'Filter Kaapi House',
    code: 214,
    value: 15,
    made: 103,
    ends: 88,
    leadsTo: `${site}/filter-kaapi`,
    daily: 14,
    count_start: 340,
  },
  {
    company: 'Malgudi Books',
    code: 387,
    value: 100,
    made: 82,
    ends: 61,
    leadsTo: `${site}/malgudi/offers`,
    daily: 9,
  },
  {
    company: 'Galaxy Talkies',
    code: 561,
    value: 250,
    made: 70,
    ends: 34,
    leadsTo: `${site}/galaxy/weekday`,
    daily: 12,
  },
  {
    company: 'Sanjeevini Pharmacy',
    code: 145,
    value: 10,
    made: 111,
    ends: 150,
    leadsTo: `${site}/sanjeevini`,
    daily: 6,
  },
  {
    company: 'Cubbon Cycles',
    code: 790,
    value: 60,
    made: 49,
    ends: 31,
    leadsTo: { picture: 'leaf' },
    daily: 5,
  },
  {
    company: 'Udupi Upahara',
    code: 432,
    value: 20,
    made: 65,
    ends: 27,
    leadsTo: `${site}/udupi/menu`,
    daily: 8,
  },
  {
    company: 'Namma Stationers',
    code: 678,
    value: 8,
    made: 86,
    ends: -5,
    leadsTo: `${site}/namma-stationers`,
    daily: 4,
  },
  {
    company: 'Playground Turf Arena',
    code: 903,
    value: 90,
    made: 60,
    ends: -2,
    leadsTo: `${site}/turf`,
    daily: 3,
  },
  {
    company: 'Lakshmi Opticals',
    code: 256,
    value: 0,
    made: 43,
    ends: 200,
    leadsTo: { picture: 'sun' },
    daily: 2,
    switchedOff: 16,
  },
  {
    company: 'Kaveri Silks',
    code: 819,
    value: 500,
    made: 24,
    ends: 24,
    leadsTo: `${site}/kaveri-silks`,
    daily: 7,
  },
  {
    company: 'Summer fair',
    code: 324,
    value: 5,
    made: 100,
    ends: 60,
    leadsTo: `${site}/summer-fair`,
    daily: 4,
    deleted: 40,
  },
]

export type DemoQrCode = { row: Row & { id: string }; daily: number; from: number; to: number }

/** The QR codes, each with the first and last day (as days ago) on which it was usable. */
export function makeQrCodes(days: readonly Day[], images: DemoImages): DemoQrCode[] {
  const random = new Random('QR codes')
  const today = days.at(-1) as Day
  const moment = (ago: number) =>
    Math.floor(today.starts - ago * 24 * hour + opening + random.uniform(0, 9) * hour)
  return codeSpecs.map(
    ({ company, code, value, made, ends, leadsTo, daily, switchedOff, deleted, ...rest }) => {
      const created = moment(made)
      const isLink = typeof leadsTo === 'string'
      const row = {
        id: random.id(created),
        code,
        company,
        value,
        validity: addDays(today.date, ends),
        count_start: rest.count_start ?? 0,
        is_active: switchedOff === undefined,
        redirection_url: isLink ? leadsTo : null,
        image_id: isLink ? null : images[leadsTo.picture].id,
        generated_date: time(created),
        deleted_at: deleted === undefined ? null : time(moment(deleted)),
        version: switchedOff === undefined && deleted === undefined ? 1 : 2,
      }
      // Whole days only: without the days of its creation, deactivation and deletion.
      return {
        row,
        daily,
        from: made - 1,
        to: Math.max(0, -ends, (switchedOff ?? -1) + 1, (deleted ?? -1) + 1),
      }
    },
  )
}

const time = (moment: number) => new Date(moment).toISOString()
