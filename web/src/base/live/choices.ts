import { createStore } from '../createStore.ts'
import { preferencesPrefix } from '../page/devicePreferences.ts'

/** What a person chose on this device: off at first, kept when they sign out. */
export type Choice = 'sound' | 'notice'

export const choicesPrefix = `${preferencesPrefix}live:`

const store = createStore()

export const isChosen = (choice: Choice): boolean => localStorage.getItem(choicesPrefix + choice) === 'on'

export function choose(choice: Choice, on: boolean): void {
  if (on) localStorage.setItem(choicesPrefix + choice, 'on')
  else localStorage.removeItem(choicesPrefix + choice)
  store.notify()
}

export const useChoice = (choice: Choice): boolean => store.use(() => isChosen(choice))
