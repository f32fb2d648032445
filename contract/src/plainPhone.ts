/** A phone number without separators: '0091 (98200) 12345' becomes 00919820012345. */
export const plainPhone = (typed: string) =>
  typed
    .normalize('NFKC')
    .replace(/^\s*tel:/i, '')
    .replace(/[\p{Cf}\s().\-/\u2010-\u2015]/gu, '')
