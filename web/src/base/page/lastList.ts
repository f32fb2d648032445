/** A list as it was last shown: its address, its name, and the addresses of its rows. */
export type LastList = { to: string; title: string; links: string[] }

// Of this tab, so that a reload keeps it; two tabs may show two lists.
const key = 'last-list'

export const rememberList = (list: LastList): void => sessionStorage.setItem(key, JSON.stringify(list))

/** The list from which this address was opened, if it was the last one on the screen. */
export function lastListWith(address: string): LastList | undefined {
  try {
    const list = JSON.parse(sessionStorage.getItem(key) ?? '') as LastList
    return list.links.includes(address) ? list : undefined
  } catch {
    return undefined
  }
}
