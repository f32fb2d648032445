import { requestMegabytes } from '@our-print/contract/customer/orderRequests.ts'
import { bindings, colorChoices, paperSizes, sides } from '@our-print/contract/shop/configurations.ts'
import type { Reader } from '../languages/reader.ts'
import { drawBar, drawLanguageButtons, drawLanguages } from '../publicPages/bar.ts'
import { Html, html } from '../publicPages/html.ts'
import { bindingTexts, colorTexts, sidesTexts } from '../publicPages/optionTexts.ts'
import type { Measured } from './takeRequest.ts'

/** What stands in the form: as it was typed, by field. */
export type Typed = Partial<Record<string, string>>

export type FormView = {
  reader: Reader
  shop: { name: string; phone: string }
  typed: Typed
  /** Files that are here already, each with the proof that this visitor sent it. */
  measured: Measured | undefined
  proofs: readonly string[]
  errors: Partial<Record<string, string>>
  /** The price has changed since the visitor saw it. */
  isRepriced: boolean
}

const kinds = '.pdf,.png,.jpg,.jpeg,application/pdf,image/png,image/jpeg'

/** One form: files, what becomes of them, the price, and who asks. It is whole without its script. */
export function drawOrderForm(view: FormView): Html {
  const { shop, measured, errors, reader } = view
  const { texts, query } = reader
  const { say } = texts
  // Files that are here already stay in another language.
  const languages = measured ? drawLanguageButtons(texts, 'order', 'price') : drawLanguages(texts)
  return html`${drawBar(texts, shop.name, languages)}
<main>
<h1>${say('Order a print')}</h1>
<p class="sub">${say('Send your files, see the price, and we call you back. Nothing is paid here.')}</p>
${Object.keys(errors).length > 0 && html`<p class="note bad" role="alert">${errors['form'] === undefined ? say('Please look at the fields that are marked.') : (texts.refusal(errors['form']) ?? errors['form'])}</p>`}
<form id="order" method="post" action="/order${query}" enctype="multipart/form-data">
<div class="hp" aria-hidden="true"><label for="website">${say('Leave this empty')}</label><input id="website" name="website" tabindex="-1" autocomplete="off"></div>
<div class="columns"><div>
<section class="card" aria-labelledby="files-title"><h2 id="files-title">${say('1. Your files')}</h2>${drawFiles(view)}</section>
${measured && html`<section class="card" aria-labelledby="options-title"><h2 id="options-title">${say('2. How we print them')}</h2>${drawOptions(view)}</section>`}
</div><div>${
    measured &&
    html`<section class="card" id="price" aria-labelledby="price-title" aria-live="polite">${drawPrice(view, measured)}</section>
<section class="card" aria-labelledby="you-title"><h2 id="you-title">${say('3. You')}</h2>${drawVisitor(view)}</section>`
  }</div></div>
</form></main>`
}

const errorOf = ({ errors, reader }: FormView, name: string) =>
  errors[name] &&
  html`<p class="error" id="${name}-error">${reader.texts.refusal(errors[name]) ?? errors[name]}</p>`
const described = ({ errors }: FormView, name: string) =>
  errors[name] && html` aria-invalid="true" aria-describedby="${name}-error"`

function drawFiles(view: FormView): Html {
  const { measured, proofs, reader } = view
  const { say, count } = reader.texts
  return html`${
    measured &&
    html`<ul class="filelist">${measured.files.map(
      (
        { name, page_count, color_pages, warnings },
        at,
      ) => html`<li><input type="hidden" name="upload_${at}" value="${proofs[at]}">
<b><bdi>${name}</bdi></b> <span class="muted small">${count('pages', page_count)}${color_pages !== null && color_pages > 0 && `, ${say('{count} with colour', { count: color_pages })}`}</span>
${warnings.length > 0 && html`<div class="warn small"><ul>${warnings.map((each) => html`<li>${each}</li>`)}</ul></div>`}</li>`,
    )}</ul>`
  }
<label for="files">${measured ? say('Add more files') : say('PDF, PNG or JPEG')}</label>
<input id="files" type="file" name="files" accept="${kinds}" multiple${!measured && new Html(' required')}${described(view, 'files')}>${errorOf(view, 'files')}
<p class="small muted">${say('Together at most {count} MB.', { count: requestMegabytes })}</p>
<button formnovalidate name="step" value="price"${!measured && new Html(' class="primary"')}>${measured ? say('Add the files') : say('See the price')}</button>
${measured && html`<a class="button" href="/order${reader.query}">${say('Start again')}</a>`}`
}

function drawOptions(view: FormView): Html {
  const { typed, reader } = view
  const { say } = reader.texts
  const select = (name: string, label: string, options: readonly (readonly [string, string])[]) =>
    html`<div><label for="${name}">${label}</label><select id="${name}" name="${name}" data-price>${options.map(
      ([value, text]) =>
        html`<option value="${value}"${(typed[name] ?? options[0]?.[0]) === value && new Html(' selected')}>${text}</option>`,
    )}</select></div>`
  return html`<div class="two">
<div><label for="copies">${say('Copies')}</label><input id="copies" name="copies" inputmode="numeric" maxlength="4" value="${typed['copies'] ?? '1'}" data-price required${described(view, 'copies')}>${errorOf(view, 'copies')}</div>
${select(
  'color',
  say('Colour|the question'),
  colorChoices.map((each) => [each, say(colorTexts[each])] as const),
)}
${select(
  'sides',
  say('Sides'),
  sides.map((each) => [each, say(sidesTexts[each])] as const),
)}
${select(
  'paper_size',
  say('Paper'),
  paperSizes.map((each) => [each, each] as const),
)}
${select(
  'binding',
  say('Binding'),
  bindings.map((each) => [each, say(bindingTexts[each])] as const),
)}
${select('pickup', say('How you get it'), [
  ['yes', say('I fetch it')],
  ['no', say('Bring it to me')],
])}
</div>
<label for="notes">${say('Anything else? (optional)')}</label><textarea id="notes" name="notes" rows="2" maxlength="1000">${typed['notes']}</textarea>
<button formnovalidate name="step" value="price">${say('Update the price')}</button>`
}

function drawPrice({ isRepriced, reader }: FormView, { amount, sheets, files, refusal }: Measured): Html {
  const { texts } = reader
  const { say, count, money } = texts
  const pages = files.reduce((sum, { page_count }) => sum + page_count, 0)
  return html`<h2 id="price-title">${say('Price')}</h2>
${isRepriced && html`<p class="note" role="status">${say('The price has changed. Please look at it once more, then send.')}</p>`}
${refusal ? html`<p class="error">${texts.refusal(refusal) ?? refusal}</p>` : html`<p class="code">${money(amount / 100)}</p>`}<p class="small muted">${say('{pages}, {sheets}. The shop confirms it.', { pages: count('pages', pages), sheets: count('sheets', sheets) })}</p>
<input type="hidden" name="amount" value="${amount}">`
}

function drawVisitor(view: FormView): Html {
  const { typed, reader } = view
  const { say } = reader.texts
  const field = (name: string, label: string, more: string, isNeeded = false) =>
    html`<div><label for="${name}">${label}</label><input id="${name}" name="${name}" value="${typed[name]}" ${new Html(more)}${isNeeded && new Html(' required')}${described(view, name)}>${errorOf(view, name)}</div>`
  return html`${field('name', say('Your name'), 'autocomplete="name" maxlength="100"', true)}
${field('mobile', say('Phone'), 'type="tel" autocomplete="tel" maxlength="30"', true)}
${field('email', say('Email (optional)'), 'type="email" autocomplete="email" maxlength="254"')}
<fieldset class="brought"><legend>${say('Address, if we bring it')}</legend><div class="two">
${field('line1', say('Street and house'), 'autocomplete="address-line1" maxlength="200"')}
${field('city', say('City'), 'autocomplete="address-level2" maxlength="100"')}
${field('state', say('State|of an address'), 'autocomplete="address-level1" maxlength="100"')}
${field('pincode', say('Pincode'), 'autocomplete="postal-code" maxlength="12"')}</div></fieldset>
<button class="primary" name="step" value="send">${say('Send the request')}</button>
<p class="small muted">${say('It is no order yet: the shop looks at it and answers you.')}</p>`
}

export function drawSent({ texts, query }: Reader, shop: FormView['shop'], number: number): Html {
  const { say, parts } = texts
  const phone =
    shop.phone && html`<a href="tel:${shop.phone.replace(/[^\d+]/g, '')}" dir="ltr">${shop.phone}</a>`
  return html`${drawBar(texts, shop.name)}
<main><h1>${say('Thank you')}</h1><p class="sub">${number > 0 ? say('We have your request {number}.', { number }) : say('We have your request.')}</p>
<section class="card"><p>${say('We look at it and call you.')}${phone && html` ${parts('You can call us, too: {phone}.', { phone })}`}</p>
<p><a class="button" href="/order${query}">${say('Send another one')}</a></p></section></main>`
}

/** Shows the price of other choices as they are made, and sends files as soon as they are chosen. */
export const liveScript = `(()=>{const form=document.getElementById('order');let asked=0;
const files=document.getElementById('files');files.addEventListener('change',()=>{if(files.files.length)form.requestSubmit(form.querySelector('button[name=step][value=price]'))});
form.addEventListener('change',async e=>{if(!e.target.matches('[data-price]'))return;const mine=++asked;
const body=new FormData(form);body.delete('files');body.set('step','price');
try{const r=await fetch(form.action,{method:'POST',body});const d=new DOMParser().parseFromString(await r.text(),'text/html');
const now=d.getElementById('price'),old=document.getElementById('price');
if(mine===asked&&now&&old)old.replaceWith(document.adoptNode(now))}catch{}})})()`
