import type { Order } from '@our-print/contract/orders.ts'

export const customerName = ({ user_data }: Pick<Order, 'user_data'>) =>
  `${user_data.first_name} ${user_data.last_name}`.trim()

/** Opens the phone's dialler. */
export const phoneLink = (mobile: string) => `tel:${mobile.replace(/[^0-9+]/g, '')}`

/** Opens the address in the phone's map, or a map in the browser. */
export const mapLink = (address: NonNullable<Order['address']>) => {
  const { line1, line2, city, state, pincode, country } = address
  const place = [line1, line2, city, state, pincode, country].filter(Boolean).join(', ')
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`
}
