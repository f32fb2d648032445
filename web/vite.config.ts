import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressedTwins, preloadList } from './buildFiles.ts'
import { lightContract } from './lightContract.ts'
import { pdfFiles } from './pdfFiles.ts'
import { preloads } from './src/screens.ts'

const api = `http://127.0.0.1:${process.env['API_PORT'] ?? 3000}`

// What every screen needs, in one file: it compresses better than in twenty, and stays cached over updates.
const base =
  /node_modules\/(react|react-dom|scheduler|react-router|stylis|@emotion|@mui\/(system|utils|styled-engine|private-theming|material\/(styles|colors|ButtonBase|Button|CircularProgress|IconButton|SvgIcon|Typography|InputBase|OutlinedInput|InputAdornment|FormControl|FormLabel|FormHelperText|CssBaseline|transitions)))\//

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [lightContract(), react(), preloadList(preloads), pdfFiles(), compressedTwins()],
  // The server puts a fresh nonce here for every answer.
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', test: base },
            { name: 'query', test: /node_modules\/@tanstack\/(react-query|query-core)\// },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/referral_app', '/coupon_app', '/healthz'].map((path) => [path, api]),
    ),
  },
})
