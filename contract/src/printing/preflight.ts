import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { byId, Id } from '../values.ts'

/** Some pages of a file: how many, and which, as `1-3,7`. */
const Pages = z.object({ count: z.int(), ranges: z.string() })
export type Pages = z.output<typeof Pages>

/** Why a phone would not read a QR code from paper. */
export const qrProblems = ['small', 'faint', 'inverted', 'broken', 'part'] as const
export type QrProblem = (typeof qrProblems)[number]

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
    /** Pages that are wider than high. */
    landscape_pages: Pages,
    /** Content within 5 mm of the edge of the page, where most printers cannot print. */
    near_edge_pages: Pages,
    /** Pictures with less than 150 pixels an inch at their printed size. */
    low_resolution_pages: Pages,
    /** The lowest resolution of any picture, in pixels an inch; null without pictures. */
    lowest_dpi: z.int().nullable(),
    /** Fonts that the file uses and does not contain, except the standard 14: another font takes their place. */
    missing_fonts: z.array(z.string()),
    /** Pages that cannot be read. */
    damaged_pages: Pages,
    /** QR codes that a phone would not read at their printed size; the first 50. */
    unreadable_codes: z.array(
      z.object({
        page: z.int(),
        problem: z.enum(qrProblems),
        /** In millimetres, as it is printed. */
        width: z.number(),
        /** The least width of a code that is too small, in millimetres. */
        needs: z.number().nullable(),
      }),
    ),
    /** Pages with pictures or drawings in which no QR code was looked for, because the file has so many of them. */
    codes_unchecked_pages: Pages,
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
      'How the pages of a file will print: colour, sizes, margins, resolution, fonts, QR codes. The id is that of an upload or of an order’s file. The first request checks the file, which takes a moment for many pages.',
  },
  schema: { ...byId, response: { 200: Preflight } },
} as const satisfies Endpoint
