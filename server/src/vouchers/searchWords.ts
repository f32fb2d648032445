/** Whether a cost may be meant. */
export const looksLikeCost = (words: string) => /^[\d.]+$/.test(words)

/** A cost is compared without them: 12.50 is looked for as 12.5. */
export const withoutEndingZeros = (cost: string) => (cost.includes('.') ? cost.replace(/\.?0*$/, '') : cost)
