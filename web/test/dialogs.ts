// jsdom has neither modal dialogs nor popovers: what the parts need of them, as browsers do it.

const dialog = HTMLDialogElement.prototype
const element = HTMLElement.prototype

/** The elements that had the focus before a modal dialog opened. */
const focusedBefore = new WeakMap<HTMLElement, Element | null>()

dialog.show = function show() {
  this.setAttribute('open', '')
}
dialog.showModal = function showModal() {
  if (this.open) throw new DOMException('The dialog is open already.', 'InvalidStateError')
  focusedBefore.set(this, document.activeElement)
  this.setAttribute('open', '')
  modals.push(this)
  hideOthers()
  const first = this.querySelector<HTMLElement>('[autofocus]') ?? firstControl(this) ?? this
  first.focus()
}
dialog.close = function close(value?: string) {
  if (!this.open) return
  this.removeAttribute('open')
  if (modals.includes(this)) modals.splice(modals.indexOf(this), 1)
  hideOthers()
  if (value !== undefined) this.returnValue = value
  const before = focusedBefore.get(this)
  if (before instanceof HTMLElement && before.isConnected) before.focus()
  queueMicrotask(() => this.dispatchEvent(new Event('close')))
}

/** Modal dialogs that are open, the topmost last. */
const modals: HTMLElement[] = []

let hidden: Element[] = []

/** What is outside of the topmost one is inert: nobody finds it. */
function hideOthers() {
  for (const element of hidden) element.removeAttribute('aria-hidden')
  const top = modals.findLast((one) => one.isConnected)
  hidden = top ? [...document.body.children].filter((element) => !element.contains(top)) : []
  for (const element of hidden) element.setAttribute('aria-hidden', 'true')
}

const firstControl = (parent: Element) =>
  parent.querySelector<HTMLElement>(
    'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex]:not([tabindex^="-"])',
  )

/** Popovers that are shown, the topmost last. */
const shown: HTMLElement[] = []

const tell = (popover: HTMLElement, newState: 'open' | 'closed') => {
  const event = Object.assign(new Event('toggle'), {
    newState,
    oldState: newState === 'open' ? 'closed' : 'open',
  })
  queueMicrotask(() => popover.dispatchEvent(event))
}

element.showPopover = function showPopover() {
  if (shown.includes(this)) return
  for (const gone of shown.filter((one) => !one.isConnected)) shown.splice(shown.indexOf(gone), 1)
  shown.push(this)
  this.setAttribute('data-popover-open', '')
  // The style sheet of jsdom hides it: it knows no `:popover-open`.
  this.style.display = 'block'
  this.querySelector<HTMLElement>('[autofocus]')?.focus()
  tell(this, 'open')
}
element.hidePopover = function hidePopover() {
  const at = shown.indexOf(this)
  if (at < 0) return
  shown.splice(at, 1)
  this.removeAttribute('data-popover-open')
  this.style.removeProperty('display')
  tell(this, 'closed')
}
element.togglePopover = function togglePopover() {
  if (shown.includes(this)) this.hidePopover()
  else this.showPopover()
  return shown.includes(this)
}
Object.defineProperty(element, 'popover', {
  configurable: true,
  get(this: HTMLElement) {
    return this.getAttribute('popover')
  },
  set(this: HTMLElement, value: string | null) {
    if (value === null) this.removeAttribute('popover')
    else this.setAttribute('popover', value)
  },
})

// Escape and a press outside close an `auto` popover; a modal dialog gets `cancel`, then closes.
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || event.defaultPrevented) return
  const popover = shown.filter((one) => one.isConnected && one.getAttribute('popover') !== 'manual').at(-1)
  if (popover) return popover.hidePopover()
  const top = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].at(-1)
  if (top?.dispatchEvent(new Event('cancel', { cancelable: true }))) top.close()
})
document.addEventListener('pointerdown', ({ target }) => {
  const popover = shown.filter((one) => one.isConnected && one.getAttribute('popover') !== 'manual').at(-1)
  if (popover && !popover.contains(target as Node)) popover.hidePopover()
})
