import type { Page } from '@playwright/test'

/** Refuses the files of the app from now on, until it is called with false. */
export async function refuseFiles(page: Page): Promise<(refused: boolean) => void> {
  let isRefused = false
  await page.route('**/assets/**', (route) => (isRefused ? route.abort() : route.continue()))
  return (refused) => {
    isRefused = refused
  }
}
