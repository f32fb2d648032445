import { createHash } from 'node:crypto'
import { isRightToLeft, type Language, languages } from '@our-print/contract/customer/languages.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { varyByLanguage } from '../../base/http/answerLanguage.ts'
import { preferredLanguage } from '../../base/languages/preferredLanguage.ts'
import { type ScanNotice, scanNotices } from './scanTexts.ts'

// For phones: one column, the system's font, and dark mode if the phone uses it.
const css = `
:root{color-scheme:light dark;--page:#f6f7f7;--card:#fff;--text:#1a1f1c;--soft:#59625d;--line:#e2e6e4;--mark:#17803d}
@media(prefers-color-scheme:dark){:root{--page:#0f1211;--card:#161a18;--text:#e8ecea;--soft:#9da8a2;--line:#2a302d;
--mark:#4cc27a}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;min-height:100svh;display:flex;flex-direction:column;background:var(--page);
color:var(--text);font:1rem/1.5 -apple-system,"Segoe UI",Roboto,"Noto Sans",Arial,sans-serif;-webkit-text-size-adjust:100%}
.notice{margin:auto;width:min(100% - 2rem,26rem);padding:2rem 1.5rem;background:var(--card);
border:1px solid var(--line);border-radius:.75rem;text-align:center;overflow-wrap:anywhere}
svg{width:3.5rem;height:3.5rem;color:var(--mark)}
h1{margin:1rem 0 .5rem;font-size:1.375rem;line-height:1.3;letter-spacing:-.01em}
p{margin:0;color:var(--soft)}
img{display:block;width:100%;height:auto}
`
const styleHash = createHash('sha256').update(css).digest('base64')

const policy = [
  `default-src 'none'`,
  `img-src 'self'`,
  `style-src 'sha256-${styleHash}'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ')

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (text: string) => text.replace(/[&<>"']/g, (letter) => escapes[letter] ?? '')

type Page = { status: number; title: string; body: string; language?: Language }

function send(reply: FastifyReply, { status, title, body, language = 'en' }: Page): FastifyReply {
  return reply
    .code(status)
    .headers({ 'cache-control': 'no-store', 'content-security-policy': policy })
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="${language}"${isRightToLeft(language) ? ' dir="rtl"' : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escape(title)}</title>
<style>${css}</style>
</head>
<body>
<main${body}</main>
</body>
</html>
`)
}

const icon = `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linejoin="round"
aria-hidden="true"><path d="M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h3v3h-3zM20 14v3M17 20h3"/></svg>`

/** A short page that says what happened, and what to do, in the language of the phone. */
export function sendNotice(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  notice: ScanNotice,
): FastifyReply {
  const language = preferredLanguage(request.headers['accept-language'], languages) ?? 'en'
  const [title, text] = scanNotices[language][notice]
  const body = ` class="notice">\n${icon}\n<h1>${escape(title)}</h1>\n<p>${escape(text)}</p>\n`
  void varyByLanguage(reply).header('content-language', language)
  return send(reply, { status, title, body, language })
}

/** The image of a QR code, as wide as the screen. */
export const sendImagePage = (reply: FastifyReply, company: string, address: string): FastifyReply =>
  send(reply, {
    status: 200,
    title: company,
    body: `><img src="${escape(address)}" alt="${escape(company)}">`,
  })
