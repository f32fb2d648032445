import type { QrCode } from '@our-print/contract/rewards/qrCodes.ts'

/** An active QR code with twelve scans. */
export const qrCode: QrCode = {
  id: '01900000-0000-7000-8000-0000000000c1',
  qr_id: '01900000-0000-7000-8000-0000000000c1',
  company: 'Saffron Table',
  code: 523,
  generated_date: '2026-01-03T10:00:00Z',
  validity: '2099-01-31',
  value: 250,
  count: 12,
  is_active: true,
  redirection_url: 'https://saffron.example/offers',
  image: null,
  url: 'http://localhost:3000/?qr_code=523',
  version: 3,
}
