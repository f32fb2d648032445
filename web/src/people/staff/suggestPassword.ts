// Sixteen consonants and four vowels that sound different: 64 syllables, so six bits of a byte choose one
// evenly.
const consonants = 'bdfghjkmnprstvwz'
const vowels = 'aeou'
// Without 0 and 1, which look like letters.
const digits = '23456789'

/**
 * A random password that can be read out, like 'fuzo-kepa-rano-duma-47', with 54 random bits. No word comes twice: the
 * server refuses passwords that repeat themselves.
 */
export function suggestPassword(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(10))
  const syllables = Array.from(
    bytes.subarray(0, 8),
    (byte) => `${consonants[(byte >> 2) & 15]}${vowels[byte & 3]}`,
  )
  const words = [0, 2, 4, 6].map((at) => syllables.slice(at, at + 2).join(''))
  if (new Set(words).size < words.length) return suggestPassword()
  const number = Array.from(bytes.subarray(8), (byte) => digits[byte & 7]).join('')
  return [...words, number].join('-')
}
