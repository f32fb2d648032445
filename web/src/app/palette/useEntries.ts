import { useColorScheme } from '@mui/material/styles'
import { useMemo, useState } from 'react'
import type { Role } from '../../base/api/role.ts'
import { signOutHere } from '../../people/session/session.ts'
import { creationsOf, isCalled, placesOf, settingsFor } from './commands.ts'
import { groupHits } from './entries.ts'
import type { ShownGroup } from './PaletteList.tsx'
import { readRecent } from './recent.ts'
import type { FoundRecords } from './useFound.ts'

/** More actions than this hide the records. */
const mostActions = 4

/** What the palette lists for the typed text; without text the recent records and all that can be done. */
export function useEntries(
  searchText: string,
  found: FoundRecords,
  role: Role,
  showKeys: () => void,
): ShownGroup[] {
  const { setMode } = useColorScheme()
  const [recent] = useState(readRecent)
  const [creations, places] = useMemo(() => [creationsOf(role), placesOf(role)], [role])
  const settings = settingsFor({ setMode, showKeys, signOut: () => void signOutHere() })
  const { results, isCurrent } = found
  const records = useMemo(() => groupHits(results), [results])

  if (searchText === '')
    return [
      { label: 'Recent', entries: recent },
      { label: 'Actions', entries: creations },
      { label: 'Go to', entries: places },
      { label: 'Settings', entries: settings },
    ].filter(({ entries }) => entries.length > 0)

  const actions = [...creations, ...places, ...settings].filter((one) => isCalled(one, searchText))
  return [
    { label: 'Actions', entries: actions.slice(0, mostActions) },
    ...records.map((group) => ({ ...group, isEarlier: !isCurrent })),
  ].filter(({ entries }) => entries.length > 0)
}
