// No schemas here: the browser reads it.

/** The languages of what customers see: their pages and messages. */
export const languages = ['en', 'hi', 'ar'] as const
export type Language = (typeof languages)[number]

/** The languages of the screens for staff. The page is sent in the one that a device has chosen, by this cookie. */
export const officeLanguages = ['en', 'hi'] as const
export type OfficeLanguage = (typeof officeLanguages)[number]
export const languageCookie = 'language'

/** Each language by its own name, as whoever reads only that one finds it. */
export const languageNames: Record<Language, string> = { en: 'English', hi: 'हिन्दी', ar: 'العربية' }

export const isRightToLeft = (language: Language): boolean => language === 'ar'
