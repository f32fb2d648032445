import { amountsOf, type Document, type ReadInvoice, readCii, readUbl } from './readInvoices.ts'

// The rules of EN 16931 that an invoice of ours can break, by their names in the norm, over a document in UBL or CII. Only for tests.

/** In hundredths, exact. */
export const hundredths = (value: string) => (value === '' ? 0 : Math.round(Number(value) * 100))
const sum = (texts: string[]) => texts.reduce((all, one) => all + hundredths(one), 0)

/** The names of the rules that a document breaks. */
export const brokenRules = (document: Document): string[] =>
  broken(
    document.documentElement.localName === 'CrossIndustryInvoice' ? readCii(document) : readUbl(document),
    amountsOf(document),
  )

function broken(invoice: ReadInvoice, amounts: string[]): string[] {
  const { isNote, lines, seller, buyer, taxes } = invoice
  const taxNumbers = [seller, buyer].flatMap((party) => party.taxNumbers)
  const vatNumbers = taxNumbers.filter(({ isVat }) => isVat).map(({ number }) => number)
  const linesOf = ({ category, rate }: ReadInvoice['taxes'][number]) =>
    lines.filter((line) => line.category === category && line.rate === rate)
  const has = (category: string) => lines.some((line) => line.category === category)
  const subtotals = (category: string) => taxes.filter((one) => one.category === category)

  const rules: Record<string, boolean> = {
    'BR-01': invoice.guideline !== '',
    'BR-02': invoice.number !== '',
    'BR-03': /^\d{4}-\d\d-\d\d$/.test(invoice.day),
    'BR-04': invoice.typeCode === (isNote ? '381' : '380'),
    'BR-05': /^[A-Z]{3}$/.test(invoice.currency),
    'BR-06': seller.name !== '',
    'BR-07': buyer.name !== '',
    'BR-09': seller.country !== '',
    'BR-11': buyer.country !== '',
    'BR-16': lines.length > 0,
    'BR-21': new Set(lines.map(({ id }) => id)).size === lines.length,
    'BR-22': lines.every(({ quantity }) => quantity === '1'),
    'BR-23': lines.every(({ unit }) => unit !== ''),
    'BR-25': lines.every(({ name }) => name !== ''),
    'BR-27': lines.every(({ price }) => hundredths(price) >= 0),
    'BR-55': !isNote || invoice.credits !== '',
    'BR-CO-04': lines.every(({ category }) => ['S', 'Z', 'O'].includes(category)),
    'BR-CO-09': vatNumbers.every((number) =>
      [seller, buyer].some(({ country }) => number.startsWith(country === 'GR' ? 'EL' : country)),
    ),
    'BR-CO-10': hundredths(invoice.lineTotal) === sum(lines.map(({ net }) => net)),
    'BR-CO-13': hundredths(invoice.withoutTax) === hundredths(invoice.lineTotal),
    'BR-CO-14': hundredths(invoice.tax) === sum(taxes.map(({ tax }) => tax)),
    'BR-CO-15': hundredths(invoice.withTax) === hundredths(invoice.withoutTax) + hundredths(invoice.tax),
    'BR-CO-16': hundredths(invoice.payable) === hundredths(invoice.withTax),
    // The validation that the Commission publishes allows less than one of the currency.
    'BR-CO-17': taxes.every(
      ({ net, tax, rate }) => Math.abs(hundredths(tax) - (hundredths(net) * Number(rate)) / 100) < 100,
    ),
    'BR-CO-18': taxes.length > 0 && taxes.every(({ category }) => category !== ''),
    'BR-CO-25': hundredths(invoice.payable) <= 0 || invoice.terms !== '',
    'BR-CO-26': seller.id !== '' || seller.taxNumbers.some(({ isVat }) => isVat),
    'BR-DEC': amounts.every((one) => /^\d+\.\d\d$/.test(one)),
    'BR-S-02': !(has('S') || has('Z')) || (seller.taxNumbers[0]?.number ?? '') !== '',
    'BR-S-05': lines.every(({ category, rate }) => category !== 'S' || Number(rate) > 0),
    'BR-S-08': taxes.every((one) => hundredths(one.net) === sum(linesOf(one).map(({ net }) => net))),
    'BR-Z-01': subtotals('Z').length === Number(has('Z')),
    'BR-Z-05': lines.every(({ category, rate }) => category !== 'Z' || Number(rate) === 0),
    'BR-Z-09': subtotals('Z').every(({ tax }) => hundredths(tax) === 0),
    'BR-O-02': !has('O') || taxNumbers.length === 0,
    'BR-O-05': lines.every(({ category, rate }) => category !== 'O' || rate === ''),
    'BR-O-10': subtotals('O').every(({ exemption }) => exemption !== ''),
    'BR-O-11': !has('O') || taxes.length === 1,
  }
  return Object.keys(rules).filter((name) => !rules[name])
}
