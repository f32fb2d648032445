import { findPrinters as findContract } from '@our-print/contract/printing/findPrinters.ts'
import * as contract from '@our-print/contract/printing/printers.ts'
import type { FastifyInstance } from 'fastify'
import { inJobTransaction } from '../../base/database/jobTransaction.ts'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { serve } from '../../base/http/route.ts'
import { serveList } from '../../base/http/servePage.ts'
import { findPrinters } from './findPrinters.ts'
import { askStatus, keepStatus } from './pollPrinters.ts'
import * as printers from './printers.queries.ts'
import { tryPrinter } from './tryPrinter.ts'

/** A file has a printer in a row: what it said of itself is left out. */
const csvColumns = contract.Printer.omit({ status: true })

export function printerRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { pool, sealer } = dependencies
  serveList(app, dependencies, contract.listPrinters, { name: 'printers', columns: csvColumns }, printers)
  serve(app, pool, contract.getPrinter, ({ db, params }) => printers.get(db, params.id))
  serve(app, pool, contract.createPrinter, ({ db, body }) => printers.create(db, sealer, body))
  serve(app, pool, contract.updatePrinter, ({ db, params, body }) =>
    printers.update(db, sealer, params.id, body),
  )
  serve(app, pool, contract.deletePrinter, async ({ db, params }) => {
    await printers.remove(db, params.id)
    return null
  })
  serve(app, pool, findContract, async () => ({ printers: await findPrinters(dependencies) }))
  serve(app, pool, contract.testPrinter, ({ body }) => tryPrinter(dependencies, body))
  serve(app, pool, contract.checkPrinter, async ({ db, params }) => {
    const connection = await printers.readConnection(db, params.id)
    const { status: last } = await printers.get(db, params.id)
    const { status, isSeen } = await askStatus(dependencies, connection, last)
    await inJobTransaction(db, (tx) => keepStatus(tx, connection, status, isSeen))
    return printers.get(db, params.id)
  })
}
