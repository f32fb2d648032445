import { isRightToLeft, type Language } from '@our-print/contract/customer/languages.ts'
import { amountSign, currency, currencyFormat, usualCurrency } from '@our-print/contract/money/currency.ts'
import type { ArrivalWindow } from '@our-print/contract/orders/arrivalWindows.ts'
import { formatDay } from '../../base/database/days.ts'
import { hindi } from '../../base/languages/hindi.ts'
import { createTranslator } from '../../base/languages/translator.ts'
import { ar } from './ar.ts'
import { en } from './en.ts'
import { hi } from './hi.ts'
import { type Catalogue, type Counted, refusals, type Sentence, sentences } from './sentences.ts'

type Names<S extends string> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never
/** A value for each placeholder of a sentence; nothing where it has none. */
type Values<S extends string, V> = [Names<S>] extends [never] ? [] : [values: Record<Names<S>, V>]
type Value = string | number

export type Texts = ReturnType<typeof createTexts>

/** Words for formats of `Intl`. Digits are those that phones and bank notes of India have, too. */
const locales: Record<Language, string> = { en: 'en-IN', hi: 'hi-IN-u-nu-latn', ar: 'ar-u-nu-latn' }

const isSentence = (text: string): text is Sentence => sentences.has(text as Sentence)

const twoDecimals = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** 1,234.50, as in India; its digits are the same in each language here. */
export const figures = (amount: number): string => twoDecimals.format(amount)

const ofIsolates = /[\u2066-\u2069]/g
/** Whether it may turn the letters around it, written from right to left. */
const mayTurn = /[\p{Script=Arabic}\p{Script=Hebrew}\u200f\u202b\u202e]/u

/** What customers read, in the language of a catalogue: sentences, numbers, amounts and times. */
export function createTexts(language: Language, catalogue: Catalogue) {
  const locale = locales[language]
  const isRtl = isRightToLeft(language)
  const plural = new Intl.PluralRules(locale)

  /** Keeps a value from changing the sequence of what stands beside it, and it from being changed. */
  const isolate = (value: string) =>
    value !== '' && (isRtl || mayTurn.test(value)) ? `\u2068${value.replace(ofIsolates, '')}\u2069` : value

  /** The parts of a sentence, of which those that are no text stay as they are. */
  function partsOf<V>(text: string, values: Record<string, V | Value>): (V | string)[] {
    const parts = text.replace(/\|.*/, '').split(/\{(\w+)\}/)
    return parts.map((part, at) => {
      if (at % 2 === 0) return part
      const value = values[part]
      if (typeof value === 'number') return String(value)
      return typeof value === 'string' ? isolate(value) : (value ?? '')
    })
  }
  const fill = (sentence: Sentence, values: Record<string, Value>): string =>
    partsOf(catalogue.sentences[sentence], values).join('')
  const inEnglish = language === 'en'
  const formatOf = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', ...options })
  const format = (time: string, options: Intl.DateTimeFormatOptions) =>
    formatOf(options).format(new Date(time))
  const number = (value: number, options?: Intl.NumberFormatOptions) => value.toLocaleString(locale, options)

  // The back-office speaks Hindi, too, and so knows all refusals.
  const translate = createTranslator(language === 'hi' ? hindi : refusalsOf(catalogue), isolate)

  return {
    language,
    direction: isRtl ? ('rtl' as const) : ('ltr' as const),
    isolate,
    /** A sentence with its values. */
    say: <S extends Sentence>(sentence: S, ...[values]: Values<S, Value>): string =>
      fill(sentence, values ?? {}),
    /** As `say`, with values that are no text: parts of a page. */
    parts: <S extends Sentence, V>(sentence: S, ...[values]: Values<S, V | Value>): (V | string)[] =>
      partsOf(catalogue.sentences[sentence], values ?? {}),
    /** As `say`, for who has the values of any sentence. */
    fill,
    /** A text that is one of ours, or one that a person typed. */
    word: (text: string): string => (isSentence(text) ? fill(text, {}) : text),
    /** '1 page', '4 pages' */
    count: (what: Counted, count: number): string => {
      const forms = catalogue.counted[what]
      return (forms[plural.select(count)] ?? forms.other).replace('{count}', number(count))
    },
    number: (value: number) => (inEnglish ? String(value) : number(value)),
    /** ₹1,234.50, −₹46.00 */
    money: (amount: number): string =>
      inEnglish
        ? `${amount < 0 ? '−' : ''}${amountSign()}${number(Math.abs(amount), { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
        : currencyFormat(locale).format(amount),
    /** As `money`, for paper, whose fonts have not each sign: Rs 1,234.50, EUR 1,234.50 */
    onPaper: (rupees: number): string => {
      if (currency() !== usualCurrency)
        return isolate(`${rupees < 0 ? '-' : ''}${currency()} ${figures(Math.abs(rupees))}`)
      // Arabic writes the currency after the amount, and the sign beside the amount.
      if (isRtl) return fill('Rs {amount}', { amount: figures(rupees) })
      return `${rupees < 0 ? '-' : ''}${fill('Rs {amount}', { amount: figures(Math.abs(rupees)) })}`
    },
    /** '24 Nov 2026, 6:30 PM', in the zone of the shop. */
    time: (time: string, timeZone: string): string =>
      inEnglish
        ? englishTime(time, timeZone)
        : format(time, { hour: 'numeric', minute: '2-digit', timeZone }),
    /** '24 Nov 2026, between 4:00 PM and 6:30 PM', in the zone of the shop. */
    window: ({ window_from, promised_at }: ArrivalWindow, timeZone: string): string =>
      inEnglish
        ? englishWindow(window_from, promised_at, timeZone)
        : formatOf({ hour: 'numeric', minute: '2-digit', timeZone }).formatRange(
            new Date(window_from),
            new Date(promised_at),
          ),
    /** '24 Nov 2026' */
    day: (day: string): string => (inEnglish ? formatDay(day) : format(day, { timeZone: 'UTC' })),
    /** 'Nov 2026', of a day. */
    month: (day: string): string =>
      inEnglish
        ? formatDay(day).replace(/^\d+ /, '')
        : new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
            new Date(day),
          ),
    /** A refusal in this language; undefined where there is no translation. */
    refusal: (message: string): string | undefined => (inEnglish ? message : translate(message)),
    /** The same, of those that are made for customers: what clerks are told is not for them. */
    ownRefusal: createTranslator(refusalsOf(catalogue), isolate),
  }
}

const refusalsOf = ({ sentences }: Catalogue) =>
  Object.fromEntries(refusals.map((refusal) => [refusal, sentences[refusal]]))

/** As Intl writes it in English alone if it is asked for its parts. */
function englishTime(time: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  }).formatToParts(new Date(time))
  const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? ''
  return `${part('day')} ${part('month')} ${part('year')}, ${part('hour')}:${part('minute')} ${part('dayPeriod')}`
}

function englishWindow(from: string, until: string, timeZone: string): string {
  const [[day, start], [lastDay, end]] = [from, until].map((at) => englishTime(at, timeZone).split(', ')) as [
    [string, string],
    [string, string],
  ]
  return `${day}, between ${start} and ${day === lastDay ? end : `${lastDay}, ${end}`}`
}

const all: Record<Language, Texts> = {
  en: createTexts('en', en),
  hi: createTexts('hi', hi),
  ar: createTexts('ar', ar),
}

export const textsIn = (language: Language): Texts => all[language]
