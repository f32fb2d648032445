const invisible = /\p{Default_Ignorable_Code_Point}/gu

/**
 * The text in the form in which the server's searches compare it: Unicode case folding, one composition, no invisible
 * characters. For short lists that are searched in the browser.
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

/** Whether the text contains the words, compared as the server does. */
export const includesFolded = (text: string, searchText: string) =>
  foldText(text).includes(foldText(searchText.trim()))
