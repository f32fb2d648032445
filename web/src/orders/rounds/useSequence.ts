import { useState } from 'react'
import { signedInId } from '../../people/session/session.ts'

/*
 * The sequence is kept on this device: it is of use to one person for one day, a phone without a network can change it,
 * and it is gone with the sign-out. A second phone starts by area.
 */
const keyOf = (staffUser: string) => `round ${staffUser}`

function read(key: string): string[] {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(saved) ? saved.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

/** The ids of the stops in the sequence that the staff user chose. */
export function useSequence() {
  const key = keyOf(signedInId())
  const [saved, setSaved] = useState(() => read(key))

  function save(ids: readonly string[]) {
    setSaved([...ids])
    try {
      localStorage.setItem(key, JSON.stringify(ids))
    } catch {
      // The device has no space left: the sequence lasts until the page is closed.
    }
  }

  return { saved, save }
}
