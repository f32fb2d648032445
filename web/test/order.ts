import type { Order } from '@our-print/contract/orders.ts'

/** An order as a super admin gets it: assigned, with one file. */
export const order: Order = {
  id: '01900000-0000-7000-8000-00000000000a',
  number: 1042,
  title: 'Thesis',
  status: 'assigned',
  order_type: 'print',
  user_subscription_plan: null,
  plan_pages: 0,
  user: '01900000-0000-7000-8000-00000000000b',
  user_data: {
    id: '01900000-0000-7000-8000-00000000000b',
    first_name: 'Anita',
    last_name: 'Hegde',
    email: 'anita@example.com',
    mobile: '+919000000005',
  },
  assigned_user: '01900000-0000-7000-8000-00000000000c',
  assigned_user_data: { id: '01900000-0000-7000-8000-00000000000c', full_name: 'Ravi Kumar' },
  order_files: [
    {
      id: '01900000-0000-7000-8000-00000000000d',
      name: 'Thesis.pdf',
      content_type: 'application/pdf',
      size: 54_958,
      page_count: 40,
      url: 'http://localhost/api/order-files/a/d/?expires=1&signature=x',
    },
  ],
  pdf_page_count: 40,
  copies: 2,
  color: 'bw',
  sides: 'double',
  paper_size: 'A4',
  binding: 'spiral',
  notes: 'Ring twice',
  pickup: false,
  address: {
    line1: '158, School Lane',
    line2: 'Whitefield',
    city: 'Bengaluru',
    state: 'Karnataka',
    country: 'India',
    pincode: '560066',
  },
  amount: 400,
  discount: 40,
  coupon_code: 'TEN',
  payable: 360,
  created_at: '2026-01-03T10:00:00Z',
  assigned_at: '2026-01-03T11:00:00Z',
  out_for_delivery_at: null,
  delivered_at: null,
  cancelled_at: null,
  attempts: 0,
  allowed_transitions: ['confirmed', 'assigned', 'out-for-delivery', 'cancelled'],
  version: 3,
  history: [
    { at: '2026-01-03T10:00:00Z', by: 'Asha Rao', from: null, to: 'confirmed', note: null },
    { at: '2026-01-03T11:00:00Z', by: 'Asha Rao', from: 'confirmed', to: 'assigned', note: 'By noon please' },
  ],
}

/** The same order out for delivery, as its staff user gets it. */
export const outForDelivery: Order = {
  ...order,
  status: 'out-for-delivery',
  out_for_delivery_at: '2026-01-03T12:00:00Z',
  allowed_transitions: ['assigned', 'delivered'],
  version: 4,
}
