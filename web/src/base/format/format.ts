const rupeeFormat = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })
const countFormat = new Intl.NumberFormat('en-IN')

/** ₹1,23,456.50 */
export const rupees = (amount: number) => rupeeFormat.format(amount)

const coinFormat = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** 1,250.50 */
export const coins = (amount: number) => coinFormat.format(amount)

/** 8,12,345: grouped as amounts are. */
export const count = (number: number) => countFormat.format(number)

/** 1 page, 2 pages */
export const plural = (number: number, one: string, many = `${one}s`) =>
  `${count(number)} ${number === 1 ? one : many}`

/** 'QR code', 'Staff user' */
export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The verb for so many: 'is' or 'are'. */
export const isAre = ({ length }: readonly unknown[]) => (length === 1 ? 'is' : 'are')

const units = ['B', 'KB', 'MB', 'GB']

/** 1.4 MB */
export function fileSize(bytes: number): string {
  const step = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(bytes, 1)) / 10))
  const size = bytes / 1024 ** step
  return `${step === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${units[step]}`
}
