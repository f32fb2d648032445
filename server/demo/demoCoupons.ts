import { discountInPaise } from '@our-print/contract/orders/price.ts'
import type { Row } from './bulkLoad.queries.ts'
import { addDays, type Day, hour } from './calendar.ts'
import { Random } from './random.ts'

type Offer = {
  name: string
  code: string
  discount_percentage: number
  /** First and last day as days ago; below zero is in the future. */
  from: number
  to: number
  one_time_only: boolean
  isfornew: boolean
  /** The probability that an order uses it. */
  share: number
  /** The coupon was deleted; only its uses exist. */
  isDeleted?: true
}

const forAll = { one_time_only: false, isfornew: false }
const once = { one_time_only: true, isfornew: false }

const offers: Offer[] = [
  {
    name: 'Opening of the second counter',
    code: 'OPENING30',
    discount_percentage: 30,
    from: 118,
    to: 101,
    ...once,
    share: 0.2,
    isDeleted: true,
  },
  {
    name: 'Welcome',
    code: 'WELCOME20',
    discount_percentage: 20,
    from: 120,
    to: -60,
    one_time_only: true,
    isfornew: true,
    share: 0.5,
  },
  {
    name: 'Festival week',
    code: 'UTSAV25',
    discount_percentage: 25,
    from: 52,
    to: 42,
    ...forAll,
    share: 0.25,
  },
  {
    name: 'Students, all year',
    code: 'STUDENT10',
    discount_percentage: 10,
    from: 95,
    to: -180,
    ...forAll,
    share: 0.08,
  },
  {
    name: 'Thesis season',
    code: 'THESIS15',
    discount_percentage: 15,
    from: 33,
    to: -27,
    ...once,
    share: 0.1,
  },
  {
    name: 'Lakeside fair',
    code: 'LAKE7',
    discount_percentage: 7.5,
    from: 14,
    to: -3,
    ...forAll,
    share: 0.06,
  },
  {
    name: 'Radio campaign',
    code: 'RADIO5',
    discount_percentage: 5,
    from: 80,
    to: 66,
    ...once,
    share: 0,
  },
  {
    name: 'New year',
    code: 'NEWYEAR12',
    discount_percentage: 12,
    from: -10,
    to: -40,
    ...forAll,
    share: 0,
  },
]

type Order = {
  id: string
  user_id: string
  at: number
  age: number
  amount: number
  cancelled_at: string | null
  /** The first order of this mobile number. */
  isFirst: boolean
}

/** The coupons, and a function that uses them on orders and counts the discounts. */
export function makeCoupons(days: readonly Day[]) {
  const random = new Random('coupons')
  const today = days.at(-1) as Day
  const usedOnce = new Set<string>()
  const coupons = offers.map((offer) => ({ offer, row: makeRow(random, offer, today) }))

  /** The discount of the order's coupon in paise and the row of its use; most orders have no coupon. */
  function use({ id, user_id, at, age, amount, cancelled_at, isFirst }: Order) {
    const coupon = coupons.find(({ offer }) => {
      const isOpen = age <= offer.from && age >= offer.to && (isFirst || !offer.isfornew)
      return isOpen && random.happens(offer.share) && !usedOnce.has(`${offer.code} ${user_id}`)
    })
    if (!coupon || amount === 0) return undefined
    const { offer, row } = coupon
    const { code, discount_percentage, one_time_only } = offer
    const discount = discountInPaise(amount, discount_percentage)
    if (one_time_only) usedOnce.add(`${code} ${user_id}`)
    if (!cancelled_at) {
      row.usage_count++
      row.given_away += discount
    }
    return {
      id: random.id(at),
      coupon_id: offer.isDeleted ? null : row.id,
      code,
      order_id: id,
      user_id,
      discount,
      discount_percentage,
      one_time_only,
      at: new Date(at).toISOString(),
      given_back_at: cancelled_at,
    } satisfies Row
  }

  const liveCoupons = coupons.filter(({ offer }) => !offer.isDeleted).map(({ row }) => row)
  return { coupons: liveCoupons satisfies Row[], use }
}

function makeRow(
  random: Random,
  { from, to, share: _, isDeleted: __, ...offer }: Offer,
  { date, starts }: Day,
) {
  const created = starts - (Math.max(from, 0) + 1) * 24 * hour
  return {
    id: random.id(created),
    ...offer,
    valid_from: addDays(date, -from),
    valid_to: addDays(date, -to),
    usage_count: 0,
    given_away: 0,
    created_at: new Date(created).toISOString(),
  }
}
