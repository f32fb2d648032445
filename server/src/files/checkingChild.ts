import type { CheckRequest, CheckResult, Message } from './checkingProcess.ts'
import { countPdfPages } from './countPdfPages.ts'

process.on('message', (question: CheckRequest) => {
  check(question).then(send, (error: unknown) => send({ fault: String(error) }))
})
// The server has ended or died.
process.on('disconnect', () => process.exit())
send({ ready: true })

async function check({ content, contentType }: CheckRequest): Promise<CheckResult> {
  if (contentType === 'application/pdf') return countPdfPages(content)
  // Imported only for images, because sharp takes memory and most files are PDFs.
  const { decodeImage } = await import('./decodeImage.ts')
  return decodeImage(content)
}

function send(message: Message): void {
  process.send?.(message)
}
