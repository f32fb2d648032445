// Keys of the catalogues: English texts with a name in braces for each value.

/** The texts and names of a key or a translation, by turns. */
export const partsOf = (key: string): string[] => key.split(/\{(\w+)\}/)

/** The names in a key or a translation, sorted. */
export const namesIn = (key: string): string[] =>
  partsOf(key)
    .filter((_, at) => at % 2 === 1)
    .toSorted()

/** A key of texts and values by turns: a text more than values. */
export const keyOf = (texts: readonly string[], names: readonly string[]) =>
  texts.map((text, at) => text + (at < names.length ? `{${names[at]}}` : '')).join('')
