/** What a shop's amounts are in unless it says otherwise (CURRENCY), as a code of ISO 4217. */
export const usualCurrency = 'INR'

// Set once: by the server at its start, by a page when it opens. Nearly every amount that people read depends on it, so it is
// not passed as a parameter. Amounts are called rupees and paise in the code: those of another shop are its currency's units
// and their hundredths.
let ofShop: string = usualCurrency

/** The code of the shop's currency. */
export const currency = () => ofShop

/** Sets the currency of the shop's amounts; without a code it is the usual one. */
export function setCurrency(code?: string): void {
  ofShop = code || usualCurrency
}

/** How Intl writes amounts of the shop. */
export const currencyFormat = (locale: string, options?: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: ofShop,
    currencyDisplay: 'narrowSymbol',
    ...options,
  })

/** What stands before an amount: ₹, €, or letters and a space that does not break. */
export const amountSign = () => currencyFormat('en').format(0).replace('0.00', '')

/** Whether CURRENCY may have this value: amounts have two decimal places. */
export const isCurrency = (code: string) =>
  Intl.supportedValuesOf('currency').includes(code) &&
  currencyFormat('en', { currency: code }).resolvedOptions().maximumFractionDigits === 2
