import type { OrderPage } from '@our-print/contract/customer/orderPage.ts'
import type { ArrivalWindow } from '@our-print/contract/orders/arrivalWindows.ts'
import {
  complaintReasonLabels,
  complaintReasons,
  photoFields,
} from '@our-print/contract/orders/complaintReasons.ts'
import { renderSVG } from 'uqr'
import type { Reader } from '../languages/reader.ts'
import type { Sentence } from '../languages/sentences.ts'
import type { Texts } from '../languages/texts.ts'
import { drawBar, drawLanguages } from '../publicPages/bar.ts'
import { Html, html, lines } from '../publicPages/html.ts'
import type { Replacement } from './customerActs.ts'

export type PageView = {
  code: string
  reader: Reader
  page: OrderPage
  timeZone: string
  /** Of the files, as the customer is to see them before they agree. */
  findings: string
  done?: string | undefined
}

/** What the page says after an act, by the name of the act in its address. */
const doneTexts = {
  approve: 'Thank you. We print it as it is.',
  files: 'Thank you. We print the new file.',
  note: 'Thank you. We have your note.',
  recipient: 'Thank you. We hand it to whom you named.',
  window: 'Thank you. We bring it at the time that you chose.',
  cancelled: 'Your order is cancelled.',
  asked: 'We have your wish to cancel, and will answer.',
  again: 'Thank you. We have your request, and will call you if anything is unclear.',
  report: 'We are sorry. We look at it and will be in touch.',
} as const satisfies Record<string, Sentence>
const isDone = (done: string): done is keyof typeof doneTexts => Object.hasOwn(doneTexts, done)

const statusTexts = {
  confirmed: 'We have your order',
  assigned: 'We have your order',
  'out-for-delivery': 'It is on its way',
  delivered: 'It is with you',
  cancelled: 'This order is cancelled',
} as const satisfies Record<OrderPage['status'], Sentence>

function headline({ status, pickup, printing }: OrderPage) {
  if (pickup?.is_ready) return 'It is ready to be fetched' as const
  if (printing) return 'It is being printed' as const
  // Nobody brings it.
  if (pickup && status === 'out-for-delivery') return 'It is ready to be fetched' as const
  return statusTexts[status]
}

/** The page as HTML: parts with `data-live` are replaced by the script when they change. */
export function drawOrderPage(view: PageView): Html {
  const { reader, page, timeZone, done } = view
  const { texts } = reader
  const { say } = texts
  const time = (at: string) => texts.time(at, timeZone)
  const window: WindowText = (agreed) => texts.window(agreed, timeZone)
  const said = done !== undefined && isDone(done) && say(doneTexts[done])
  return html`${drawBar(texts, page.shop.name, drawLanguages(texts))}
<main>
<h1><bdi>${page.title}</bdi></h1>
<p class="sub">${say('Order {number}', page)}</p>
${said && html`<p class="note" role="status">${said}</p>`}
<div class="columns">
<div>
<section class="card" id="state" data-live aria-label="${say('State')}">${drawState(page, texts, time, window)}</section>
${page.acts.length > 0 ? html`<section class="card" id="acts" data-live aria-labelledby="acts-title">${drawActs(view, window)}</section>` : html`<div id="acts" data-live hidden></div>`}
<section class="card" id="files" data-live aria-labelledby="files-title">${drawFiles(page, texts, time)}</section>
</div>
<div>
<section class="card" id="handing" data-live aria-label="${say('How you get it')}">${drawHanding(page, texts)}</section>
<section class="card" id="price" data-live aria-labelledby="price-title">${drawPrice(page, texts)}</section>
${drawShop(page, texts)}
</div>
</div>
</main>`
}

type TimeText = (at: string) => string
type WindowText = (window: ArrivalWindow) => string

function drawState(page: OrderPage, texts: Texts, time: TimeText, window: WindowText): Html {
  const { say, parts } = texts
  const { printing, promised_at, window_from, promise_moved, status } = page
  const isOpen = status !== 'delivered' && status !== 'cancelled'
  return html`<div role="status"><h2>${say(headline(page))}</h2></div>
${
  isOpen &&
  promised_at &&
  html`<p>${
    window_from
      ? parts('It arrives {time}', {
          time: html`<b>${texts.isolate(window({ window_from, promised_at }))}</b>`,
        })
      : parts('Promised for {time}', { time: html`<b>${texts.isolate(time(promised_at))}</b>` })
  }</p>${
    promise_moved &&
    html`<p class="muted small">${say('Before: {time}. {why}', { time: time(promise_moved.from), why: promise_moved.why })}</p>`
  }`
}
${drawAsked(page, texts)}
<ol class="steps">${page.steps.map(
    ({ text, state, at }) =>
      html`<li class="${state}"${state === 'now' && new Html(' aria-current="step"')}><b>${text}</b>${
        at && html`<span class="small">${time(at)}</span>`
      }${
        state === 'now' &&
        text === say('Printed') &&
        printing &&
        html`<span class="small">${say('Sheet {done} of {sheets}', { done: printing.sheets_done, sheets: printing.sheets })}</span><br><progress max="${printing.sheets}" value="${printing.sheets_done}" aria-label="${say('Sheets printed')}"></progress>`
      }</li>`,
  )}</ol>`
}

const askedTexts = {
  'cancel open': 'You asked to cancel this order. The shop will answer.',
  'cancel declined': 'The shop could not cancel this order.',
  'again open': 'You asked for this order again. The shop will answer.',
  'again accepted': 'The shop prints this order again for you.',
  'again declined': 'The shop could not print this order again.',
} as const satisfies Record<string, Sentence>
const isAsked = (asked: string): asked is keyof typeof askedTexts => Object.hasOwn(askedTexts, asked)

function drawAsked({ asked }: OrderPage, { say, isolate }: Texts): Html | false {
  const which = asked ? `${asked.kind} ${asked.status}` : ''
  return (
    isAsked(which) && html`<p class="small">${say(askedTexts[which])} ${isolate(asked?.reason ?? '')}</p>`
  )
}

function drawFiles({ files, options, notes }: OrderPage, { say, count }: Texts, time: TimeText): Html {
  return html`<h2 id="files-title">${say('What is printed')}</h2>
<ul class="filelist">${files.map(
    ({
      name,
      page_count,
      page_ranges,
      thumbnails,
      warnings,
      approved_at,
    }) => html`<li><b><bdi>${name}</bdi></b>
<span class="muted small">${page_ranges ? say('pages {ranges} of {count}', { ranges: page_ranges, count: page_count }) : count('pages', page_count)}</span>
${warnings.length > 0 && html`<div class="warn small"><ul>${warnings.map((each) => html`<li>${each}</li>`)}</ul>${approved_at && html`<p>${say('You agreed to it: {time}', { time: time(approved_at) })}</p>`}</div>`}
${thumbnails.length > 0 && html`<ul class="pages">${thumbnails.map((url, at) => html`<li><img src="${url}" alt="${say('Page {page}', { page: at + 1 })}" loading="lazy" height="88"></li>`)}</ul>`}</li>`,
  )}</ul>
<p>${options.join(' · ')}</p>
${notes && html`<p class="small muted" dir="auto">${lines(notes)}</p>`}`
}

function drawHanding({ courier, pickup, status }: OrderPage, { say, parts, count }: Texts): Html {
  if (pickup)
    return html`<h2>${say('Pick-up')}</h2>${pickup.place && html`<p dir="auto">${lines(pickup.place)}</p>`}
<p class="muted small">${say('Your code. Show it when you fetch the order.')}</p><p class="code">${pickup.code}</p>`
  if (courier)
    return html`<h2>${say('On its way')}</h2><p>${parts('{name} brings your order.', { name: html`<b><bdi>${courier.first_name}</bdi></b>` })}</p>
<p class="muted">${courier.stops_before === 0 ? say('You are the next stop.') : count('stops', courier.stops_before)}</p>`
  if (status === 'delivered')
    return html`<h2>${say('Done')}</h2><p class="muted">${say('Thank you for your order.')}</p>`
  if (status === 'cancelled')
    return html`<h2>${say('Cancelled')}</h2><p class="muted">${say('Nothing is printed or brought.')}</p>`
  return html`<h2>${say('Delivery')}</h2><p class="muted">${say('Once it is on the road you see here who brings it.')}</p>`
}

const documentTexts = { invoice: 'Invoice', credit_note: 'Credit note', receipt: 'Receipt' } as const

function drawPrice(page: OrderPage, { say, money }: Texts): Html {
  const { amount, discount, tax, payable, paid, due, payment_code, payee, documents, status, on_account } =
    page
  const row = (text: string, value: number, sum = false) =>
    html`<dt${sum && new Html(' class="sum"')}>${text}</dt><dd${sum && new Html(' class="sum"')}>${money(value)}</dd>`
  return html`<h2 id="price-title">${say('Price')}</h2>
<dl>${(discount > 0 || tax > 0) && row(say('Amount'), amount)}${discount > 0 && row(say('Discount'), -discount)}${tax > 0 && row(say('Tax'), tax)}${row(say(on_account || status === 'cancelled' ? 'Price' : 'To pay'), payable, true)}${paid !== 0 && row(say('Paid'), paid)}${
    status !== 'cancelled' && !on_account && row(say('Due'), due, true)
  }</dl>
${on_account && due > 0 && html`<p>${say('It goes on the account. You need not pay now.')}</p>`}
${
  payment_code &&
  html`<div class="qr" role="img" aria-label="${say('Code to pay {amount}', { amount: money(due) })}">${new Html(renderSVG(payment_code, { border: 0 }))}</div>
<p class="center small muted">${say('Scan it with your bank’s app to pay {payee}.', { payee: payee || say('the shop') })}</p>${
    payment_code.startsWith('upi:') &&
    html`<p class="center"><a class="button" href="${payment_code}">${say('Open the app on this phone')}</a></p>`
  }`
}
${documents.length > 0 && html`<p>${documents.map(({ kind, number, url }) => html`<a class="button" href="${url}">${say(documentTexts[kind])} ${kind !== 'receipt' && html`<bdi>${number}</bdi>`}</a>`)}</p>`}`
}

function drawShop({ shop }: OrderPage, { say }: Texts): Html | false {
  if (!shop.phone && !shop.email) return false
  return html`<section class="card" aria-labelledby="shop-title"><h2 id="shop-title">${say('Questions?')}</h2><p>${
    shop.phone && html`<a href="tel:${shop.phone.replace(/[^\d+]/g, '')}" dir="ltr">${shop.phone}</a><br>`
  }${shop.email && html`<a href="mailto:${shop.email}" dir="ltr">${shop.email}</a>`}</p></section>`
}

/** A window as the form sends it. */
const valueOf = ({ window_from, promised_at }: ArrivalWindow) => `${window_from} ${promised_at}`

function drawActs({ code, page, reader, findings }: PageView, window: WindowText): Html {
  const { query } = reader
  const { say } = reader.texts
  const { acts, files, windows, promised_at, window_from, version } = page
  const form = (act: string, body: Html) =>
    html`<form method="post" action="/o/${code}/${act}${query}" enctype="multipart/form-data"><input type="hidden" name="version" value="${version}">${body}</form>`
  const part = (act: OrderPage['acts'][number], title: string, body: Html, open = false) =>
    acts.includes(act) &&
    html`<details id="act-${act}"${open && new Html(' open')}><summary>${title}</summary>${body}</details>`
  const chosen =
    files.length === 1
      ? html`<input type="hidden" name="place" value="1">`
      : html`<label for="place">${say('Which file it replaces')}</label><select id="place" name="place">${files.map(({ name }, at) => html`<option value="${at + 1}">${name}</option>`)}</select>`
  return html`<h2 id="acts-title">${say('What you can do')}</h2>
${part(
  'approve',
  say('We found something in your file'),
  html`<p>${say('It is named below at the file. Shall we print it anyway? Or send us another file.')}</p>${form('approve', html`<input type="hidden" name="findings" value="${findings}"><button class="primary">${say('Print it as it is')}</button>`)}`,
  true,
)}
${part(
  'files',
  say('Send another file'),
  html`<form method="post" action="/o/${code}/files${query}" enctype="multipart/form-data"><input type="hidden" name="version" value="${version}">${chosen}
<label for="file">${say('New file (PDF, PNG or JPEG)')}</label><input id="file" type="file" name="files" required><p class="small muted">${say('You see the price before anything changes.')}</p><button>${say('Send the file')}</button></form>`,
)}
${part('note', say('Add a note'), form('note', html`<label for="note">${say('Note for the shop')}</label><textarea id="note" name="note" rows="3" maxlength="500" required></textarea><button>${say('Add the note')}</button>`))}
${part('recipient', say('Name who takes it'), form('recipient', html`<label for="recipient">${say('Name of the person')}</label><input id="recipient" name="recipient" maxlength="100" autocomplete="off" required><button>${say('Save the name')}</button>`))}
${part(
  'window',
  say('Choose when it arrives'),
  form(
    'window',
    html`<label for="window">${say('When it arrives')}</label><select id="window" name="window" required>${windows.map(
      (each) =>
        html`<option value="${valueOf(each)}"${each.window_from === window_from && each.promised_at === promised_at && new Html(' selected')}>${window(each)}</option>`,
    )}</select><button>${say('Save the time')}</button>`,
  ),
)}
${part('again', say('Order it again'), form('again', html`<p>${say('The same files, printed the same way. The shop confirms it first.')}</p><label for="message">${say('Anything different? (optional)')}</label><textarea id="message" name="message" rows="2" maxlength="500"></textarea><button>${say('Ask for it again')}</button>`))}
${part(
  'report',
  say('Something is wrong with it'),
  html`<form method="post" action="/o/${code}/report${query}" enctype="multipart/form-data"><label for="reason">${say('What is wrong')}</label><select id="reason" name="reason">${complaintReasons.map((each) => html`<option value="${each}">${say(complaintReasonLabels[each])}</option>`)}</select>
<label for="text">${say('What happened')}</label><textarea id="text" name="text" rows="3" maxlength="2000"></textarea>
${photoFields.map((name, at) => html`<label for="${name}">${say('Photo {number} (optional)', { number: at + 1 })}</label><input id="${name}" type="file" name="${name}" accept="image/*">`)}<button>${say('Tell the shop')}</button></form>`,
)}
${part('cancel', say('Cancel the order'), form('cancel', html`<label for="why">${say('Why? (optional)')}</label><input id="why" name="reason" maxlength="500"><button class="danger">${say('Cancel the order')}</button>`))}`
}

/** Asks whether a file takes the place of another one, with the price that the order has then. */
export function drawReplacement({ code, page, reader: { texts, query } }: PageView, sent: Replacement): Html {
  const { payable, before, warnings, name, page_count, place, upload, version, proof } = sent
  const { say, money } = texts
  return html`${drawBar(texts, page.shop.name)}
<main><h1>${say('Print this file?')}</h1><p class="sub">${say('Order {number}, {title}', page)}</p>
<section class="card"><p><b><bdi>${name}</bdi></b> <span class="muted">${texts.count('pages', page_count)}</span><br>${say('in place of {name}', { name: page.files[place - 1]?.name ?? say('your file') })}</p>
${warnings.length > 0 && html`<div class="warn small"><ul>${warnings.map((each) => html`<li>${each}</li>`)}</ul></div>`}
<dl><dt>${say('To pay until now')}</dt><dd>${money(before)}</dd><dt class="sum">${say('To pay then')}</dt><dd class="sum">${money(payable)}</dd></dl>
<form method="post" action="/o/${code}/confirm${query}" enctype="multipart/form-data">
${Object.entries({ version, place, upload, payable, proof }).map(([key, value]) => html`<input type="hidden" name="${key}" value="${value}">`)}
<button class="primary">${say('Print this file')}</button> <a class="button" href="/o/${code}${query}">${say('Keep the old file')}</a></form></section></main>`
}

/**
 * Asks for the page again and puts new parts in the place of old ones, unless somebody is using them; what they have opened or
 * closed stays so. A page whose link has ended says so.
 */
export const followScript = `(()=>{let tag='';const busy=n=>n.contains(document.activeElement)||n.querySelector('details[open] select')||[...n.querySelectorAll('details[open] :is(input,textarea):not([type=hidden])')].some(f=>f.value);
const look=async()=>{if(document.hidden)return;try{const r=await fetch(location.pathname+location.search,{headers:tag?{'if-none-match':tag}:{}});
if(r.status===404)return location.reload();if(r.status!==200)return;tag=r.headers.get('etag')||'';
const d=new DOMParser().parseFromString(await r.text(),'text/html');
for(const e of d.querySelectorAll('details')){const o=document.getElementById(e.id);if(o)e.open=o.open}
for(const n of d.querySelectorAll('[data-live]')){const o=document.getElementById(n.id);
if(o&&!o.isEqualNode(n)){if(busy(o))tag='';else o.replaceWith(document.adoptNode(n))}}}catch{}};
addEventListener('pageshow',()=>{for(const f of document.querySelectorAll('details :is(input,textarea):not([type=hidden])'))if(f.value)f.closest('details').open=true});
setInterval(look,10000);document.addEventListener('visibilitychange',look)})()`
