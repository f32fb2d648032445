import { getConfiguration } from '@our-print/contract/shop/configurations.ts'
import { updateConfiguration } from '@our-print/contract/shop/updateConfiguration.ts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { serve } from '../../base/http/route.ts'
import * as configurations from './configurations.queries.ts'

export function configurationRoutes(app: FastifyInstance, { pool }: Dependencies): void {
  serve(app, pool, getConfiguration, ({ db }) => configurations.get(db))
  serve(app, pool, updateConfiguration, ({ db, body }) => configurations.save(db, body))
}
