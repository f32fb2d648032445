import type { Page } from '@playwright/test'
import { freshFetch } from '../server/test/freshFetch.ts'
import { holdPatience } from './holdTimers.ts'
import { openShop, type Shop } from './shop.ts'

const admin = { email: 'admin@ourprint.test', password: 'a long password for tests' }
export const staffUser = {
  email: 'ravi@ourprint.test',
  password: 'another long password',
  full_name: 'Ravi Kumar',
  mobile: '+919000012345',
}

export type Role = 'admin' | 'staff'

export type Desk = {
  shop: Shop
  /** Calls the API as the super admin. */
  api: <T>(method: string, path: string, body?: unknown) => Promise<T>
  /** Signs the page in with this role; `createStaffUser` comes first for staff. */
  enter: (page: Page, role: Role) => Promise<void>
  /** Creates `staffUser`, whose password the tests know. */
  createStaffUser: () => Promise<void>
}

/** Starts a shop with a super admin whose password the tests know. */
export async function openDesk(...parameters: string[]): Promise<Desk> {
  const settings = {
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    // So that a test can receive webhooks.
    WEBHOOK_HTTP: 'on',
    WEBHOOK_LOOPBACK: 'on',
    PRINTER_SEARCH_ADDRESS: '127.0.0.1',
    // A busy machine leaves no kind of record out.
    FIND_LIMIT_MS: '30000',
  }
  const shop = await openShop(settings, ...parameters)
  const sessions: Partial<Record<Role, Session>> = { admin: await signIn(shop.url, admin) }
  const api = createApi(shop.url, sessions.admin)
  return {
    shop,
    api,
    createStaffUser: async () => {
      await api('POST', '/api/staff_users_create/', staffUser)
      sessions.staff = await signIn(shop.url, staffUser)
    },
    enter: async (page, role) => {
      if (role === 'staff') await holdPatience(page)
      await page.goto(`${shop.url}/404`)
      const session: Record<string, string> = sessions[role] ?? {}
      await page.evaluate((entries) => {
        for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
      }, session)
    },
  }
}

type Session = { token: string; id: string; is_superuser: string }

async function signIn(
  url: string,
  { email, password }: { email: string; password: string },
): Promise<Session> {
  const reply = await freshFetch(`${url}/api/admin-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!reply.ok) throw new Error(`Sign-in answered ${reply.status}`)
  const { token, user } = (await reply.json()) as {
    token: string
    user: { id: string; is_superuser: boolean }
  }
  return { token: `Token ${token}`, id: user.id, is_superuser: String(user.is_superuser) }
}

const createApi =
  (url: string, session: Session | undefined) =>
  async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const reply = await freshFetch(url + path, {
      method,
      headers: {
        authorization: session?.token ?? '',
        ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    })
    if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${await reply.text()}`)
    return (reply.status === 204 ? undefined : await reply.json()) as T
  }
