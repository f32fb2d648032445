import type { PrinterStatus } from '@our-print/contract/printing/printerStatus.ts'
import type { Printer } from '@our-print/contract/printing/printers.ts'

/** What a printer says that is ready and low on toner. */
export const printerStatus: PrinterStatus = {
  state: 'idle',
  reasons: [],
  message: '',
  accepts_jobs: true,
  make_and_model: 'Acme 500',
  color: false,
  duplex: true,
  paper_sizes: ['A4', 'A3'],
  media_ready: ['iso_a4_210x297mm'],
  finishings: ['staple-top-left'],
  document_formats: ['application/pdf'],
  pages_per_minute: 60,
  queued_jobs: 2,
  supplies: [{ name: 'Black toner', kind: 'toner', level: 8, color: '#000000' }],
  impressions_completed: 1234,
  at: '2026-01-03T10:00:00Z',
}

/** A printer for black on A4 and A3. */
export const printer: Printer = {
  id: '01900000-0000-7000-8000-0000000000e1',
  name: 'Front desk',
  uri: 'ipps://192.168.1.20/ipp/print',
  username: 'press',
  has_password: true,
  certificate: null,
  is_active: true,
  prints_color: false,
  prints_duplex: true,
  paper_sizes: ['A4', 'A3'],
  click_bw: 0.3,
  click_color: 0,
  status: printerStatus,
  seen_at: '2026-01-03T10:00:00Z',
  created_at: '2026-01-03T10:00:00Z',
  version: 3,
}
