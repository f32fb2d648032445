import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { byId, Id } from '../values.ts'

/** Some pages of a file: how many, and which, as `1-3,7`. */
const Pages = z.object({ count: z.int(), ranges: z.string() })
export type Pages = z.output<typeof Pages>

/** How the pages of a file will print, before anything is printed. */
export const Preflight = z
  .object({
    file: Id,
    pages: z.int(),
    color_pages: Pages,
    black_pages: Pages,
    blank_pages: Pages,
    /** As they are seen, in millimetres, the most frequent first; empty for a picture, which takes the size of its paper. */
    sizes: z.array(z.object({ width: z.number(), height: z.number(), pages: Pages })),
    /** Content within 5 mm of the edge of the page, where most printers cannot print. */
    near_edge_pages: Pages,
    /** Pictures with less than 150 pixels an inch at their printed size. */
    low_resolution_pages: Pages,
    /** The lowest resolution of any picture, in pixels an inch; null without pictures. */
    lowest_dpi: z.int().nullable(),
    /** Fonts that the file uses and does not contain: another font takes their place. */
    missing_fonts: z.array(z.string()),
    /** Pages that cannot be read. */
    damaged_pages: Pages,
  })
  .meta({ id: 'Preflight' })
export type Preflight = z.output<typeof Preflight>

export const getPreflight = {
  method: 'GET',
  url: '/api/preflights/:id/',
  config: {
    work: 'file',
    access: 'admin',
    opensTransactions: true,
    summary:
      'How the pages of a file will print: colour, sizes, margins, resolution, fonts. The id is that of an upload or of an order’s file. The first request checks the file, which takes a moment for many pages.',
  },
  schema: { ...byId, response: { 200: Preflight } },
} as const satisfies Endpoint
