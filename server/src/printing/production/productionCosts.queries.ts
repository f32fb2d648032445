import { toPaise } from '@our-print/contract/orders/price.ts'
import type { ProductionCosts, updateProductionCosts } from '@our-print/contract/printing/production.ts'
import type { z } from 'zod'
import type { Db } from '../../base/database/db.ts'
import { checkVersion } from '../../base/database/versions.ts'

export async function get(db: Db): Promise<ProductionCosts> {
  const [costs] = await db<[ProductionCosts]>`
    select json_build_object('none', binding_none / 100.0, 'staple', binding_staple / 100.0,
        'spiral', binding_spiral / 100.0, 'hard', binding_hard / 100.0) as binding,
      json_build_object('A4', paper_a4 / 100.0, 'A3', paper_a3 / 100.0, 'Letter', paper_letter / 100.0) as paper,
      gap_percent, gap_least, version from production_costs`
  return costs
}

type Sent = z.output<typeof updateProductionCosts.schema.body>

/** Updates what the next jobs cost. */
export async function update(db: Db, { binding, paper, gap_percent, gap_least, version }: Sent) {
  const [locked] = await db<[{ version: number }]>`select version from production_costs for no key update`
  await checkVersion('Costs', version, locked, () => get(db))
  const row = {
    binding_none: toPaise(binding.none),
    binding_staple: toPaise(binding.staple),
    binding_spiral: toPaise(binding.spiral),
    binding_hard: toPaise(binding.hard),
    paper_a4: toPaise(paper.A4),
    paper_a3: toPaise(paper.A3),
    paper_letter: toPaise(paper.Letter),
    gap_percent,
    gap_least,
  }
  await db`update production_costs set version = version + 1, ${db(row)}`
  return get(db)
}
