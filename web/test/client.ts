import type { Client } from '@our-print/contract/rewards/clients.ts'

/** A company with few codes left. */
export const client: Client = {
  id: '01900000-0000-7000-8000-0000000000c1',
  name: 'Chai Point',
  contact: '+919845012345',
  potential: 'High',
  joined_on: '2026-09-18',
  is_advertisible: false,
  client_type: 2,
  address: '{"city": "Pune", "state": "Maharashtra", "country": "India", "pincode": "411001"}',
  low_stock_below: 10,
  agreed_price: 0,
  low_stock: true,
  vouchers: { groups: 1, codes: 12, available: 3 },
  version: 1,
}
