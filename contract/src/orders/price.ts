export type PrintOptions = {
  /** Printed sides with a page on them: where each page has its own side, the pages. */
  pages: number
  copies: number
  color: 'bw' | 'color' | 'mixed'
  /** How many of them carry colour: needed for `mixed` only. */
  color_pages?: number | null | undefined
  sides: 'single' | 'double'
  paper_size: 'A4' | 'A3' | 'Letter'
  binding: 'none' | 'staple' | 'spiral' | 'hard'
  pickup: boolean
}

/** The prices and fees of the shop's configuration, in rupees. */
type Prices = {
  price_per_page: Record<'bw' | 'color', Record<PrintOptions['sides'], number>>
  paper_factor: Record<PrintOptions['paper_size'], number>
  binding: Record<PrintOptions['binding'], number>
  delivery_fee: number
}

export const toPaise = (rupees: number) => Math.round(rupees * 100)

/** Rounds half up; the small summand corrects floating-point errors (1.005 × 100 is 100.49999…). */
const roundHalfUp = (paise: number) => Math.floor(paise + 0.5 + 1e-7)

/**
 * The price of an order before its discount, in paise:
 * pages × price of a page × copies × factor of the paper + binding × copies + the delivery fee unless picked up.
 * A page costs what its kind costs: `mixed` has pages in colour and in black.
 * Browser and server share it, so that the price shown is the price charged.
 */
export function priceInPaise(options: PrintOptions, prices: Prices): number {
  const { pages, color, color_pages } = options
  const inColor = { bw: 0, color: pages, mixed: color_pages ?? 0 }[color]
  const perPage = (kind: 'bw' | 'color') => toPaise(prices.price_per_page[kind][options.sides])
  const perCopy = inColor * perPage('color') + (pages - inColor) * perPage('bw')
  const printing = roundHalfUp(perCopy * options.copies * prices.paper_factor[options.paper_size])
  return printing + subscriptionPriceInPaise(options, prices)
}

/**
 * The price of a subscription order, in paise. The plan pays for the printing; what is left is
 * binding × copies + the delivery fee unless picked up.
 */
export function subscriptionPriceInPaise(
  { binding, copies, pickup }: Pick<PrintOptions, 'binding' | 'copies' | 'pickup'>,
  prices: Prices,
): number {
  const fee = pickup ? 0 : toPaise(prices.delivery_fee)
  return toPaise(prices.binding[binding]) * copies + fee
}

export type Line = { quantity: number | null; price: number | null }

/** What the lines of an order cost, in paise. One counts once it is typed. */
export const linesInPaise = (lines: readonly Line[]) =>
  lines.reduce((sum, { quantity, price }) => sum + (quantity || 0) * toPaise(price || 0), 0)

export type PriceLines = {
  printing: number
  binding: number
  delivery: number
  extras: number
  total: number
}

/** The parts of the price of an order, in paise. */
export function priceLines(
  options: PrintOptions & { lines: readonly Line[] },
  prices: Prices,
  byPlan = false,
): PriceLines {
  const price = byPlan ? subscriptionPriceInPaise : priceInPaise
  const [total, extras] = [price(options, prices), linesInPaise(options.lines)]
  const collected = price({ ...options, pickup: true }, prices)
  const printing = price({ ...options, pickup: true, binding: 'none' }, prices)
  const [binding, delivery] = [collected - printing, total - collected]
  return { printing, binding, delivery, extras, total: total + extras }
}

/** How many pages of its plan a subscription order uses. */
export const planPages = ({ pages, copies }: Pick<PrintOptions, 'pages' | 'copies'>) => pages * copies

/** A percentage of an amount, both in paise, rounded half up. */
export const discountInPaise = (amount: number, percentage: number) =>
  roundHalfUp((amount * percentage) / 100)
