import { readdirSync, readFileSync } from 'node:fs'
import type { OfficeLanguage } from '@our-print/contract/customer/languages.ts'
import { sentencesIn } from '../../server/src/base/languages/sentencesIn.ts'

const read = (file: URL) => JSON.parse(readFileSync(file, 'utf8')) as unknown

type Catalogue = Record<string, string>

/**
 * The catalogues of a language by area, and 'shared': each English text with its translation; and 'server', what the server says,
 * too, such as of a wrong field. English has none.
 */
export function cataloguesOf(language: OfficeLanguage): Record<string, Catalogue> {
  if (language === 'en') return {}
  const folder = new URL(`${language}/`, import.meta.url)
  const ofAreas = readdirSync(folder)
    .toSorted()
    .map((file) => [file.replace('.json', ''), read(new URL(file, folder)) as Catalogue])
  return { ...Object.fromEntries(ofAreas), server: sentencesIn[language] }
}

/** The area of a source file: a folder of web/src, 'contract', or 'shared' for the page itself. */
export const areaOf = (file: string): string =>
  /\bweb\/src\/(\w+)\//.exec(file)?.[1] ?? (file.includes('contract/src/') ? 'contract' : 'shared')

/** What looks like a text, and is read by programs or by people of other systems. */
export const notTexts = new Set(read(new URL('notTexts.json', import.meta.url)) as string[])
