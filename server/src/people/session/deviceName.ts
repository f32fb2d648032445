import { parse } from 'bowser'

const maxAgentLength = 1000

/** A device in a few words, from the User-Agent header: 'Chrome on Windows', 'Safari on an iPhone'. */
export function deviceName(agent: string | undefined): string {
  if (!agent) return 'Unknown device'
  const { browser, os, platform } = parse(agent.slice(0, maxAgentLength))
  // Of an unknown browser the name is empty, and the header begins with that of its program: 'curl/8.1'.
  const own = agent.split(/[ /]/, 1)[0]?.slice(0, 40)
  const program = [browser.name, own].find(Boolean)
  const model = /^(iPhone|iPad)$/.test(platform.model ?? '') ? `an ${platform.model}` : undefined
  const system = model ?? os.name
  return system ? `${program} on ${system}` : (program ?? 'Unknown device')
}
