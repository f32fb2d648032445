/** The second tap of a double tap comes within this time: it must not act on what has appeared under the finger. */
export const doubleTapMs = 700
