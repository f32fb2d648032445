/** What a shop's amounts are in unless it says otherwise (CURRENCY), as a code of ISO 4217. */
export const usualCurrency = 'INR'

// Set once: by the server at its start, by a page when it opens. Nearly every amount that people read depends on it, so it is
// not passed as a parameter. Amounts are called rupees and paise in the code: those of another shop are its currency's units
// and their hundredths.
let ofShop: string = usualCurrency
let sign: { of: string; text: string } | undefined

/** The code of the shop's currency. */
export const currency = () => ofShop

/** Sets the currency of the shop's amounts. */
export function setCurrency(code: string): void {
  ofShop = code
}

/** Whether CURRENCY may have this value: amounts have two decimal places. */
export const isCurrency = (code: string) =>
  Intl.supportedValuesOf('currency').includes(code) &&
  formatOf(code).resolvedOptions().maximumFractionDigits === 2

/** What stands before an amount: ₹, €, or letters and a space that does not break. */
export function amountSign(): string {
  if (sign?.of !== ofShop) sign = { of: ofShop, text: signOf(ofShop) }
  return sign.text
}

const formatOf = (code: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' })

function signOf(code: string): string {
  const symbol = formatOf(code)
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value
  return (symbol ?? code).replace(/\p{L}$/u, '$&\u00a0')
}
