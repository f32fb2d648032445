import type { PrintOptions } from '@our-print/contract/orders/price.ts'
import type { Layout } from '@our-print/contract/printing/sheetLayout.ts'
import type { DocumentName } from './printDocuments.ts'

type PrintJob = {
  weight: number
  /** `{name}` and `{family}` are replaced by the customer's names. */
  titles: string[]
  /** The first is always used, the others sometimes. */
  files: { name: string; document: DocumentName }[]
  copies: number[]
  layout?: Layout
  bundle?: true
} & Pick<PrintOptions, 'color' | 'sides' | 'paper_size' | 'binding'>

const plain = { color: 'bw', sides: 'single', paper_size: 'A4', binding: 'none' } as const

/** Typical orders and their print options. */
export const printJobs: PrintJob[] = [
  {
    ...plain,
    weight: 12,
    titles: ['Thesis – {name}', 'PhD thesis, final copy', 'M.Tech dissertation – {name}'],
    files: [
      { name: 'Thesis.pdf', document: 'thesis' },
      { name: 'Annexure A.pdf', document: 'annexure' },
      { name: 'CV.pdf', document: 'resume' },
    ],
    copies: [1, 2, 3, 4],
    sides: 'double',
    binding: 'hard',
  },
  {
    ...plain,
    weight: 14,
    titles: ['Project report – {name}', 'BE project report', 'MBA internship report'],
    files: [
      { name: 'Project report.pdf', document: 'project' },
      { name: 'Survey tables.pdf', document: 'annexure' },
    ],
    copies: [1, 2, 4, 5],
    sides: 'double',
    binding: 'spiral',
    bundle: true,
  },
  {
    ...plain,
    weight: 10,
    titles: ['Lab manual, Chemistry', 'Lab manual, 2nd semester', 'Physics lab record'],
    files: [{ name: 'Lab manual.pdf', document: 'labManual' }],
    copies: [1, 5, 10, 30],
    sides: 'double',
    binding: 'spiral',
  },
  {
    ...plain,
    weight: 10,
    titles: ['Lecture notes, Data structures', 'GATE notes', 'UPSC notes, Polity', 'NEET revision notes'],
    files: [
      { name: 'Notes part 1.pdf', document: 'notes' },
      { name: 'Notes part 2.pdf', document: 'notes' },
      { name: 'Practice paper.pdf', document: 'questionPaper' },
    ],
    copies: [1, 1, 2, 3],
    sides: 'double',
    binding: 'staple',
    layout: '2-up',
  },
  {
    ...plain,
    weight: 8,
    titles: ['Question papers, Class 10', 'Half-yearly papers, Class 8', 'Mock test series'],
    files: [{ name: 'Question paper.pdf', document: 'questionPaper' }],
    copies: [20, 40, 60],
    sides: 'double',
    binding: 'staple',
  },
  {
    ...plain,
    weight: 8,
    titles: ['GST invoices Q1', 'GST invoices Q2', 'Purchase invoices', 'Audit copies – {family} Traders'],
    files: [
      { name: 'Invoices.pdf', document: 'invoices' },
      { name: 'Summary.pdf', document: 'annexure' },
    ],
    copies: [1, 2, 3],
  },
  {
    ...plain,
    weight: 7,
    titles: ['Rental agreement', 'Sale agreement – {family}', 'Affidavit and agreement'],
    files: [{ name: 'Agreement.pdf', document: 'agreement' }],
    copies: [2, 3],
  },
  {
    ...plain,
    weight: 6,
    titles: ['Resume – {name}', 'CV and certificates'],
    files: [
      { name: 'CV.pdf', document: 'resume' },
      { name: 'Certificates.pdf', document: 'agreement' },
    ],
    copies: [2, 5, 10],
  },
  {
    ...plain,
    weight: 5,
    titles: ['School ID forms', 'Admission forms, Nursery', 'Transport pass forms'],
    files: [{ name: 'ID form.pdf', document: 'idForm' }],
    copies: [50, 100, 200],
  },
  {
    ...plain,
    weight: 7,
    titles: ['Wedding cards – {family}', 'Wedding cards', 'Engagement invitations'],
    files: [{ name: 'Invitation.pdf', document: 'weddingCard' }],
    copies: [100, 150, 250],
    color: 'color',
  },
  {
    ...plain,
    weight: 6,
    titles: ['Menu cards', 'Menu cards, {family} Bhavan', 'Café menu'],
    files: [{ name: 'Menu.pdf', document: 'menuCard' }],
    copies: [10, 20, 25],
    color: 'color',
    sides: 'double',
    paper_size: 'A3',
  },
  {
    ...plain,
    weight: 5,
    titles: ['Company brochure', 'Brochures for the trade fair', 'Clinic brochure – Dr {family}'],
    files: [
      { name: 'Brochure.pdf', document: 'brochure' },
      { name: 'Flyer.pdf', document: 'flyer' },
    ],
    copies: [20, 50],
    color: 'color',
    sides: 'double',
    binding: 'staple',
    layout: 'booklet',
  },
  {
    ...plain,
    weight: 5,
    titles: ['Opening flyers', 'Diwali sale flyers', 'Yoga class flyers', 'Tuition flyers – {family}'],
    files: [{ name: 'Flyer.pdf', document: 'flyer' }],
    copies: [100, 200, 300],
    color: 'color',
  },
]
