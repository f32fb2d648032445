import { parseArgs } from 'node:util'
import { OperatorError } from '../../base/operatorError.ts'

const maxOrders = 5_000_000

export type Arguments = { demo: { orders: number } | undefined }

/** Parses the command line; an unknown argument throws an OperatorError. */
export function readArguments(given: string[]): Arguments {
  const { demo, orders } = parse(given)
  if (orders === undefined) return { demo: demo ? { orders: 400 } : undefined }
  if (!demo) throw new OperatorError('--orders says how large a demo shop is to be: use it with --demo')
  const count = Number(orders)
  if (!/^\d+$/.test(orders) || count < 1 || count > maxOrders) {
    throw new OperatorError(`--orders must be a whole number from 1 to ${maxOrders.toLocaleString('en')}`)
  }
  return { demo: { orders: count } }
}

function parse(given: string[]) {
  try {
    return parseArgs({ args: given, options: { demo: { type: 'boolean' }, orders: { type: 'string' } } })
      .values
  } catch {
    throw new OperatorError(`it knows --demo and --orders N, and not ${given.join(' ')}`)
  }
}
