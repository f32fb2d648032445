import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { type BuiltLanguage, translateTexts } from './languages/translateTexts.ts'
import { screens } from './src/app/screens.ts'

const file = 'src/app/serviceWorker.ts'

/** What nobody needs to open a screen: previews of PDF files, and the camera's reader of codes where the browser has none. */
const rare = /\/(PdfPreview|qrWorker)-|\/pdfjs-/

/** What the app keeps on a device: all scripts and styles of the build but the rare ones. */
const keptOf = (names: readonly string[], base: string) =>
  names.filter((name) => /\.(js|css)$/.test(name) && !rare.test(`/${name}`)).map((name) => base + name)

/** Screens that need the server first: what strangers open is not kept for them. */
const paths = ['/', '/login', ...screens.filter(({ access }) => access !== 'public').map(({ path }) => path)]

/** Builds sw.js, with the list of files that it keeps. Its notices are in the language of the pages. */
export const serviceWorker = (language: BuiltLanguage): Plugin => ({
  name: 'service-worker',
  apply: 'build',
  // When the files have their last names.
  async writeBundle({ dir = '' }, bundle) {
    const built = await build({
      configFile: false,
      logLevel: 'error',
      root: fileURLToPath(new URL('.', import.meta.url)),
      plugins: [translateTexts(language)],
      define: {
        'process.env.NODE_ENV': '"production"',
        appFiles: JSON.stringify(keptOf(Object.keys(bundle), this.environment.config.base).toSorted()),
        screenPaths: JSON.stringify([...new Set(paths)]),
      },
      publicDir: false,
      build: {
        write: false,
        target: 'es2022',
        rolldownOptions: {
          input: fileURLToPath(new URL(file, import.meta.url)),
          output: { format: 'iife' },
        },
      },
    })
    const chunk = [built].flat().flatMap((one) => ('output' in one ? one.output : []))[0]
    if (chunk?.type !== 'chunk') throw new Error(`${file} was not built`)
    await writeFile(join(dir, 'sw.js'), chunk.code)
  },
})
