import { createPageCounter } from '../src/files/pdfPages.ts'
import { childProcesses } from './childProcesses.ts'

// A server in small: counts one file, then tells its parent the process that counted and waits to be killed.
await createPageCounter().count(process.argv[2] ?? '')
process.send?.(childProcesses()[0])
setInterval(() => undefined, 1000)
