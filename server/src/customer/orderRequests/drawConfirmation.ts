import { codeMinutes } from '@our-print/contract/customer/orderRequests.ts'
import { type Html, html } from '../publicPages/html.ts'

export type ConfirmationView = {
  shop: { name: string; phone: string }
  /** Proves that this visitor asked. */
  proof: string
  address: string
  error?: string | undefined
  /** They have just asked for another code. */
  isNew?: boolean | undefined
}

/** The second page of the form: one field for the code that was sent. */
export const drawConfirmation = ({
  shop,
  proof,
  address,
  error,
  isNew,
}: ConfirmationView): Html => html`<header class="bar">${shop.name || 'Our Print'}</header>
<main>
<h1>Type the code</h1>
<p class="sub">We sent a code of 6 digits to ${address}. The shop gets your request when you have typed it here.</p>
${isNew && html`<p class="note" role="status">A new code is on its way. The one before does not count any more.</p>`}
${error && html`<p class="note bad" role="alert">${error}</p>`}
<section class="card">
<form method="post" action="/order/confirm" enctype="multipart/form-data">
<input type="hidden" name="proof" value="${proof}">
<label for="code">Code</label>
<input id="code" name="code" class="code" inputmode="numeric" autocomplete="one-time-code" maxlength="20" required autofocus${error && html` aria-invalid="true" aria-describedby="code-hint"`}>
<p class="small muted" id="code-hint">It is valid for ${codeMinutes} minutes. Nothing has come? Wait a minute, then ask for a new one.</p>
<button class="primary" name="step" value="confirm">Confirm</button>
<button formnovalidate name="step" value="new">Send a new code</button>
<a class="button" href="/order">Start again</a>
</form></section></main>`

/** Too late: the files are gone. */
export const drawExpired = (
  shop: ConfirmationView['shop'],
): Html => html`<header class="bar">${shop.name || 'Our Print'}</header>
<main><h1>The code has run out</h1>
<section class="card"><p>We have removed your files, and the shop has no request of yours. Please send them again.</p>
<p><a class="button" href="/order">Start again</a></p></section></main>`
