import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const script = fileURLToPath(new URL('textOfPdfProcess.ts', import.meta.url))

/** The text of a PDF as a reader finds it, a line each; in a process of its own, because PDF.js changes the globals of its process. */
export async function textOfPdf(bytes: Uint8Array): Promise<string> {
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'ignore'] })
  child.stdin.end(bytes)
  return text(child.stdout)
}
