import { defineConfig } from '@playwright/test'

// The browser is the one that `npm test` found or installed. The flags stop the background traffic of Chromium.
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const proofs = /@proof|\.proof\.e2e\.ts/

export default defineConfig({
  testDir: 'e2e',
  // `npm run test:all` adds the walks over every screen, and stories at further widths and in the dark.
  testMatch: process.env.PICTURES ? '*.pictures.ts' : '*.e2e.ts',
  ...(process.env.PROOFS ? { grep: proofs } : { grepInvert: proofs }),
  outputDir: '.cache/e2e',
  // Each worker has its own shop and browser. On two cores three workers were slower than two (377 s against 294 s).
  workers: 2,
  // Only what hangs ends by time; a passing story waits for neither. A walk through all screens takes minutes, and more on a busy
  // machine.
  timeout: process.env.PICTURES || process.env.PROOFS ? 1_800_000 : 600_000,
  expect: { timeout: 240_000 },
  reporter: 'list',
  use: {
    // What never comes ends with a message of its own, and does not hold a worker for as long as a walk may take.
    actionTimeout: 240_000,
    navigationTimeout: 240_000,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    viewport: { width: 1280, height: 800 },
    // A trace would add a third of the time; `--trace on` records one when a failure needs it.
    trace: 'off',
    // What it answers no test could see or change; the stories of the app without network allow it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: process.env.BROWSER_PATH ?? '/usr/bin/chromium', args },
  },
})
