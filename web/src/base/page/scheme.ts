import { createStore } from '../createStore.ts'
import { preferencesPrefix } from './devicePreferences.ts'

/** Light or dark: as a person chose on this device, else as the system. */
export type Scheme = 'system' | 'light' | 'dark'

export const schemeKey = `${preferencesPrefix}scheme`

const store = createStore()
const dark = () => window.matchMedia('(prefers-color-scheme: dark)')

const readScheme = (): Scheme => {
  const chosen = localStorage.getItem(schemeKey)
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

function apply() {
  const scheme = readScheme()
  const shown = scheme === 'system' ? (dark().matches ? 'dark' : 'light') : scheme
  document.documentElement.dataset['theme'] = shown
}

/** Makes the page light or dark, and follows the system while it is open. */
export function followScheme(): void {
  apply()
  dark().addEventListener('change', apply)
}

export function chooseScheme(scheme: Scheme): void {
  localStorage.setItem(schemeKey, scheme)
  apply()
  store.notify()
}

export const useScheme = (): Scheme => store.use(readScheme)
