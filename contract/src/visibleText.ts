/**
 * Characters that nobody sees, as a class of a regular expression with the flag `u`: spaces, control characters, zero-width
 * and filling ones, and the empty Braille cell.
 */
export const unseen = String.raw`[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]`

const onlyUnseen = new RegExp(`^${unseen}*$`, 'u')

/** Whether a text has anything that a person can see. */
export const isVisible = (text: string): boolean => !onlyUnseen.test(text)
