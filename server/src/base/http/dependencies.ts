import type { FastifyInstance } from 'fastify'
import type { Imposer } from '../../printing/imposition/imposer.ts'
import type { OfficeConverter } from '../../printing/office/officeConverter.ts'
import type { Preflighter } from '../../printing/prepress/preflighter.ts'
import type { Pool } from '../database/db.ts'
import type { Sealer } from '../database/sealer.ts'
import type { PageCounter } from '../files/pdfPages.ts'
import type { Pictures } from '../files/pictures.ts'
import type { KeyReservations } from '../files/reservedKeys.ts'
import type { Storage } from '../files/storage.ts'
import type { Place } from '../outgoing/place.ts'
import type { RequestSender } from '../outgoing/sendRequest.ts'
import type { CsvExports } from './csv.ts'
import type { Links, Signer } from './links.ts'

/** What the start opens before the app is built. */
export type Resources = {
  pool: Pool
  /**
   * For token look-ups and other cheap reads. The driver uses its connections in turn, and a backend that has just run
   * the same statement needs a fifth less time: so these are few.
   */
  quickPool: Pool
  /** Plans each statement anew: a search needs a plan for its own words. */
  searchPool: Pool
  /** Finds few rows by indexes, each kind of record within a time limit. */
  lookup: { pool: Pool; timeoutMs: number }
  /** For exports alone, which hold a connection as long as their client takes to read. */
  exportPool: Pool
  /** One connection for scans alone: they run one batch at a time, and the same backend keeps its caches warm. */
  scanPool: Pool
  storage: Storage
  pageCounter: PageCounter
  /** Encodes pictures anew. */
  pictures: Pictures
  signer: Signer
  /** Encrypts what the shop must be able to use again: passwords of printers. */
  sealer: Sealer
  links: Links
  /** Holds received files until they are checked and stored. */
  uploadFolder: string
  /** Lays pages on sheets. */
  imposer: Imposer
  /** Sends requests to addresses that people typed. */
  sender: RequestSender
  /** Whatever talks to a machine outside asks it first. */
  place: Place
}

/** What every feature may use. */
export type Dependencies = Resources & {
  csv: CsvExports
  /** Work for the beginning of the shutdown: it ends responses that would not end by themselves. */
  onStop: (work: () => Promise<void>) => void
  preflighter: Preflighter
  /** Makes PDF files of Word and PowerPoint documents. */
  officeConverter: OfficeConverter
  /** Storage keys for new files. */
  reservedKeys: KeyReservations
  /** Whether it is kept who opens the page of a customer. */
  auditViews: boolean
  /** The address of the network on which printers are looked for; undefined: all of them. */
  searchInterface: string | undefined
  /** Public requests a minute and address. */
  publicRateLimit: number
  /** Milliseconds between the heartbeats of a stream of events; its token is checked as often. */
  heartbeatMs: number
}

/** Registers the routes of one feature. */
export type Routes = (app: FastifyInstance, dependencies: Dependencies) => void
