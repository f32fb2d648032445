import { abilities, can } from '@our-print/contract/people/abilities.ts'
import * as contract from '@our-print/contract/people/abilitySets.ts'
import { abilityTexts } from '@our-print/contract/people/abilityTexts.ts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { serve } from '../../base/http/route.ts'
import { servePage } from '../../base/http/servePage.ts'
import * as sets from './abilitySets.queries.ts'

export function abilitySetRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { pool } = dependencies
  serve(app, pool, contract.listAbilities, async ({ actor }) =>
    abilities.map((ability) => ({ ability, ...abilityTexts[ability], can_give: can(actor, ability) })),
  )
  servePage(app, dependencies, contract.listAbilitySets, { name: 'ability-sets' }, ({ query, actor }) => {
    const filter = { ...query, actor }
    return { select: (db) => sets.select(db, filter), page: (db) => sets.list(db, filter) }
  })
  serve(app, pool, contract.getAbilitySet, ({ db, actor, params }) => sets.get(db, actor, params.id))
  serve(app, pool, contract.createAbilitySet, ({ db, actor, body }) => sets.create(db, actor, body))
  serve(app, pool, contract.updateAbilitySet, ({ db, actor, params, body }) =>
    sets.update(db, actor, params.id, body),
  )
  serve(app, pool, contract.deleteAbilitySet, async ({ db, actor, params }) => {
    await sets.remove(db, actor, params.id)
    return null
  })
}
