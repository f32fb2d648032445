/** The order files: each becomes one real PDF with a title page. Cards and forms are smaller than A4. */
export const printDocuments = {
  thesis: { heading: 'Water quality in urban lakes', pages: 40, size: 'A4' },
  annexure: { heading: 'Annexure A: survey tables', pages: 8, size: 'A4' },
  project: { heading: 'Final year project report', pages: 28, size: 'A4' },
  labManual: { heading: 'Chemistry lab manual', pages: 32, size: 'A4' },
  questionPaper: { heading: 'Half-yearly question paper', pages: 12, size: 'A4' },
  notes: { heading: 'Lecture notes', pages: 20, size: 'A4' },
  invoices: { heading: 'GST invoices', pages: 24, size: 'A4' },
  agreement: { heading: 'Rental agreement', pages: 5, size: 'A4' },
  resume: { heading: 'Curriculum vitae', pages: 2, size: 'A4' },
  idForm: { heading: 'School identity card form', pages: 1, size: 'A5' },
  weddingCard: { heading: 'Together with their families', pages: 2, size: 'A5' },
  menuCard: { heading: 'Menu', pages: 4, size: 'A4' },
  brochure: { heading: 'Company brochure', pages: 6, size: 'A4' },
  flyer: { heading: 'Grand opening', pages: 1, size: 'A5' },
} as const satisfies Record<string, { heading: string; pages: number; size: 'A4' | 'A5' }>

export type DocumentName = keyof typeof printDocuments

export const sentences = [
  'Every copy is checked by hand before it leaves the shop.',
  'The figures on this page were collected between June and September.',
  'Samples were taken at dawn, at noon and after sunset.',
  'Please read the instructions once more before you begin.',
  'The results agree with those of earlier years within a few per cent.',
  'A list of all sources is given at the end.',
  'Each table is explained in the text that follows it.',
  'The committee met twice and approved the plan without changes.',
  'Prices include all taxes and are valid until the end of the month.',
  'Keep this page for your own records.',
  'The signature on the last page completes this document.',
  'We thank everyone who gave their time to this work.',
]
