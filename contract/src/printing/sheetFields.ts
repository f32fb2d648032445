import { z } from 'zod'
import { longestRanges } from './pageRanges.ts'
import { fits, layouts } from './sheetLayout.ts'

/** How an order is laid on sheets. */
export const OrderLayout = {
  /** Pages on a side of a sheet, or a booklet. */
  layout: z.enum(layouts),
  /** Pages of another size than the paper: printed as they are, made smaller if they are larger, fitted, or refused. */
  fit: z.enum(fits),
  /** One document of all files instead of one for each. */
  bundle: z.boolean(),
}

/** What a new order, or its preview, says of its sheets. */
export const SheetFields = {
  layout: OrderLayout.layout.default('1-up'),
  fit: OrderLayout.fit.default('shrink'),
  bundle: OrderLayout.bundle.default(false),
  /**
   * The pages to print of each file, in the sequence of the files, as `7,1-3`: printed in this sequence, each once. All
   * pages where the text is empty or missing; more texts than files are refused.
   */
  page_ranges: z
    .array(z.string().trim().max(longestRanges, `At most ${longestRanges} characters`))
    .max(20, 'At most 20 files')
    .default([]),
}
