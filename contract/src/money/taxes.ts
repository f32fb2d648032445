// No schemas here: pure arithmetic of whole paise, which the preview of the settings shares with the server.
// docs/money.md says once how amounts are rounded.

/** What a tax is paid to: `CGST`, 9 %. Rates are in hundredths of a percent: 900 is 9 %. */
export type TaxPart = { name: string; rate: number }

/** A tax as data: what it is made of within the seller's state, and between two states where that differs. */
export type Tax = { name: string; parts: readonly TaxPart[]; between: readonly TaxPart[] }

/** What is charged, in paise, with the tax on it. `discount` is its share of the discount. */
export type PricedLine = { tax: string; amount: number; discount: number }

/** A line as it is invoiced, in paise: `net` + `tax` = `total`. */
export type TaxedLine = { net: number; tax: number; total: number }

/** All lines of one tax: its parts are computed on the sum of these. */
export type TaxGroup = {
  name: string
  rate: number
  net: number
  tax: number
  parts: { name: string; rate: number; amount: number }[]
}

export type TaxedAmounts = {
  lines: TaxedLine[]
  groups: TaxGroup[]
  net: number
  tax: number
  total: number
}

const whole = 10_000

/** amount × numerator ÷ denominator, half a paisa up; exact also where the product exceeds what a number can hold. */
function shareOf(amount: number, numerator: number, denominator: number): number {
  const [twice, below] = [2n * BigInt(amount) * BigInt(numerator), BigInt(denominator)]
  return Number((twice + below) / (2n * below))
}

export const rateOf = (parts: readonly TaxPart[]) => parts.reduce((sum, { rate }) => sum + rate, 0)

/** Spreads an amount by weights, so that the shares add up to it: what is left goes to the largest remainders. */
export function spread(amount: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + BigInt(weight), 0n)
  if (sum === 0n) return weights.map((_, index) => (index === 0 ? amount : 0))
  const exact = weights.map((weight) => BigInt(amount) * BigInt(weight))
  const shares = exact.map((product) => Number(product / sum))
  const left = amount - shares.reduce((all, share) => all + share, 0)
  const byRemainder = exact
    .map((product, index) => ({ remainder: product % sum, index }))
    .toSorted((one, other) =>
      one.remainder === other.remainder ? one.index - other.index : one.remainder < other.remainder ? 1 : -1,
    )
  for (const { index } of byRemainder.slice(0, left)) shares[index] = (shares[index] ?? 0) + 1
  return shares
}

/** The parts of the tax on a sum of prices, each half a paisa up. */
export function partsOf(sum: number, parts: readonly TaxPart[], pricesContainTax: boolean): number[] {
  const base = whole + (pricesContainTax ? rateOf(parts) : 0)
  return parts.map(({ rate }) => shareOf(sum, rate, base))
}

/**
 * The tax on lines: for each tax on the sum of its lines, then spread over them, so that lines, taxes and totals always
 * add up.
 */
export function computeTax(
  priced: readonly PricedLine[],
  partsOfTax: (tax: string) => readonly TaxPart[],
  pricesContainTax: boolean,
): TaxedAmounts {
  const lines: TaxedLine[] = priced.map(() => ({ net: 0, tax: 0, total: 0 }))
  const groups: TaxGroup[] = []
  for (const name of new Set(priced.map(({ tax }) => tax))) {
    const indexes = priced.flatMap(({ tax }, index) => (tax === name ? [index] : []))
    const prices = indexes.map((index) => priceOf(priced[index]))
    const parts = partsOfTax(name)
    const sum = prices.reduce((all, price) => all + price, 0)
    const amounts = partsOf(sum, parts, pricesContainTax)
    const tax = amounts.reduce((all, amount) => all + amount, 0)
    for (const [nth, share] of spread(tax, prices).entries()) {
      const [price, index] = [prices[nth] ?? 0, indexes[nth] ?? 0]
      const net = pricesContainTax ? price - share : price
      lines[index] = { net, tax: share, total: net + share }
    }
    groups.push({
      name,
      rate: rateOf(parts),
      net: pricesContainTax ? sum - tax : sum,
      tax,
      parts: parts.map((part, nth) => ({ ...part, amount: amounts[nth] ?? 0 })),
    })
  }
  const sumOf = (field: keyof TaxedLine) => lines.reduce((all, line) => all + line[field], 0)
  return { lines, groups, net: sumOf('net'), tax: sumOf('tax'), total: sumOf('total') }
}

const priceOf = (line: PricedLine | undefined) => (line ? line.amount - line.discount : 0)

/** Prices with their shares of a discount on all of them. */
export const withDiscount = <Line extends { amount: number }>(lines: readonly Line[], discount: number) => {
  const shares = spread(
    discount,
    lines.map(({ amount }) => amount),
  )
  return lines.map((line, index) => ({ ...line, discount: shares[index] ?? 0 }))
}

/** What of a tax applies: between two states that which is said for it, where anything is. */
export const partsIn = ({ parts, between }: Tax, isBetweenStates: boolean) =>
  isBetweenStates && between.length > 0 ? between : parts

export type Place = { state: string; country_code: string; registration?: string }

const folded = (state: string) => state.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** A GSTIN begins with the code of its state. */
const stateCodeIn = (registration = '') =>
  /^(\d\d)[A-Z]{5}\d{4}[A-Z][A-Z\d]{3}$/.exec(registration.replaceAll(/\s/g, '').toUpperCase())?.[1]

/**
 * Whether what is sold goes to another state, by the GSTINs where both have one, as a state is typed in many ways; where one is
 * not known it stays in the seller's.
 */
export function isBetweenStates(seller: Place, buyer: Place): boolean {
  if (seller.country_code !== buyer.country_code) return true
  const [own, other] = [stateCodeIn(seller.registration), stateCodeIn(buyer.registration)]
  if (own && other) return own !== other
  const [from, to] = [folded(seller.state), folded(buyer.state)]
  return from !== '' && to !== '' && from !== to
}

/** The parts of taxes by their names, within a state or between two. */
export const partsByName = (taxes: readonly Tax[], isBetween: boolean) => (name: string) => {
  const tax = taxes.find((one) => one.name === name)
  return tax ? partsIn(tax, isBetween) : []
}
