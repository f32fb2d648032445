import { required } from '@our-print/contract/values.ts'
import type { FastifyRequest } from 'fastify'
import { invalid } from '../http/problem.ts'
import { type ReceivedFile, withReceivedForm } from '../http/receivedForm.ts'

/**
 * Saves the `file` of a form to disk before a transaction starts; a slow upload would otherwise keep the transaction
 * open.
 */
export const withCsvFile = <T>(
  request: FastifyRequest,
  uploadFolder: string,
  /** The ends of the names that are accepted. */
  endings: readonly string[],
  work: (file: ReceivedFile) => Promise<T>,
): Promise<T> =>
  withReceivedForm(request, uploadFolder, rulesOf(endings), ({ files: [file] }) => {
    if (!file) throw invalid('file', required)
    return work(file)
  })

const rulesOf = (endings: readonly string[]) => ({
  fields: [],
  files: {
    field: 'file',
    most: 1,
    tooMany: 'Send one file',
    bytes: 256 * 1024 * 1024,
    called: 'The file',
    nameOf: (name: string) => {
      const shortened = name.slice(-255)
      if (!endings.some((ending) => shortened.toLowerCase().endsWith(ending)))
        throw invalid('file', `Only ${endings.join(', ')} files are accepted`)
      return shortened
    },
  },
})

/**
 * Copies the lines of a file to a table, in the batches in which it is read. An error in the file is thrown only after COPY
 * has ended, because aborting COPY would close the connection.
 */
export async function copyFile<Line>(
  batches: AsyncIterable<Line[]>,
  write: (lines: Line[]) => string,
  copy: (text: AsyncIterable<string>) => Promise<void>,
): Promise<void> {
  let fileError: unknown
  async function* lines() {
    try {
      for await (const some of batches) if (some.length > 0) yield write(some)
    } catch (error) {
      fileError = error
    }
  }
  await copy(lines())
  if (fileError) throw fileError
}
