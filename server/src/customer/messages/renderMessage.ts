import { isRightToLeft, type Language } from '@our-print/contract/customer/languages.ts'
import {
  type MessageFact,
  type Placeholder,
  readTemplate,
  type TemplatePart,
} from '@our-print/contract/customer/messageFacts.ts'
import { type Texts as Words } from '../languages/texts.ts'

type Texts = { subject: string; body: string; short: string }
export type Rendered = { subject: string; text: string; html: string; short: string }
type Values = Record<Placeholder, string>

/** A value on one line, without what a mail server or a phone could take for more than text. */
const plain = (value: string) =>
  oneLine(value)
    .replace(/\p{Cf}/gu, '')
    .trim()
const oneLine = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim()

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '')

/**
 * Fills a template in. A value is text wherever it stands: it adds no line, no tag and no placeholder, and does not turn the
 * words around it.
 */
export function renderMessage(
  fact: MessageFact,
  template: Texts,
  sent: Values,
  { isolate, direction }: Words,
): Rendered {
  const values = valuesOnOneLine(sent, isolate)
  const partsOf = (text: string): TemplatePart[] => readTemplate(fact, text) ?? [{ text }]
  const fill = (text: string) =>
    partsOf(text)
      .map((part) => ('text' in part ? part.text : values[part.placeholder]))
      .join('')
  return {
    subject: oneLine(fill(template.subject)),
    text: fill(template.body),
    short: fill(template.short),
    html: htmlOf(partsOf(template.body), values, direction),
  }
}

const isLink = (placeholder: string) => placeholder.endsWith('_link')

/** A link ends where it ends: a mark behind it would be taken for a part of it. */
const valuesOnOneLine = (values: Values, isolate: Words['isolate']) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      isLink(name) ? plain(value) : isolate(plain(value)),
    ]),
  ) as Values

/** Links of the template itself; an address in a name is no link. */
const link = /(https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)])/
/** Of plain text: where it is escaped, marks around an address look like a part of it. */
const withLinks = (text: string) =>
  text
    .split(link)
    .map((part, at) =>
      at % 2 === 0 ? escape(part) : `<a href="${escape(part)}" style="color:#1a5fb4">${escape(part)}</a>`,
    )
    .join('')

function htmlOf(parts: TemplatePart[], values: Values, direction: Words['direction']): string {
  const whole = parts
    .map((part) =>
      'text' in part
        ? withLinks(part.text)
        : isLink(part.placeholder)
          ? withLinks(values[part.placeholder])
          : `<b>${escape(values[part.placeholder])}</b>`,
    )
    .join('')
  return whole
    .split(/\n{2,}/)
    .map(
      (paragraph) =>
        `<p${direction === 'rtl' ? ' dir="rtl"' : ''} style="margin:0 0 16px">${paragraph.replaceAll('\n', '<br>')}</p>`,
    )
    .join('\n')
}

/** The HTML part of an email: one column that a phone and an old mail program show alike. */
export const emailPage = (
  { subject, html }: Pick<Rendered, 'subject' | 'html'>,
  footer: string,
  language: Language = 'en',
) => `<!doctype html>
<html lang="${language}"${isRightToLeft(language) ? ' dir="rtl"' : ''}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(subject)}</title></head>
<body style="margin:0;padding:24px 12px;background:#f4f5f7">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#fff;border-radius:8px">
<tr><td style="padding:28px 28px 12px;font:16px/1.5 Helvetica,Arial,sans-serif;color:#1c1e21">
${html}
</td></tr>
<tr><td style="padding:12px 28px 24px;font:13px/1.5 Helvetica,Arial,sans-serif;color:#5c6370">${footer}</td></tr>
</table></td></tr></table></body></html>`
