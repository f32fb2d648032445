import { networkInterfaces } from 'node:os'

/** A program that calls an address may refuse or show a password in it; without two slashes no link begins like this. */
export function isUrl(text: string, protocols: string[]): boolean {
  if (!/^\w+:\/\/[^/]/.test(text) || !URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return protocols.includes(protocol) && username === '' && password === ''
}

/** Whether this machine has this IPv4 address. */
export function isOwnAddress(text: string): boolean {
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return own.some(({ family, address }) => family === 'IPv4' && address === text)
}
