/** Whether a cost may be meant. */
export const looksLikeCost = (words: string) => /^[\d.]+$/.test(words)

/** A cost is compared without them: 12.50 is looked for as 12.5, and 12.00 as 12. */
export const withoutEndingZeros = (cost: string) =>
  cost.replace(/(\.\d*[1-9])0+$/, '$1').replace(/(\d)\.0*$/, '$1')
