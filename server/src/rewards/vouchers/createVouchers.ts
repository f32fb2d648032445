import { randomBytes } from 'node:crypto'
import type { VoucherCode } from '@our-print/contract/rewards/vouchers.ts'
import { codeAlphabet } from '@our-print/contract/rewards/vouchers.ts'
import type { z } from 'zod'
import type { Db } from '../../base/database/db.ts'
import { fieldError, Problem } from '../../base/http/problem.ts'
import * as groups from './voucherGroups.queries.ts'

type NewVouchers = Parameters<typeof groups.create>[1] & {
  vouchers: { voucher_code: z.output<typeof VoucherCode> }[]
}

/** Creates a voucher group with all its codes, or nothing if the company already has one of them. */
export async function create(db: Db, { vouchers, ...group }: NewVouchers): Promise<groups.VoucherGroupRow> {
  const codes = vouchers.map(({ voucher_code }) => voucher_code)
  const id = await groups.create(db, group)
  const added = new Set(await groups.createVouchers(db, id, codes))
  if (added.size < codes.length) throw await duplicateCodes(db, codes, added)
  return groups.get(db, id)
}

/** The problem that names the codes which exist already or were sent twice. */
async function duplicateCodes(db: Db, codes: string[], added: Set<string>): Promise<Problem> {
  const keys = await groups.codeKeys(db, codes)
  const seen = new Set<string | undefined>()
  const fields = codes.flatMap((code, index) => {
    const isFirst = !seen.has(keys[index])
    seen.add(keys[index])
    if (isFirst && added.has(code)) return []
    const why = isFirst ? `This company has the code ${code} already` : `The code ${code} is there twice`
    return [fieldError(`vouchers.${index}.voucher_code`, why)]
  })
  const [first] = fields
  return new Problem(409, 'taken', first?.message ?? 'A code is taken', { fields: fields.slice(0, 100) })
}

type NewRandomVouchers = Omit<Parameters<typeof groups.create>[1], 'is_single'> & {
  count: number
  prefix: string
  length: number
}

/** Creates a voucher group with random codes; a code that the company already has is drawn again. */
export async function generate(
  db: Db,
  { count, prefix, length, ...group }: NewRandomVouchers,
): Promise<groups.VoucherGroupRow> {
  const id = await groups.create(db, { ...group, is_single: false })
  for (let missing = count; missing > 0; ) {
    missing -= (await groups.createVouchers(db, id, randomCodes(missing, prefix, length))).length
  }
  return groups.get(db, id)
}

/** Different codes that nobody can predict. The alphabet has 32 characters, so the remainder of a byte is unbiased. */
function randomCodes(count: number, prefix: string, length: number): string[] {
  const codes = new Set<string>()
  while (codes.size < count) {
    let code = prefix
    for (const byte of randomBytes(length)) code += codeAlphabet.charAt(byte % codeAlphabet.length)
    codes.add(code)
  }
  return [...codes]
}
