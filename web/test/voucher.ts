import type { Client } from '@our-print/contract/rewards/clients.ts'
import type { SoldVoucher } from '@our-print/contract/rewards/soldVouchers.ts'
import type { Voucher, VoucherGroup } from '@our-print/contract/rewards/vouchers.ts'

export const clientId = '01900000-0000-7000-8000-0000000000c1'
export const groupId = '01900000-0000-7000-8000-0000000000d1'

/** A company with an available code. */
export const client: Client = {
  id: clientId,
  name: 'Chai Point',
  contact: '+919840010000',
  potential: '',
  joined_on: '2026-01-03',
  is_advertisible: false,
  client_type: 1,
  address: '{"city":"Chennai","state":"Tamil Nadu","country":"India","pincode":"600017"}',
  low_stock_below: 10,
  agreed_price: 0,
  low_stock: false,
  vouchers: { groups: 1, codes: 2, available: 2 },
  version: 1,
}

/** An available code of a group of two. */
export const voucher: Voucher = {
  id: '01900000-0000-7000-8000-0000000000e1',
  voucherInfoId: groupId,
  voucher_code: 'CHAI-1',
  is_assigned: false,
  is_active: true,
  client: clientId,
  client_name: 'Chai Point',
  voucher_detail: 'A cup of chai',
  cost: 20,
  expiry_date: '2099-03-31',
  image: null,
  is_single: false,
  created_on: '2026-01-03T10:00:00Z',
  version: 3,
}

/** The group of the voucher. */
export const group: VoucherGroup = {
  id: groupId,
  client: clientId,
  client_name: 'Chai Point',
  voucher_detail: 'A cup of chai',
  cost: 20,
  expiry_date: '2099-03-31',
  image: null,
  is_single: false,
  codes: 2,
  available: 2,
  created_on: '2026-01-03T10:00:00Z',
  version: 2,
}

/** The voucher, sold. */
export const soldVoucher: SoldVoucher = {
  id: '01900000-0000-7000-8000-0000000000f1',
  user: '01900000-0000-7000-8000-000000000011',
  user_data: {
    id: '01900000-0000-7000-8000-000000000011',
    first_name: 'Asha',
    last_name: 'Menon',
    email: null,
    mobile: '+919000000009',
  },
  client: clientId,
  client_name: 'Chai Point',
  voucherInfoId: groupId,
  voucher_code: 'CHAI-1',
  voucher_detail: 'A cup of chai',
  cost: 20,
  purchased_at: '2026-01-04T10:00:00Z',
  expiry_date: '2099-03-31',
  image: null,
  by: 'Super Admin',
  voided_at: null,
  voided_by: null,
  void_reason: null,
  version: 1,
}

export const pageOf = <T>(results: T[]) => ({
  count: results.length,
  next: null,
  previous: null,
  results,
})
