/** Why a delivery failed, as a tap. The note of the move keeps the text, so it can be counted by its start. */
export const failedReasons = ['Nobody home', 'Wrong address', 'Refused', 'Asked for later'] as const

/** The note of a move: the reason, and what was typed besides. */
export const noteWithReason = (reason: string, typed: string) =>
  typed.trim() === '' ? reason : `${reason}: ${typed.trim()}`

/** A reason fits in front, within the length of a note. */
export const longestTyped = 950
