import type { OfficeLanguage } from '@our-print/contract/customer/languages.ts'

const root = globalThis.document?.documentElement as HTMLElement | undefined

/** The language of this page. Its build says it; a service worker has no page. */
export const language = (root?.lang || 'en') as OfficeLanguage

/** How Intl writes numbers and the names of days, with the digits that phones and bank notes of India have, too. */
export const locale = `${language}-IN-u-nu-latn`
