import { codeMinutes } from '@our-print/contract/customer/orderRequests.ts'
import type { Reader } from '../languages/reader.ts'
import { drawBar } from '../publicPages/bar.ts'
import { type Html, html } from '../publicPages/html.ts'

export type ConfirmationView = {
  reader: Reader
  shop: { name: string; phone: string }
  /** Proves that this visitor asked. */
  proof: string
  address: string
  error?: string | undefined
  /** They have just asked for another code. */
  isNew?: boolean | undefined
}

/** The second page of the form: one field for the code that was sent. */
export function drawConfirmation({ reader, shop, proof, address, error, isNew }: ConfirmationView): Html {
  const { say, parts } = reader.texts
  return html`${drawBar(reader.texts, shop.name)}
<main>
<h1>${say('Type the code')}</h1>
<p class="sub">${parts('We sent a code of 6 digits to {address}. The shop gets your request when you have typed it here.', { address: html`<bdi>${address}</bdi>` })}</p>
${isNew && html`<p class="note" role="status">${say('A new code is on its way. The one before does not count any more.')}</p>`}
${error && html`<p class="note bad" role="alert">${error}</p>`}
<section class="card">
<form method="post" action="/order/confirm${reader.query}" enctype="multipart/form-data">
<input type="hidden" name="proof" value="${proof}">
<label for="code">${say('Code')}</label>
<input id="code" name="code" class="code" inputmode="numeric" autocomplete="one-time-code" maxlength="20" required autofocus${error && html` aria-invalid="true" aria-describedby="code-hint"`}>
<p class="small muted" id="code-hint">${say('It is valid for {minutes} minutes. Nothing has come? Wait a minute, then ask for a new one.', { minutes: codeMinutes })}</p>
<button class="primary" name="step" value="confirm">${say('Confirm')}</button>
<button formnovalidate name="step" value="new">${say('Send a new code')}</button>
<a class="button" href="/order${reader.query}">${say('Start again')}</a>
</form></section></main>`
}

/** Too late: the files are gone. */
export function drawExpired(reader: Reader, shop: ConfirmationView['shop']): Html {
  const { say } = reader.texts
  return html`${drawBar(reader.texts, shop.name)}
<main><h1>${say('The code has run out')}</h1>
<section class="card"><p>${say('We have removed your files, and the shop has no request of yours. Please send them again.')}</p>
<p><a class="button" href="/order${reader.query}">${say('Start again')}</a></p></section></main>`
}
