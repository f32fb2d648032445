import { readFile, writeFile } from 'node:fs/promises'
import { serveChecks } from '../../base/files/checkingProcess.ts'
import { loadPdfium } from '../prepress/pdfium.ts'
import { type Imposition, imposePages } from './imposePages.ts'

/** What the process is asked for: the paths of files, and where to write the PDF. */
export type ImposeRequest = Imposition<string> & { target: string }
/** `written`: the PDF is at the target. `unchanged`: the only file is it. */
export type ImposeAnswer = 'written' | 'unchanged' | { damaged: number; page?: number }

serveChecks<ImposeAnswer, ImposeRequest>(async ({ files, target, ...choices }) => {
  const contents = []
  for (const file of files) contents.push({ ...file, content: await read(file, choices) })
  const imposed = await imposePages(await loadPdfium(), { ...choices, files: contents })
  if (imposed === 'unchanged' || 'damaged' in imposed) return imposed
  await writeFile(target, imposed.pdf, { mode: 0o600 })
  return 'written'
})

async function read(
  { content, isPicture }: ImposeRequest['files'][number],
  { paper }: Pick<ImposeRequest, 'paper'>,
) {
  if (!isPicture) return readFile(content)
  // Imported only for pictures, because sharp takes memory and most files are PDFs.
  const { picturePage } = await import('./picturePage.ts')
  return picturePage(content, paper)
}
