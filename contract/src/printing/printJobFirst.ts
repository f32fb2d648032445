import type { Endpoint } from '../endpoint.ts'
import { byId } from '../values.ts'
import { PrintJob } from './printJobs.ts'

export const printJobFirst = {
  method: 'POST',
  url: '/api/print-jobs/:id/front/',
  config: {
    access: 'admin',
    summary:
      'Let a waiting job print before all others that wait for its printer. 409 once its printer has it.',
  },
  schema: { ...byId, response: { 200: PrintJob } },
} as const satisfies Endpoint
