import { globSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compressedTwins, inlineIcon, inlineStyles, preloadList } from './buildFiles.ts'
import { chunkGroups, withoutCommon } from './chunks.ts'
import { firstRequestsScript } from './firstRequestsScript.ts'
import { inlineRuntime } from './inlineRuntime.ts'
import { builtLanguage, translateTexts } from './languages/translateTexts.ts'
import { lightContract } from './lightContract.ts'
import { pdfFiles } from './pdfFiles.ts'
import { serviceWorker } from './serviceWorker.ts'
import { preloads } from './src/app/screens.ts'

const api = `http://127.0.0.1:${process.env['API_PORT'] ?? 3000}`

/** What the server writes into the page otherwise. */
const settings: Plugin = {
  name: 'settings',
  apply: 'serve',
  transformIndexHtml: (html) =>
    html
      .replace('data-time-zone=""', `data-time-zone="${process.env['TIME_ZONE'] ?? 'Asia/Kolkata'}"`)
      .replace('data-currency=""', `data-currency="${process.env['CURRENCY'] ?? ''}"`),
}

const styleFiles = globSync('src/**/*.module.css', { cwd: import.meta.dirname }).toSorted()

/** A class of a CSS module, with the number of its file: a hash costs 0.6 KiB of the list of orders. */
const scopedName = (name: string, file: string) =>
  `${name}-${styleFiles.indexOf(relative(import.meta.dirname, file)).toString(36)}`

const language = builtLanguage()
const folder = language === 'en' || language === 'pseudo' ? '' : `${language}/`

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // Each language has files of its own: whoever reads one loads nothing of another.
  base: `/${folder}`,
  plugins: [
    translateTexts(language),
    lightContract(),
    react(),
    settings,
    firstRequestsScript(),
    inlineRuntime(),
    inlineIcon(),
    inlineStyles(),
    preloadList(preloads),
    pdfFiles(),
    serviceWorker(language),
    compressedTwins(),
  ],
  define: { 'import.meta.env.LANGUAGE': JSON.stringify(language) },
  css: { modules: { generateScopedName: scopedName } },
  build: {
    outDir: `dist/${folder}`,
    emptyOutDir: true,
    manifest: true,
    modulePreload: { polyfill: false, resolveDependencies: withoutCommon },
    // Of spring 2024: `light-dark()` and nesting stay as they are written.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // The frame names all files: a letter more of each hash costs it an eighth of a KiB.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api/', '/referral_app', '/coupon_app', '/healthz'].map((path) => [path, api]),
    ),
  },
})
