import { serveChecks } from './checkingProcess.ts'
import { PictureRefused, rewritePhoto, rewritePng } from './rewritePicture.ts'

export type PictureRequest = { kind: 'png' | 'photo'; bytes: Buffer }
export type PictureAnswer = { rewritten: Buffer } | { refusal: string }

serveChecks<PictureAnswer, PictureRequest>(async ({ kind, bytes }) => {
  try {
    return { rewritten: await (kind === 'png' ? rewritePng(bytes) : rewritePhoto(bytes)) }
  } catch (error) {
    if (error instanceof PictureRefused) return { refusal: error.message }
    throw error
  }
})
