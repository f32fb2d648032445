import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const script = fileURLToPath(new URL('openedPdfProcess.ts', import.meta.url))

/** What a reader finds beside the pages: the files in it (base64) and its metadata. */
export type OpenedPdf = { files: { name: string; content: string }[]; metadata: string; pages: number }

/** PDFs as PDF.js opens them; in a process of its own, because it changes the globals of its process. */
export async function openedPdfs(pdfs: readonly Uint8Array[]): Promise<OpenedPdf[]> {
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify(pdfs.map((bytes) => Buffer.from(bytes).toString('base64'))))
  return JSON.parse(await text(child.stdout)) as OpenedPdf[]
}
