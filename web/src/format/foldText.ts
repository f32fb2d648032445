const invisible = /\p{Default_Ignorable_Code_Point}/gu

/**
 * A text as the server's searches see it: without regard to case, by the rules of Unicode, to how it is composed and
 * to what cannot be seen. For the few lists that are searched here.
 */
export const foldText = (text: string) =>
  text
    .normalize('NFKC')
    .replace(invisible, '')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replaceAll('i\u0307', 'i')
    .normalize('NFKC')

/** Whether a text holds the words. */
export const includesFolded = (text: string, words: string) => foldText(text).includes(foldText(words.trim()))
