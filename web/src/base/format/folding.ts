const invisible = /\p{Default_Ignorable_Code_Point}/gu

/**
 * The text in the form in which the server compares names and codes: Unicode case folding, one composition, no invisible
 * characters.
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

const plainLetters: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ħ: 'h',
  ŧ: 't',
  ð: 'd',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  '‘': "'",
  '’': "'",
  ʼ: "'",
}

/** The text as the server's searches compare it (`search_text`): also without accents. For short lists searched here. */
export const searchText = (text: string) =>
  foldText(text)
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[øłđħŧðæœþ‘’ʼ]/g, (letter) => plainLetters[letter] ?? letter)
    .normalize('NFKC')

/** Whether the text contains every word, in any sequence, compared as the server does. */
export const includesFolded = (text: string, words: string) => {
  const folded = searchText(text)
  return words.split(/\s+/).every((word) => folded.includes(searchText(word)))
}
