import { required } from '@our-print/contract/values.ts'
import type { FastifyRequest } from 'fastify'
import { invalid } from '../../base/http/problem.ts'
import { type ReceivedFile, withReceivedForm } from '../../base/http/receivedForm.ts'

const rules = {
  fields: [],
  files: {
    field: 'file',
    most: 1,
    tooMany: 'Send one file',
    bytes: 256 * 1024 * 1024,
    called: 'The file',
    nameOf: (name: string) => {
      const shortened = name.slice(-255)
      if (!/\.csv$/i.test(shortened)) throw invalid('file', 'Only .csv files are accepted')
      return shortened
    },
  },
}

/**
 * Saves the `file` of a form to disk before a transaction starts; a slow upload would otherwise keep the transaction
 * open.
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
