import type { Answer } from './qrWorker.ts'

/** Finds a QR code in the picture of a camera. */
export type CodeReader = {
  read: (video: HTMLVideoElement) => Promise<string | undefined>
  close: () => void
}

type Detector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> }
type Detectors = { new (options: { formats: string[] }): Detector; getSupportedFormats(): Promise<string[]> }

/** The browser's own reader; undefined where it has none, or none for QR codes. */
async function openDetector(): Promise<CodeReader | undefined> {
  const { BarcodeDetector } = window as { BarcodeDetector?: Detectors }
  if (!BarcodeDetector || !(await BarcodeDetector.getSupportedFormats()).includes('qr_code')) return undefined
  const detector = new BarcodeDetector({ formats: ['qr_code'] })
  return {
    read: async (video) => (await detector.detect(video))[0]?.rawValue,
    close: () => {},
  }
}

/** More pixels find no code that these do not, and cost time on small phones. */
const longestSide = 960

/** Reads with WebAssembly, in a worker. */
function openWorker(): CodeReader {
  const worker = new Worker(new URL('./qrWorker.ts', import.meta.url), { type: 'module' })
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  const pictureOf = (video: HTMLVideoElement): ImageData | undefined => {
    const scale = Math.min(1, longestSide / Math.max(video.videoWidth, video.videoHeight, 1))
    canvas.width = Math.round(video.videoWidth * scale)
    canvas.height = Math.round(video.videoHeight * scale)
    if (!context || canvas.width === 0 || canvas.height === 0) return undefined
    context.drawImage(video, 0, 0, canvas.width, canvas.height)
    return context.getImageData(0, 0, canvas.width, canvas.height)
  }
  return {
    read: (video) =>
      new Promise((resolve, reject) => {
        const picture = pictureOf(video)
        if (!picture) return resolve(undefined)
        // One picture at a time, so the next answer is this picture's.
        const once = { once: true }
        worker.addEventListener(
          'message',
          ({ data }: MessageEvent<Answer>) =>
            'error' in data ? reject(new Error(data.error)) : resolve(data.text ?? undefined),
          once,
        )
        worker.addEventListener(
          'error',
          () => reject(new Error('The reader of codes could not be loaded')),
          once,
        )
        worker.postMessage(picture, [picture.data.buffer])
      }),
    close: () => worker.terminate(),
  }
}

/**
 * Reads with the browser's own reader where there is one. On some phones it is there but fails with each picture: then
 * WebAssembly takes over.
 */
export async function openCodeReader(): Promise<CodeReader> {
  const own = await openDetector().catch(() => undefined)
  if (!own) return openWorker()
  let reader = own
  return {
    async read(video) {
      try {
        return await reader.read(video)
      } catch (error) {
        if (reader !== own) throw error
        reader = openWorker()
        return reader.read(video)
      }
    },
    close: () => reader.close(),
  }
}
