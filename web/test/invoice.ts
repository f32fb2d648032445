import type { Invoice } from '@our-print/contract/money/invoices.ts'
import { order } from './order.ts'

const party = {
  address: '12 MG Road',
  city: 'Pune',
  pincode: '411001',
  state: 'Maharashtra',
  country_code: 'IN',
  registration: '',
}
const lineId = '01890000-0000-7000-8000-00000000f001'

/** An invoice of the usual order. */
export const invoice: Invoice = {
  id: '01890000-0000-7000-8000-00000000f000',
  number: 'INV/26-27/12',
  kind: 'invoice',
  language: 'en',
  issued_at: '2026-11-20T06:30:00.000000Z',
  day: '2026-11-20',
  user: order.user,
  client: null,
  buyer: 'Kavya Iyer',
  counterparty: 'Kavya Iyer',
  orders: [{ id: order.id, number: order.number }],
  month: null,
  net: 100,
  tax: 18,
  total: 118,
  credited: 0,
  credits: null,
  credits_number: null,
  reason: '',
  by: 'Asha Rao',
  currency: 'INR',
  seller: { name: 'Our Print', ...party, registration: '27AAPFU0939F1ZV' },
  buyer_data: { name: 'Kavya Iyer', ...party },
  prices_contain_tax: true,
  paid: 0,
  lines: [
    {
      id: lineId,
      order: order.id,
      order_number: order.number,
      text: 'Printing: Thesis',
      code: '998912',
      tax_name: 'GST 18%',
      rate: 1800,
      amount: 118,
      discount: 0,
      net: 100,
      tax: 18,
      total: 118,
      left: 118,
    },
  ],
  taxes: [
    {
      name: 'GST 18%',
      rate: 1800,
      net: 100,
      tax: 18,
      parts: [
        { name: 'CGST', rate: 900, amount: 9 },
        { name: 'SGST', rate: 900, amount: 9 },
      ],
    },
  ],
  credit_notes: [],
  files: {
    pdf: 'http://print.test/pdf',
    receipt: 'http://print.test/receipt',
    ubl: 'http://print.test/ubl',
    facturx: 'http://print.test/facturx',
  },
}
