// No schemas here: lists and pages read it.

export const complaintReasons = [
  'damaged',
  'wrong_print',
  'missing_pages',
  'wrong_finish',
  'late',
  'other',
] as const
export type ComplaintReason = (typeof complaintReasons)[number]

export const complaintReasonLabels = {
  damaged: 'Damaged',
  wrong_print: 'Wrong print',
  missing_pages: 'Missing pages',
  wrong_finish: 'Wrong paper or binding',
  late: 'Late',
  other: 'Other',
} as const satisfies Record<ComplaintReason, string>

/** What the shop did about a complaint: printed the order again at its own cost, paid back, gave coins, or nothing. */
export const resolutions = ['reprint', 'refund', 'credit', 'nothing'] as const
export type Resolution = (typeof resolutions)[number]

/** The fields of the form that a photo each may stand in. */
export const photoFields = ['photo_1', 'photo_2', 'photo_3'] as const
