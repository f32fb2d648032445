import type { OfficeLanguage } from '@our-print/contract/customer/languages.ts'
import { hindi } from './hindi.ts'
import type { Sentences } from './translator.ts'

/** What the server says, in each language of the office but English, which stands in the code. */
export const sentencesIn: Record<Exclude<OfficeLanguage, 'en'>, Sentences> = { hi: hindi }
