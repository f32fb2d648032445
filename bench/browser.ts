import { type Browser, type BrowserContext, chromium } from '@playwright/test'

export const processor = { rate: 4 }

export const launch = () =>
  chromium.launch({
    executablePath: process.env['BROWSER_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  })

export type Session = Record<string, string>

/** What the browser stores at sign-in. */
export async function sessionOf(url: string, token: string): Promise<Session> {
  const response = await fetch(`${url}/api/profile/`, { headers: { authorization: `Token ${token}` } })
  if (!response.ok) throw new Error(`The profile of the session answered ${response.status}`)
  const { id, is_superuser } = (await response.json()) as { id: string; is_superuser: boolean }
  return { token: `Token ${token}`, id, is_superuser: String(is_superuser) }
}

/** A new browser profile with this storage, which records what moves without being asked to. */
export async function openContext(browser: Browser, url: string, session: Session): Promise<BrowserContext> {
  const localStorage = Object.entries(session).map(([name, value]) => ({ name, value }))
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    storageState: { cookies: [], origins: [{ origin: new URL(url).origin, localStorage }] },
  })
  await context.addInitScript(`window.shifted = 0
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shifted += value
    }).observe({ type: 'layout-shift', buffered: true })`)
  return context
}

export const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
