import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { varyByLanguage } from '../../base/http/answerLanguage.ts'
import { type Texts } from '../languages/texts.ts'
import { type Html, html } from './html.ts'
import { css } from './pageStyle.ts'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const styleHash = hashOf(css)

/** Nothing is loaded but pictures of this shop; only the script that the page itself contains runs. */
const policyOf = (script: string) =>
  [
    `default-src 'none'`,
    // The empty icon is data.
    `img-src 'self' data:`,
    `style-src ${styleHash}`,
    script && `script-src ${hashOf(script)}`,
    script && `connect-src 'self'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ]
    .filter(Boolean)
    .join('; ')

type Page = { texts: Texts; title: string; body: Html; script?: string; status?: number }

/** A page for people who are not signed in: one file, which is whole without its script. No cookies. */
export function sendPublicPage(
  reply: FastifyReply,
  { texts, title, body, script = '', status = 200 }: Page,
): FastifyReply {
  const page = html`<title>${title}</title>`
  const text = `<!doctype html>
<html lang="${texts.language}"${texts.direction === 'rtl' ? ' dir="rtl"' : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${page.text}
<link rel="icon" href="data:,">
<style>${css}</style>
</head>
<body>
${body.text}
${script && `<script>${script}</script>`}
</body>
</html>
`
  return varyByLanguage(reply)
    .code(status)
    .headers({
      'cache-control': 'no-store',
      'content-language': texts.language,
      'content-security-policy': policyOf(script),
      // The address is a secret: it goes to no other site, but forms need the origin.
      'referrer-policy': 'same-origin',
    })
    .type('text/html; charset=utf-8')
    .send(text)
}

type Notice = {
  texts: Texts
  status: number
  title: string
  text: string | Html
  back?: string | undefined
  /** The page of `back` has a form, which a browser shows as it was filled. */
  keepsTyped?: boolean | undefined
}

/** Goes back to the page itself where that is the one before, with what was typed there; a link would load an empty one. */
const backScript = `(()=>{const a=document.querySelector('a');if(document.referrer.split('?')[0]===a.href.split('?')[0])a.addEventListener('click',e=>{e.preventDefault();history.back()})})()`

/** A short page that says what happened, and what to do. */
export const sendPublicNotice = (
  reply: FastifyReply,
  { texts, status, title, text, back, keepsTyped }: Notice,
) =>
  sendPublicPage(reply, {
    texts,
    status,
    title,
    ...(back && keepsTyped && { script: backScript }),
    body: html`<main class="notice"><h1>${title}</h1><p>${text}</p>${back && html`<p><a href="${back}">${texts.say('Go back')}</a></p>`}</main>`,
  })
