import { expect, test } from 'vitest'
import { files as pdfFiles, folders as pdfFolders } from '../web/pdfFiles.ts'
import { read, sourceFiles } from './imports.ts'

const webFiles = sourceFiles.filter((file) => file.startsWith('web/src/'))
const holding = (pattern: RegExp) => webFiles.filter((file) => pattern.test(read(file)))

test('no import leads past what a package exports', () => {
  expect(holding(/from '[^'.][^']*\/(dist|build|internals?|esm|cjs)\//)).toEqual([])
})

test('pdf.js has the files that it is handed by name, in the folders where we look for them', () => {
  const missing = pdfFolders.filter((folder) => !pdfFiles().some((file) => file.startsWith(`${folder}/`)))
  expect(missing).toEqual([])
})
