import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressedTwins, inlineIcon, preloadList } from './buildFiles.ts'
import { chunkGroups } from './chunks.ts'
import { firstRequestsScript } from './firstRequestsScript.ts'
import { lightContract } from './lightContract.ts'
import { pdfFiles } from './pdfFiles.ts'
import { preloads } from './src/app/screens.ts'

const api = `http://127.0.0.1:${process.env['API_PORT'] ?? 3000}`

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [
    lightContract(),
    react(),
    firstRequestsScript(),
    inlineIcon(),
    preloadList(preloads),
    pdfFiles(),
    compressedTwins(),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    modulePreload: { polyfill: false },
    target: 'es2022',
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
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
