import { required } from '@our-print/contract/values.ts'
import type { FastifyRequest } from 'fastify'
import { invalid } from '../http/problem.ts'
import { type ReceivedFile, withReceivedForm } from '../http/receivedForm.ts'

const rules = {
  fields: [],
  files: {
    field: 'file',
    most: 1,
    tooMany: 'Send one file',
    bytes: 256 * 1024 * 1024,
    called: 'The file',
    nameOf: (name: string) => {
      const kept = name.slice(-255)
      if (!/\.csv$/i.test(kept)) throw invalid('file', 'Only .csv files are accepted')
      return kept
    },
  },
}

/**
 * Reads a form's one `file` to disk before a transaction is opened, which would otherwise stay open as long as a slow
 * line takes.
 */
export const withCsvFile = <T>(
  request: FastifyRequest,
  uploadFolder: string,
  work: (file: ReceivedFile) => Promise<T>,
): Promise<T> =>
  withReceivedForm(request, uploadFolder, rules, ({ files: [file] }) => {
    if (!file) throw invalid('file', required)
    return work(file)
  })
