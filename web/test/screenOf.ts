/** Sets the screen width of the next render, which jsdom cannot measure. */
export function screenOf(width: number) {
  const matches = (query: string) => {
    const [, least] = /min-width:\s*([\d.]+)px/.exec(query) ?? []
    const [, most] = /max-width:\s*([\d.]+)px/.exec(query) ?? []
    if (!least && !most) return false
    return width >= Number(least ?? 0) && width <= Number(most ?? Number.POSITIVE_INFINITY)
  }
  window.matchMedia = (media: string) =>
    Object.assign(new EventTarget(), {
      media,
      matches: matches(media),
      onchange: null,
      addListener() {},
      removeListener() {},
    })
}
