// What lies over the page: dialogs, drawers, panels and menus. Each says so itself, since a style sheet's selector would
// have to know all of them, and what is open is asked between two changes of the page.

let layers: readonly HTMLElement[] = []
const listeners = new Set<() => void>()

function change(next: readonly HTMLElement[]) {
  layers = next
  for (const listener of listeners) listener()
}

/** Adds one above all others. Returns what takes it out again, called while it is still on the page. */
export function addLayer(layer: HTMLElement): () => void {
  change([...layers, layer])
  return () => change(layers.filter((one) => one !== layer))
}

/** The topmost one. */
export const topLayer = (): HTMLElement | undefined => layers.at(-1)

/** The topmost one that makes everything outside of it unusable. */
export const topDialog = (): HTMLElement | undefined =>
  layers.findLast((layer) => layer instanceof HTMLDialogElement)

/** Calls the listener after each change. Returns the stop. */
export function onLayers(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
