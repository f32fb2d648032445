import type { ScanPurpose, ScanRefusal } from '@our-print/contract/orders/ticketScans.ts'

export const purposeLabels: Record<ScanPurpose, string> = {
  press: 'Open',
  shelf: 'Shelf',
  hand_over: 'Hand over',
}

export const refusalLabels: Record<ScanRefusal, string> = {
  unknown_ticket: 'Unknown code',
  wrong_order: 'Wrong bundle',
  cancelled: 'Cancelled',
  not_yours: 'Not yours',
  delivered: 'Delivered already',
  already_out: 'Already out',
  not_printed: 'Not fully printed',
  no_courier: 'No delivery staff',
}
