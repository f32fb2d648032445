import { randomBytes } from 'node:crypto'
import { codeAlphabet } from '@our-print/contract/rewards/vouchers.ts'

/** Different codes that nobody can predict. The alphabet has 32 characters, so the remainder of a byte is unbiased. */
export function randomCodes(count: number, prefix: string, length: number): string[] {
  const codes = new Set<string>()
  while (codes.size < count) {
    let code = prefix
    for (const byte of randomBytes(length)) code += codeAlphabet.charAt(byte % codeAlphabet.length)
    codes.add(code)
  }
  return [...codes]
}
