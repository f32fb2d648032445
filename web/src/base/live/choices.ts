import { useSyncExternalStore } from 'react'
import { preferencesPrefix } from '../page/devicePreferences.ts'

/** What a person chose on this device: off at first, kept when they sign out. */
export type Choice = 'sound' | 'notice'

export const choicesPrefix = `${preferencesPrefix}live:`

const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const isChosen = (choice: Choice): boolean => localStorage.getItem(choicesPrefix + choice) === 'on'

export function choose(choice: Choice, on: boolean): void {
  if (on) localStorage.setItem(choicesPrefix + choice, 'on')
  else localStorage.removeItem(choicesPrefix + choice)
  for (const listener of listeners) listener()
}

export const useChoice = (choice: Choice): boolean => useSyncExternalStore(subscribe, () => isChosen(choice))
