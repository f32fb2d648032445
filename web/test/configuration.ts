import type { Configuration } from '@our-print/contract/shop/configurations.ts'

/** A configuration as the server gives it. */
export const configuration: Configuration = {
  price_per_page: { bw: { single: 2, double: 1.5 }, color: { single: 10, double: 8 } },
  paper_factor: { A4: 1, A3: 2, Letter: 1 },
  binding: { none: 0, staple: 5, spiral: 30, hard: 150 },
  delivery_fee: 40,
  coins_per_100_rupees: 2,
  claims_per_referral: 1,
  proof_of_delivery: 'optional',
  courier_scans: 'own',
  contact: { name: 'Our Print', phone: '', email: '', address: '' },
  version: 7,
}
