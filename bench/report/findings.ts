import type { Figures } from '../compare.ts'
import type { Quiet } from '../machine.ts'
import type { Section } from '../parts/part.ts'
import type { Work } from '../works/work.ts'

/** A work and what was measured; or why it could not be. */
export type Measured = { work: Work; figures?: Figures; failure?: string }

/** All that a run has measured. */
export type Findings = {
  quiet: Quiet
  /** The version of PostgreSQL. */
  postgres: string
  /** A quick run on a busy machine, which is judged by CPU time. */
  isByProcessor: boolean
  rounds: number
  seconds: number
  sizes: { orders: number; measured: Measured[] }[]
  /** The works at the largest size, compared with the smallest. */
  grown?: { from: number; to: number; measured: Measured[] }
  /** Each part of the benchmark; without a section it was not run. */
  parts: { title: string; section: Section | { failure: string } | undefined }[]
}
