import { readdirSync, readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const home = new URL('..', import.meta.resolve('pdfjs-dist/build/pdf.mjs'))
const { version } = JSON.parse(readFileSync(new URL('package.json', home), 'utf8')) as { version: string }
const wanted = {
  build: /^pdf\.worker\.min\.mjs$/,
  cmaps: /\.bcmap$/,
  standard_fonts: /\.pfb$/,
  wasm: /_nowasm_fallback\.js$/,
}

/** The package's own sans-serif font, Liberation Sans 1, is under the GPL: Roboto is what pdf.js gets by its names. */
const fonts = new URL('fonts/roboto/', import.meta.resolve('roboto-fontface/package.json'))
const sansSerif: Record<string, string> = {
  'standard_fonts/LiberationSans-Regular.ttf': 'Roboto-Regular.woff2',
  'standard_fonts/LiberationSans-Italic.ttf': 'Roboto-RegularItalic.woff2',
  'standard_fonts/LiberationSans-Bold.ttf': 'Roboto-Bold.woff2',
  'standard_fonts/LiberationSans-BoldItalic.ttf': 'Roboto-BoldItalic.woff2',
}

export const readPdfFile = (file: string) =>
  readFileSync(sansSerif[file] ? new URL(sansSerif[file], fonts) : new URL(file, home))

/** The folders of the package, whose layout it does not promise. */
export const folders = Object.keys(wanted)

export const files = () => [
  ...Object.keys(sansSerif),
  ...Object.entries(wanted).flatMap(([folder, pattern]) =>
    readdirSync(new URL(folder, home))
      .filter((name) => pattern.test(name))
      .map((name) => `${folder}/${name}`),
  ),
]

/**
 * What pdf.js asks for by name: its worker, and for some files character maps, the standard fonts, image decoders. In a
 * folder with its version, because assets are cached for ever.
 */
export const pdfFiles = (): Plugin => ({
  name: 'pdf-files',
  generateBundle() {
    for (const file of files()) {
      this.emitFile({ type: 'asset', fileName: `assets/pdfjs-${version}/${file}`, source: readPdfFile(file) })
    }
  },
  configureServer({ middlewares }) {
    const known = new Set(files())
    middlewares.use(`/assets/pdfjs-${version}/`, (request, reply, next) => {
      const file = (request.url ?? '').slice(1)
      if (!known.has(file)) return next()
      if (/\.m?js$/.test(file)) reply.setHeader('content-type', 'text/javascript')
      reply.end(readPdfFile(file))
    })
  },
})
