import { isChosen } from './choices.ts'

// The orders that came since this person last looked at a list of orders: a number in the title of the window.

const ids = new Set<string>()
const marked = /^\(\d+\) /

/** Puts the number before whatever title the page sets. */
function showNumber(): void {
  const plain = document.title.replace(marked, '')
  const wanted = ids.size > 0 ? `(${ids.size}) ${plain}` : plain
  if (document.title !== wanted) document.title = wanted
}

/** Keeps the number in the title when a page changes it. */
export function watchTitle(): () => void {
  const observer = new MutationObserver(showNumber)
  observer.observe(document.head, { childList: true, subtree: true, characterData: true })
  return () => {
    observer.disconnect()
    seeOrders()
  }
}

/** A list shows the orders of now. */
export function seeOrders(): void {
  ids.clear()
  showNumber()
}

export function addNewOrder(id: string): void {
  if (ids.has(id)) return
  ids.add(id)
  showNumber()
  if (isChosen('sound')) beep()
  if (isChosen('notice') && !document.hasFocus()) notify()
}

function notify(): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  const text = ids.size === 1 ? 'A new order has come in.' : `${ids.size} new orders have come in.`
  // With a tag a later notice replaces the one before.
  const notice = new Notification('Our Print', { body: text, tag: 'new orders' })
  notice.addEventListener('click', () => {
    window.focus()
    notice.close()
  })
}

/** Two short notes, made here: no file is loaded. */
export function beep(): void {
  if (!('AudioContext' in window)) return
  const context = new AudioContext()
  const [start, length] = [context.currentTime, 0.12]
  for (const [at, frequency] of [660, 880].entries()) {
    const [tone, volume] = [context.createOscillator(), context.createGain()]
    tone.frequency.value = frequency
    volume.gain.setValueAtTime(0.08, start + at * length)
    volume.gain.exponentialRampToValueAtTime(0.001, start + (at + 1) * length)
    tone.connect(volume).connect(context.destination)
    tone.start(start + at * length)
    tone.stop(start + (at + 1) * length)
  }
  setTimeout(() => void context.close(), 1000)
}
