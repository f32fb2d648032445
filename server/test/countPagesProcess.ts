import { createPageCounter } from '../src/base/files/pdfPages.ts'
import { childProcesses } from './processes/childProcesses.ts'

// Counts the pages of one file, sends its parent the id of the page-counting process, and waits to be killed.
await createPageCounter().count(process.argv[2] ?? '')
process.send?.(childProcesses()[0])
setInterval(() => undefined, 1000)
