import { topLayer } from '../ui/openLayers.ts'

// Toasts lie over the page, so they are moved up until they cover no action. A page cannot say where that is: bars at
// the bottom, dialogs and lists all have their buttons elsewhere.

const actions = 'a[href], button, input, select, textarea, [role=option], [role=menuitem], label:has(input)'
const indent = 14
const gap = 8
const checkMs = 200

type Area = { top: number; bottom: number; left: number; right: number }

/** Keeps the container clear of actions until the returned function is called. */
export function keepClear(container: HTMLElement): () => void {
  place(container)
  const timer = window.setInterval(() => place(container), checkMs)
  return () => window.clearInterval(timer)
}

function place(container: HTMLElement): void {
  // Somebody is about to press Undo.
  if (container.matches(':hover, :focus-within')) return
  const toasts = [...container.children] as HTMLElement[]
  const boxes = toasts.map((toast) => toast.getBoundingClientRect())
  const height = toasts.reduce((sum, toast) => sum + toast.offsetHeight + gap, 0)
  const across = {
    left: Math.min(...boxes.map(({ left }) => left)),
    right: Math.max(...boxes.map(({ right }) => right)),
  }
  const bottom = findBottom(height, across, actionsOnTop(container))
  container.style.bottom = `${window.innerHeight - (bottom ?? lowest())}px`
  // Every place covers an action: then clicks go through the toast, except on its own buttons.
  for (const toast of toasts) toast.style.pointerEvents = bottom === undefined ? 'none' : 'auto'
}

const lowest = () => window.innerHeight - indent

/** The lowest free place for something of this height; undefined if there is none. */
function findBottom(height: number, across: Pick<Area, 'left' | 'right'>, taken: Area[]): number | undefined {
  let bottom = lowest()
  while (bottom - height >= 0) {
    const area = { ...across, top: bottom - height, bottom }
    const covered = taken.filter((other) => overlap(area, other))
    if (covered.length === 0) return bottom
    bottom = Math.min(...covered.map(({ top }) => top)) - gap
  }
  return undefined
}

const overlap = (one: Area, other: Area) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

/** The visible actions; below an open dialog or menu nothing can be pressed. */
function actionsOnTop(container: HTMLElement): Area[] {
  return [...(topLayer() ?? document).querySelectorAll(actions)]
    .filter((element) => !container.contains(element))
    .map((element) => element.getBoundingClientRect())
    .filter(
      ({ width, height, top, bottom }) => width > 1 && height > 1 && bottom > 0 && top < window.innerHeight,
    )
}
