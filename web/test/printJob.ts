import type { PrintJob } from '@our-print/contract/printing/printJobs.ts'
import { order } from './order.ts'

const laser = '01900000-0000-7000-8000-0000000000e1'

/** A job that its printer prints. */
export const printJob: PrintJob = {
  id: '01900000-0000-7000-8000-0000000000f1',
  number: 17,
  order: order.id,
  order_data: {
    id: order.id,
    number: order.number,
    title: order.title,
    status: order.status,
    promised_at: null,
  },
  file: '01900000-0000-7000-8000-0000000000a1',
  document: 'Thesis.pdf',
  printer: laser,
  printer_data: { id: laser, name: 'Laser 1' },
  state: 'printing',
  reasons: ['job-printing'],
  message: null,
  is_cancelling: false,
  copies: 1,
  duplex: true,
  color: 'bw',
  paper_size: 'A4',
  cover: false,
  impressions: 52,
  color_impressions: 0,
  first_impression: 1,
  impressions_total: 52,
  impressions_done: 11,
  sheets_done: 6,
  impressions_wasted: 0,
  reprint_of: null,
  reprint_reason: null,
  is_automatic: false,
  priority: 0,
  created_by: '01900000-0000-7000-8000-0000000000c9',
  created_by_name: 'Asha Rao',
  created_at: '2026-01-03T10:00:00Z',
  sent_at: '2026-01-03T10:00:02Z',
  finished_at: null,
  version: 3,
}
