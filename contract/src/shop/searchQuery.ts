/** Whether a text is long enough to search for: two characters that can be seen, or a digit. */
export function isSearchable(query: string): boolean {
  const seen = query.normalize('NFKC').replace(/[\p{Cf}\p{Cc}\s\u115f\u1160\u3164\uffa0]/gu, '')
  return /^..+$/su.test(seen) || /^\p{Nd}$/u.test(seen)
}
