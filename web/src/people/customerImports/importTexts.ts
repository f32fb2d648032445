import type { ImportField } from '@our-print/contract/people/customerImports.ts'
import { plural } from '../../base/format/format.ts'

export const fieldTitles: Record<ImportField, string> = {
  name: 'Whole name',
  first_name: 'First name',
  last_name: 'Last name',
  mobile: 'Mobile',
  email: 'Email',
  line1: 'Address line 1',
  line2: 'Address line 2',
  city: 'City',
  state: 'State',
  country: 'Country',
  pincode: 'Pincode',
  tags: 'Tags',
  notes: 'Notes',
}

export const doublesOptions = [
  { value: 'skip', label: 'Skip' },
  { value: 'fill', label: 'Fill gaps' },
  { value: 'overwrite', label: 'Overwrite' },
] as const

export const customers = (number: number) => plural(number, 'customer')
