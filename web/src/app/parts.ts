import type { ComponentType } from 'react'
import { readViewer } from '../base/api/role.ts'
import { lazyPage } from '../base/feedback/lazyPart.tsx'
import { screenAt } from './screenAt.ts'
import { filesOf } from './screens.ts'
import { homeOf, screensOf } from './screensOf.ts'
import { pageFailure } from './shell/ErrorBoundary.tsx'

type Part = ComponentType<Record<string, string>>

const files = import.meta.glob<Record<string, Part>>([
  '../**/*Page.tsx',
  './shell/DataProviders.tsx',
  './shell/Shell.tsx',
])
/** The pages and their frame, each in a file that is loaded when a screen needs it. */
const parts = new Map<string, Part>()

/** A page or frame by its file, which exports a component of its own name. */
export function part(file: string): Part {
  const known = parts.get(file) ?? lazyPage(async () => ({ default: await load(file) }), pageFailure)
  parts.set(file, known)
  return known
}

async function load(name: string): Promise<Part> {
  const file = Object.keys(files).find((one) => one.endsWith(`/${name}.tsx`))
  const component = (await files[file ?? '']?.())?.[name]
  if (!component) throw new Error(name)
  return component
}

/** Loads the screens of a staff user before they are opened: on the round there may be no network. */
export function loadStaffScreens(): void {
  for (const { page } of screensOf('staff')) load(page).catch(() => undefined)
}

/**
 * Loads the files of the first screen before anything is rendered. Rendered too early, each would show a placeholder
 * first, which React keeps for 300 ms.
 */
export async function loadFirstScreen(pathname: string): Promise<void> {
  const viewer = readViewer()
  const path = pathname === '/' && viewer ? homeOf(viewer) : pathname
  const found = screenAt(path, viewer) ?? screenAt('/login', viewer)
  await Promise.all(
    (found ? filesOf(found.screen) : []).map(async (file) => {
      parts.set(file, await load(file))
    }),
  )
}
