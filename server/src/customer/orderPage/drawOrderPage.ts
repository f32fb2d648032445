import type { OrderPage } from '@our-print/contract/customer/orderPage.ts'
import type { ArrivalWindow } from '@our-print/contract/orders/arrivalWindows.ts'
import { complaintReasonLabels, photoFields } from '@our-print/contract/orders/complaintReasons.ts'
import { renderSVG } from 'uqr'
import { Html, html, lines } from '../publicPages/html.ts'
import { counted, money, timeText, windowText } from '../publicPages/texts.ts'
import type { Replacement } from './customerActs.ts'

export type PageView = { code: string; page: OrderPage; timeZone: string; done?: string | undefined }

/** What the page says after an act, by the name of the act in its address. */
const doneTexts: Record<string, string> = {
  approve: 'Thank you. We print it as it is.',
  files: 'Thank you. We print the new file.',
  note: 'Thank you. We have your note.',
  recipient: 'Thank you. We hand it to whom you named.',
  window: 'Thank you. We bring it at the time that you chose.',
  cancelled: 'Your order is cancelled.',
  asked: 'We have your wish to cancel, and will answer.',
  again: 'Thank you. We have your request, and will call you if anything is unclear.',
  report: 'We are sorry. We look at it and will be in touch.',
}

const statusTexts: Record<OrderPage['status'], string> = {
  confirmed: 'We have your order',
  assigned: 'We have your order',
  'out-for-delivery': 'It is on its way',
  delivered: 'It is with you',
  cancelled: 'This order is cancelled',
}

function headline({ status, pickup, printing }: OrderPage): string {
  if (pickup?.is_ready) return 'It is ready to be fetched'
  if (printing) return 'It is being printed'
  return statusTexts[status]
}

/** The page as HTML: parts with `data-live` are replaced by the script when they change. */
export function drawOrderPage({ code, page, timeZone, done }: PageView): Html {
  const time = (at: string) => timeText(at, timeZone)
  const window: WindowText = (agreed) => windowText(agreed, timeZone)
  const said = done === undefined ? undefined : doneTexts[done]
  return html`<header class="bar">${page.shop.name || 'Our Print'}</header>
<main>
<h1>${page.title}</h1>
<p class="sub">Order ${page.number}</p>
${said && html`<p class="note" role="status">${said}</p>`}
<div class="columns">
<div>
<section class="card" id="state" data-live aria-label="State">${drawState(page, time, window)}</section>
${page.acts.length > 0 ? html`<section class="card" id="acts" data-live aria-labelledby="acts-title">${drawActs(code, page, window)}</section>` : html`<div id="acts" data-live hidden></div>`}
<section class="card" id="files" data-live aria-labelledby="files-title">${drawFiles(page, time)}</section>
</div>
<div>
<section class="card" id="handing" data-live aria-label="How you get it">${drawHanding(page)}</section>
<section class="card" id="price" data-live aria-labelledby="price-title">${drawPrice(page)}</section>
${drawShop(page)}
</div>
</div>
</main>`
}

type TimeText = (at: string) => string
type WindowText = (window: ArrivalWindow) => string

function drawState(page: OrderPage, time: TimeText, window: WindowText): Html {
  const { printing, promised_at, window_from, promise_moved, status } = page
  const isOpen = status !== 'delivered' && status !== 'cancelled'
  return html`<div role="status"><h2>${headline(page)}</h2></div>
${
  isOpen &&
  promised_at &&
  html`<p>${window_from ? html`It arrives <b>${window({ window_from, promised_at })}</b>` : html`Promised for <b>${time(promised_at)}</b>`}</p>${
    promise_moved &&
    html`<p class="muted small">Before: ${time(promise_moved.from)}. ${promise_moved.why}</p>`
  }`
}
${drawAsked(page)}
<ol class="steps">${page.steps.map(
    ({ text, state, at }) =>
      html`<li class="${state}"${state === 'now' && new Html(' aria-current="step"')}><b>${text}</b>${
        at && html`<span class="small">${time(at)}</span>`
      }${
        state === 'now' &&
        text === 'Printed' &&
        printing &&
        html`<span class="small">Sheet ${printing.sheets_done} of ${printing.sheets}</span><br><progress max="${printing.sheets}" value="${printing.sheets_done}" aria-label="Sheets printed"></progress>`
      }</li>`,
  )}</ol>`
}

const askedTexts: Record<string, string> = {
  'cancel open': 'You asked to cancel this order. The shop will answer.',
  'cancel declined': 'The shop could not cancel this order.',
  'again open': 'You asked for this order again. The shop will answer.',
  'again accepted': 'The shop prints this order again for you.',
  'again declined': 'The shop could not print this order again.',
}

function drawAsked({ asked }: OrderPage): Html | false {
  const said = asked ? askedTexts[`${asked.kind} ${asked.status}`] : undefined
  return said !== undefined && html`<p class="small">${said} ${asked?.reason}</p>`
}

function drawFiles({ files, options, notes }: OrderPage, time: TimeText): Html {
  return html`<h2 id="files-title">What is printed</h2>
<ul class="filelist">${files.map(
    ({ name, page_count, page_ranges, thumbnails, warnings, approved_at }) => html`<li><b>${name}</b>
<span class="muted small">${page_ranges ? `pages ${page_ranges} of ${page_count}` : counted(page_count, 'page')}</span>
${warnings.length > 0 && html`<div class="warn small"><ul>${warnings.map((each) => html`<li>${each}</li>`)}</ul>${approved_at && html`<p>You agreed to it: ${time(approved_at)}</p>`}</div>`}
${thumbnails.length > 0 && html`<ul class="pages">${thumbnails.map((url, at) => html`<li><img src="${url}" alt="Page ${at + 1}" loading="lazy" height="88"></li>`)}</ul>`}</li>`,
  )}</ul>
<p>${options.join(' · ')}</p>
${notes && html`<p class="small muted">${lines(notes)}</p>`}`
}

function drawHanding({ courier, pickup, status }: OrderPage): Html {
  if (pickup)
    return html`<h2>Pick-up</h2>${pickup.place && html`<p>${lines(pickup.place)}</p>`}
<p class="muted small">Your code. Show it when you fetch the order.</p><p class="code">${pickup.code}</p>`
  if (courier)
    return html`<h2>On its way</h2><p><b>${courier.first_name}</b> brings your order.</p>
<p class="muted">${courier.stops_before === 0 ? 'You are the next stop.' : `${counted(courier.stops_before, 'stop')} before you.`}</p>`
  if (status === 'delivered') return html`<h2>Done</h2><p class="muted">Thank you for your order.</p>`
  if (status === 'cancelled')
    return html`<h2>Cancelled</h2><p class="muted">Nothing is printed or brought.</p>`
  return html`<h2>Delivery</h2><p class="muted">Once it is on the road you see here who brings it.</p>`
}

const documentTexts = { invoice: 'Invoice', credit_note: 'Credit note', receipt: 'Receipt' } as const

function drawPrice({
  amount,
  discount,
  payable,
  paid,
  due,
  payment_code,
  payee,
  documents,
  status,
}: OrderPage): Html {
  const row = (text: string, value: number, sum = false) =>
    html`<dt${sum && new Html(' class="sum"')}>${text}</dt><dd${sum && new Html(' class="sum"')}>${money(value)}</dd>`
  return html`<h2 id="price-title">Price</h2>
<dl>${discount > 0 && html`${row('Amount', amount)}${row('Discount', -discount)}`}${row('To pay', payable, true)}${paid !== 0 && row('Paid', paid)}${
    status !== 'cancelled' && row('Due', due, true)
  }</dl>
${
  payment_code &&
  html`<div class="qr" role="img" aria-label="Code to pay ${money(due)}">${new Html(renderSVG(payment_code, { border: 0 }))}</div>
<p class="center small muted">Scan it with your bank’s app to pay ${payee || 'the shop'}.</p>${
    payment_code.startsWith('upi:') &&
    html`<p class="center"><a class="button" href="${payment_code}">Open the app on this phone</a></p>`
  }`
}
${documents.length > 0 && html`<p>${documents.map(({ kind, number, url }) => html`<a class="button" href="${url}">${documentTexts[kind]} ${kind === 'receipt' ? '' : number}</a>`)}</p>`}`
}

function drawShop({ shop }: OrderPage): Html | false {
  if (!shop.phone && !shop.email) return false
  return html`<section class="card" aria-labelledby="shop-title"><h2 id="shop-title">Questions?</h2><p>${
    shop.phone && html`<a href="tel:${shop.phone.replace(/[^\d+]/g, '')}">${shop.phone}</a><br>`
  }${shop.email && html`<a href="mailto:${shop.email}">${shop.email}</a>`}</p></section>`
}

/** A window as the form sends it. */
const valueOf = ({ window_from, promised_at }: ArrivalWindow) => `${window_from} ${promised_at}`

function drawActs(code: string, page: OrderPage, window: WindowText): Html {
  const { acts, files, windows, promised_at, window_from, version } = page
  const form = (act: string, body: Html) =>
    html`<form method="post" action="/o/${code}/${act}" enctype="multipart/form-data"><input type="hidden" name="version" value="${version}">${body}</form>`
  const part = (act: OrderPage['acts'][number], title: string, body: Html, open = false) =>
    acts.includes(act) &&
    html`<details${open && new Html(' open')}><summary>${title}</summary>${body}</details>`
  const chosen =
    files.length === 1
      ? html`<input type="hidden" name="place" value="1">`
      : html`<label for="place">Which file it replaces</label><select id="place" name="place">${files.map(({ name }, at) => html`<option value="${at + 1}">${name}</option>`)}</select>`
  return html`<h2 id="acts-title">What you can do</h2>
${part(
  'approve',
  'We found something in your file',
  html`<p>It is named below at the file. Shall we print it anyway? Or send us another file.</p>${form('approve', html`<button class="primary">Print it as it is</button>`)}`,
  true,
)}
${part(
  'files',
  'Send another file',
  html`<form method="post" action="/o/${code}/files" enctype="multipart/form-data"><input type="hidden" name="version" value="${version}">${chosen}
<label for="file">New file (PDF, PNG or JPEG)</label><input id="file" type="file" name="files" required><p class="small muted">You see the price before anything changes.</p><button>Send the file</button></form>`,
)}
${part('note', 'Add a note', form('note', html`<label for="note">Note for the shop</label><textarea id="note" name="note" rows="3" maxlength="500" required></textarea><button>Add the note</button>`))}
${part('recipient', 'Name who takes it', form('recipient', html`<label for="recipient">Name of the person</label><input id="recipient" name="recipient" maxlength="100" autocomplete="off" required><button>Save the name</button>`))}
${part(
  'window',
  'Choose when it arrives',
  form(
    'window',
    html`<label for="window">When it arrives</label><select id="window" name="window" required>${windows.map(
      (each) =>
        html`<option value="${valueOf(each)}"${each.window_from === window_from && each.promised_at === promised_at && new Html(' selected')}>${window(each)}</option>`,
    )}</select><button>Save the time</button>`,
  ),
)}
${part('again', 'Order it again', form('again', html`<p>The same files, printed the same way. The shop confirms it first.</p><label for="message">Anything different? (optional)</label><textarea id="message" name="message" rows="2" maxlength="500"></textarea><button>Ask for it again</button>`))}
${part(
  'report',
  'Something is wrong with it',
  html`<form method="post" action="/o/${code}/report" enctype="multipart/form-data"><label for="reason">What is wrong</label><select id="reason" name="reason">${Object.entries(complaintReasonLabels).map(([value, label]) => html`<option value="${value}">${label}</option>`)}</select>
<label for="text">What happened</label><textarea id="text" name="text" rows="3" maxlength="2000"></textarea>
${photoFields.map((name, at) => html`<label for="${name}">Photo ${at + 1} (optional)</label><input id="${name}" type="file" name="${name}" accept="image/*">`)}<button>Tell the shop</button></form>`,
)}
${part('cancel', 'Cancel the order', form('cancel', html`<label for="why">Why? (optional)</label><input id="why" name="reason" maxlength="500"><button class="danger">Cancel the order</button>`))}`
}

/** Asks whether a file takes the place of another one, with the price that the order has then. */
export function drawReplacement(code: string, page: OrderPage, sent: Replacement): Html {
  const { payable, before, warnings, name, page_count, place, upload, version, proof } = sent
  return html`<header class="bar">${page.shop.name || 'Our Print'}</header>
<main><h1>Print this file?</h1><p class="sub">Order ${page.number}, ${page.title}</p>
<section class="card"><p><b>${name}</b> <span class="muted">${counted(page_count, 'page')}</span><br>in place of ${page.files[place - 1]?.name ?? 'your file'}</p>
${warnings.length > 0 && html`<div class="warn small"><ul>${warnings.map((each) => html`<li>${each}</li>`)}</ul></div>`}
<dl><dt>To pay until now</dt><dd>${money(before)}</dd><dt class="sum">To pay then</dt><dd class="sum">${money(payable)}</dd></dl>
<form method="post" action="/o/${code}/confirm" enctype="multipart/form-data">
${Object.entries({ version, place, upload, payable, proof }).map(([key, value]) => html`<input type="hidden" name="${key}" value="${value}">`)}
<button class="primary">Print this file</button> <a class="button" href="/o/${code}">Keep the old file</a></form></section></main>`
}

/**
 * Asks for the page again and puts new parts in the place of old ones, unless somebody is using them. A page whose link has
 * ended says so.
 */
export const followScript = `(()=>{let tag='';const busy=n=>n.contains(document.activeElement)||[...n.querySelectorAll('details[open] :is(input,textarea):not([type=hidden])')].some(f=>f.value);
const look=async()=>{if(document.hidden)return;try{const r=await fetch(location.pathname,{headers:tag?{'if-none-match':tag}:{}});
if(r.status===404)return location.reload();if(r.status!==200)return;tag=r.headers.get('etag')||'';
const d=new DOMParser().parseFromString(await r.text(),'text/html');
for(const n of d.querySelectorAll('[data-live]')){const o=document.getElementById(n.id);
if(o&&!o.isEqualNode(n)&&!busy(o))o.replaceWith(document.adoptNode(n))}}catch{}};
setInterval(look,10000);document.addEventListener('visibilitychange',look)})()`
