import { type OfficeLanguage, officeLanguages } from '@our-print/contract/customer/languages.ts'
import type { Plugin } from 'vite'
import { createTranslator } from '../../server/src/base/languages/translator.ts'
import { areaOf, cataloguesOf } from './catalogues.ts'
import { translated } from './texts.ts'

export type BuiltLanguage = OfficeLanguage | 'pseudo'

/** The language that a build is for, by `LANGUAGE`: English without it. 'pseudo' shows which texts no catalogue reaches, and what does not fit. */
export function builtLanguage(wanted = process.env['LANGUAGE'] ?? 'en'): BuiltLanguage {
  const known = [...officeLanguages, 'pseudo'] as const
  const found = known.find((one) => one === wanted)
  if (!found) throw new Error(`LANGUAGE is one of ${known.join(', ')}`)
  return found
}

/** In brackets, and longer by a third, as translations are. */
export function pseudoText(text: string): string {
  const letters = text.replaceAll(/\{\w+\}/g, '').length
  return `⟦${text}${' ~~~'.repeat(Math.ceil(letters / 12))}⟧`
}

type Translate = (key: string, file: string) => string | undefined

/**
 * Finds the translation of a text: that of its area, else that of all areas, else the server's, which has one for all lengths and
 * counts of the contract.
 */
export function translations(language: OfficeLanguage): Translate {
  const catalogues = cataloguesOf(language)
  const find = (area: string, key: string) => {
    const catalogue = catalogues[area]
    return catalogue && Object.hasOwn(catalogue, key) ? catalogue[key] : undefined
  }
  const ofServer = createTranslator(catalogues['server'] ?? {})
  return (key, file) =>
    find(areaOf(file), key) ??
    find('shared', key) ??
    (areaOf(file) === 'contract' ? ofServer(key) : find('server', key))
}

/** Writes the texts of the code in another language while it is built. English is built from the code as it stands. */
export function translateTexts(language: BuiltLanguage): Plugin | undefined {
  if (language === 'en') return undefined
  const isPseudo = language === 'pseudo'
  const known = translations(isPseudo ? 'hi' : language)
  const translate: Translate = (key, file) => {
    const text = known(key, file)
    return isPseudo && text !== undefined ? pseudoText(key) : text
  }
  return {
    name: 'translate-texts',
    enforce: 'pre',
    transform(code, id) {
      const file = id.split('?')[0] ?? ''
      return /\/(web|contract)\/src\/.*\.tsx?$/.test(file)
        ? translated(file, code, (key) => translate(key, file))
        : undefined
    },
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html
          .replace('lang="en"', `lang="${isPseudo ? 'en' : language}"`)
          .replaceAll(
            /(?<=content=")[^"]+(?=")|(?<=<(noscript|title)>)[^<]+/g,
            (text) => translate(text, 'index.html') ?? text,
          ),
    },
  }
}
