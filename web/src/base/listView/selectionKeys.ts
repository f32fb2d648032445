import { actKeys } from '../page/keyGroups.ts'

/** A list, when a key is pressed. */
export type KeyedList = {
  box: HTMLElement
  rows: readonly HTMLElement[]
  /** The place of the row in focus; -1 where none is. */
  at: number
  selection: {
    number: number
    has: (id: string) => boolean
    toggle: (id: string) => void
    select: (ids: readonly string[], isOn: boolean) => void
    clear: () => void
  }
}

const idOf = (row: HTMLElement | undefined) => row?.dataset['row']
const letters: readonly string[] = Object.values(actKeys)

/** The keys of selected rows, which are loaded with the first key in a list. */
export function onSelectionKey(event: KeyboardEvent, list: KeyedList): void {
  const { key } = event
  const { box, selection } = list
  if (key === 'J' || key === 'K') extend(event, list, key === 'J' ? 1 : -1)
  else if (key === 'Escape' && selection.number > 0 && !isLayerOpen()) selection.clear()
  else if (key === 'Tab' && !event.shiftKey && selection.number > 0 && list.at >= 0) {
    const action = box.querySelector<HTMLElement>('[data-bar] :is(button, a[href]):not(:disabled)')
    if (!action) return
    event.preventDefault()
    action.focus()
  } else if (letters.includes(key)) act(event, list)
}

const isLayerOpen = () => document.querySelector('dialog[open], [role=menu], [role=listbox]') !== null

/** Selects from the row in focus to the next one; on the way back, the row that is left is no longer selected. */
function extend(event: KeyboardEvent, { rows, at, selection: { has, select } }: KeyedList, step: 1 | -1) {
  event.preventDefault()
  const [from, to, behind] = [rows[at], rows[at + step], rows[at - step]]
  const [id, next, before] = [idOf(from), idOf(to), idOf(behind)]
  if (!id) return rows[0]?.focus()
  if (next && has(next) && has(id) && !(before && has(before))) select([id], false)
  else select(next ? [id, next] : [id], true)
  to?.focus()
}

const otherActs = ['keydown', 'pointerdown']

/** Presses the button of the letter; where nothing is selected, after the row in focus is. */
function act(event: KeyboardEvent, { box, rows, at, selection }: KeyedList) {
  const id = idOf(rows[at])
  if (selection.number === 0 && id) selection.select([id], true)
  else if (selection.number === 0) return
  event.preventDefault()
  const press = () => {
    const button = box.querySelector<HTMLElement>(`[aria-keyshortcuts="${event.key}"]:not(:disabled)`)
    button?.click()
    return button !== null
  }
  if (press()) return
  const watcher = new MutationObserver(() => press() && watcher.disconnect())
  watcher.observe(box, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] })
  // However long the button takes to load, until the person does something else.
  const forget = () => {
    watcher.disconnect()
    for (const type of otherActs) document.removeEventListener(type, forget, true)
  }
  for (const type of otherActs) document.addEventListener(type, forget, true)
}
