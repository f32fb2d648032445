import { defineConfig } from '@playwright/test'

// The browser is the one that `npm test` found or installed. The flags keep a headless Chromium from calling home.
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  outputDir: '.cache/e2e',
  // Three shops with a browser each: a story waits for its pages and its server for more than a third of its time.
  workers: 2,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    viewport: { width: 1280, height: 800 },
    // A trace of every step would take a third of the time; `--trace on` records one when a failure needs it.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: process.env.BROWSER_PATH ?? '/usr/bin/chromium', args },
  },
})
