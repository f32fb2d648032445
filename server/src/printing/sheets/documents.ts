import type { SheetDocument } from '@our-print/contract/printing/sheets.ts'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { notFound, refuseRemoved } from '../../base/http/problem.ts'
import { type PreflightDependencies, preflightFile } from '../preflight/preflightFile.ts'
import { planSheets, type Reports, type SheetOptions } from './planSheets.ts'
import { findOrder, type StoredSheetFile } from './sheets.queries.ts'

export type SheetDependencies = Pick<Dependencies, 'pool' | 'storage' | 'imposer'>

/** What an order prints: one document for each file, or one bundle. */
export async function listDocuments(
  dependencies: PreflightDependencies,
  orderId: string,
): Promise<SheetDocument[]> {
  const { options, files } = await getOrder(dependencies, orderId)
  return planSheets(files, options, await readReports(dependencies, files, options)).documents
}

/**
 * Calls `use` with the path of the PDF that is printed: for a file of the order, or for null the bundle or the only file. It
 * is made from the files by the choices that the order keeps, so it is the same each time.
 */
export async function withDocument<T>(
  dependencies: SheetDependencies,
  orderId: string,
  file: string | null,
  use: (pdfPath: string) => Promise<T>,
): Promise<T> {
  const { options, files } = await getOrder(dependencies, orderId)
  return withSheets(dependencies, files, options, file, use)
}

/** As `withDocument`, for files that need not have an order yet. */
export function withSheets<T>(
  { imposer, storage }: Pick<SheetDependencies, 'imposer' | 'storage'>,
  files: StoredSheetFile[],
  options: SheetOptions,
  file: string | null,
  use: (pdfPath: string) => Promise<T>,
): Promise<T> {
  const printed = planSheets(files, options).files.filter(
    ({ id }) => options.bundle || file === null || id === file,
  )
  // Without a bundle, several files have no document in common.
  if (printed.length === 0 || (!options.bundle && printed.length > 1) || (options.bundle && file !== null))
    throw notFound('Document')
  const { layout, fit, paper_size: paper, sides } = options
  return imposer.withSheets(
    {
      layout,
      fit,
      paper,
      duplex: sides === 'double',
      files: printed.map(({ name, content_type, sha256, pages, storage_key }) => ({
        name,
        content_type,
        sha256,
        pages,
        read: () => storage.read(storage_key),
      })),
    },
    use,
  )
}

/** Reads how the files print, as far as what is counted depends on it. */
export async function readReports(
  dependencies: PreflightDependencies,
  files: readonly { id: string }[],
  { color, fit, sides }: Pick<SheetOptions, 'color' | 'fit' | 'sides'>,
): Promise<Reports> {
  if (color !== 'mixed' && fit !== 'refuse' && sides !== 'double') return new Map()
  const reports = await Promise.all(
    files.map(async ({ id }) => [id, await preflightFile(dependencies, id)] as const),
  )
  return new Map(reports)
}

async function getOrder({ pool }: Pick<SheetDependencies, 'pool'>, orderId: string) {
  const order = await findOrder(pool, orderId)
  if (!order) throw notFound('Order')
  order.files.forEach(refuseRemoved)
  return order
}
