import type { Configuration } from './configurations.ts'

export type PrintOptions = {
  pages: number
  copies: number
  color: 'bw' | 'color'
  sides: 'single' | 'double'
  paper_size: 'A4' | 'A3' | 'Letter'
  binding: 'none' | 'staple' | 'spiral' | 'hard'
  pickup: boolean
}

export const toPaise = (rupees: number) => Math.round(rupees * 100)

/** Half up, and safe from the binary dust of a decimal factor (1.005 × 100 is 100.49999…). */
const round = (paise: number) => Math.floor(paise + 0.5 + 1e-7)

/**
 * What an order costs before a discount, in paise:
 * pages × copies × price of a page × factor of the paper + binding × copies + the delivery fee unless picked up.
 * The browser shows it live and the server charges it, by this one function.
 */
export function priceInPaise(options: PrintOptions, configuration: Configuration): number {
  const perPage = toPaise(configuration.price_per_page[options.color][options.sides])
  const printing = round(
    options.pages * options.copies * perPage * configuration.paper_factor[options.paper_size],
  )
  return printing + subscriptionPriceInPaise(options, configuration)
}

/**
 * What an order costs that a subscription plan pays: the plan's pages pay the printing, which leaves
 * binding × copies + the delivery fee unless picked up.
 */
export function subscriptionPriceInPaise(
  { binding, copies, pickup }: Pick<PrintOptions, 'binding' | 'copies' | 'pickup'>,
  configuration: Configuration,
): number {
  const fee = pickup ? 0 : toPaise(configuration.delivery_fee)
  return toPaise(configuration.binding[binding]) * copies + fee
}

/** The pages of its plan that a subscription order uses. */
export const planPages = ({ pages, copies }: Pick<PrintOptions, 'pages' | 'copies'>) => pages * copies

/** A percentage of an amount in paise, half a paisa up. */
export const discountInPaise = (amount: number, percentage: number) => round((amount * percentage) / 100)
