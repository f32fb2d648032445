import type { PoolLimits } from './checkingPool.ts'
import { createMemoryBudget } from './memoryBudget.ts'

/** In megabytes, for the processes that draw pages and lay them on sheets. */
export const pdfiumMegabytes = 1_200
const pdfiumMemory = createMemoryBudget(pdfiumMegabytes)

/**
 * What the processes that read untrusted files may take. Those of an upload have memory of their own, because a person waits;
 * the others share theirs: two files are checked at a time, or one document is laid on sheets. All of them together stay
 * below 2.3 GB; docs/operations.md says so.
 */
export const checkingLimits = {
  /** Counts pages and decodes pictures. */
  pages: {
    processes: 2,
    timeoutMs: 60_000,
    fileCpuMs: 5_000,
    megabytes: 400,
    cpuSeconds: 60,
    idleMs: 5_000,
    idleMegabytes: 128,
  },
  /** Encodes photos of deliveries and pictures of vouchers and QR codes anew. */
  pictures: {
    processes: 1,
    timeoutMs: 60_000,
    fileCpuMs: 10_000,
    megabytes: 300,
    cpuSeconds: 60,
    idleMs: 5_000,
    idleMegabytes: 128,
  },
  /** Draws pages. One takes 3 to 10 ms of CPU time, one full of pictures up to a second. */
  preflight: {
    processes: 2,
    timeoutMs: 180_000,
    fileCpuMs: 60_000,
    stepCpuMs: 10_000,
    megabytes: 600,
    cpuSeconds: 120,
    idleMs: 5_000,
    idleMegabytes: 150,
    budget: pdfiumMemory,
  },
  /** Lays pages on sheets. 5,000 take some seconds; PDFium holds a file of 100 MB up to ten times. */
  sheets: {
    processes: 1,
    timeoutMs: 180_000,
    fileCpuMs: 60_000,
    megabytes: 1_200,
    cpuSeconds: 120,
    idleMs: 5_000,
    idleMegabytes: 150,
    budget: pdfiumMemory,
  },
} as const satisfies Record<string, PoolLimits>
