import { languageNames, languages } from '@our-print/contract/customer/languages.ts'
import type { Texts } from '../languages/texts.ts'
import { type Html, html } from './html.ts'

/** The top of a page: the shop's name and, where given, how to read the page in another language. */
export const drawBar = (texts: Texts, shop: string, languageSwitch?: Html): Html =>
  html`<header class="bar"><bdi>${shop || texts.say('Our Print')}</bdi>${languageSwitch}</header>`

/** The same page in each language, by its own name. */
export const drawLanguages = (texts: Texts): Html =>
  html`<nav class="languages" aria-label="${texts.say('Language')}">${languages.map(
    (each) =>
      html`<a href="?lang=${each}" lang="${each}" hreflang="${each}"${each === texts.language && html` aria-current="true"`}>${languageNames[each]}</a>`,
  )}</nav>`

/** The same for a page that shows what was typed: the form `form` is sent again, as by its button `step`. */
export const drawLanguageButtons = (texts: Texts, form: string, step: string): Html =>
  // Enter in a field presses the first button of a form, which must not be one of another language.
  html`<button form="${form}" formnovalidate name="step" value="${step}" class="hp" tabindex="-1" aria-hidden="true"></button><div class="languages" role="group" aria-label="${texts.say('Language')}">${languages.map(
    (each) =>
      html`<button form="${form}" formaction="?lang=${each}" formnovalidate name="step" value="${step}" lang="${each}"${each === texts.language && html` aria-current="true"`}>${languageNames[each]}</button>`,
  )}</div>`
