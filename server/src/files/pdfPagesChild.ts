import type { Answer, Message, Question } from './checkingProcess.ts'
import { countPdfPages } from './countPdfPages.ts'

process.on('message', (question: Question) => {
  answer(question).then(say, (error: unknown) => say({ fault: String(error) }))
})
// The server has ended or died; nobody is left to count for.
process.on('disconnect', () => process.exit())
say({ ready: true })

async function answer({ path, contentType }: Question): Promise<Answer> {
  if (contentType === 'application/pdf') return countPdfPages(path)
  // Most files are PDFs, and sharp takes memory.
  const { decodeImage } = await import('./decodeImage.ts')
  return decodeImage(path)
}

function say(message: Message): void {
  process.send?.(message)
}
