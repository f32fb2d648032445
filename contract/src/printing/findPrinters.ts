import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'

/** The most printers that one search tells. */
export const mostFound = 50

/** A printer that says on the network that it is there. Nothing of it is kept before a person adds it. */
export const FoundPrinter = z
  .object({
    /** As it calls itself. */
    name: z.string(),
    uri: z.string(),
    /** Make, model and where it stands, as far as it says so. */
    about: z.string(),
    color: z.boolean(),
    duplex: z.boolean(),
    /** A printer of the shop has this address. */
    is_known: z.boolean(),
  })
  .meta({ id: 'FoundPrinter' })
export type FoundPrinter = z.output<typeof FoundPrinter>

export const findPrinters = {
  method: 'POST',
  url: '/api/printers/find/',
  config: {
    access: 'admin',
    work: 'outside',
    opensTransactions: true,
    summary:
      'Look for printers on the network of the server (DNS-SD), for up to four seconds. None is added.',
  },
  schema: { response: { 200: z.object({ printers: z.array(FoundPrinter) }).meta({ id: 'FoundPrinters' }) } },
} as const satisfies Endpoint
