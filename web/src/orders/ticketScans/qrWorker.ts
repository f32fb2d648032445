import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'

// Reads QR codes where the browser has no BarcodeDetector. In a worker, so that only this file needs the permission to
// compile WebAssembly (see webApp.ts), and so that the page stays quick.

// By default the package asks a server of others for this file.
prepareZXingModule({ overrides: { locateFile: () => wasm } })

async function read(picture: ImageData): Promise<string | null> {
  const [found] = await readBarcodes(picture, { formats: ['QRCode'], maxNumberOfSymbols: 1, tryHarder: true })
  return found?.text ?? null
}

/** The answer to a picture: a code's text, null without a code, or what went wrong. */
export type Answer = { text: string | null } | { error: string }

addEventListener('message', ({ data }: MessageEvent<ImageData>) => {
  const answer = (message: Answer) => postMessage(message)
  read(data).then(
    (text) => answer({ text }),
    (error: unknown) => answer({ error: String(error) }),
  )
})
