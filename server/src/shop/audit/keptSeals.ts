import { z } from 'zod'
import { OperatorError } from '../../base/operatorError.ts'

const KeptSeal = z.object({ number: z.int().min(1), hash: z.string().regex(/^[\da-f]{64}$/) })

/** The seals in a file that the server wrote, or that were received and saved: one JSON object a line. */
export function readSeals(text: string, file: string): z.output<typeof KeptSeal>[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return []
    const seal = KeptSeal.safeParse(parse(line))
    if (!seal.success) throw new OperatorError(`Line ${index + 1} of ${file} is no seal`)
    return [seal.data]
  })
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
