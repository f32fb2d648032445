import { type Language, languageNames } from '@our-print/contract/customer/languages.ts'
import type { Db } from '../../base/database/db.ts'

/** The language of a customer’s papers: theirs, else the shop’s; without a customer the shop’s. */
export async function languageOf(db: Db, customer: string | null): Promise<Language> {
  const [{ language }] = await db<[{ language: Language }]>`
    select coalesce((select message_language from users where id = ${customer}), language) as language from configurations`
  return drawable(language)
}

/** The language itself where a font here has its letters, else English. */
async function drawable(language: Language): Promise<Language> {
  if (language === 'en') return language
  // Loaded with the first such paper, because the PDF writer takes much memory.
  const { fontFor } = await import('../../base/files/pdfFonts.ts')
  return Array.from(languageNames[language]).every((letter) => fontFor(letter, 'regular')) ? language : 'en'
}
