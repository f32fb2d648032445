import type { scanDevices, uncountedKinds } from '@our-print/contract/qrCodes.ts'
import { getParser } from 'bowser'
import crawlers from 'crawler-user-agents'
import type { FastifyRequest } from 'fastify'

export type ScanKind = (typeof scanDevices)[number] | (typeof uncountedKinds)[number]

// HTTP libraries are what some scanner apps open a code with, and an automated browser is still someone's: a robot
// is what crawls, indexes, previews or watches.
const inSomeonesHand = new Set(['http-library', 'browser-automation'])

const robots = new RegExp(
  (crawlers as { pattern: string; tags?: string[] }[])
    .filter(({ tags = [] }) => !tags.some((tag) => inSomeonesHand.has(tag)))
    .map(({ pattern }) => pattern)
    .join('|'),
)

// Browsers that fetch ahead of a tap say so by one of these.
const ahead: [string, RegExp][] = [
  ['sec-purpose', /\b(prefetch|prerender|preview)\b/i],
  ['purpose', /\b(prefetch|prerender|preview)\b/i],
  ['x-purpose', /\b(prefetch|preview|instant)\b/i],
  ['x-moz', /\bprefetch\b/i],
]

/** Who scans: a kind of device, or one of those who are no visit of a person. */
export function kindOf({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): ScanKind {
  if (method === 'HEAD') return 'head'
  if (ahead.some(([name, purpose]) => purpose.test(String(headers[name] ?? '')))) return 'prefetch'
  return kindOfAgent(headers['user-agent'] ?? '')
}

// Names repeat, and looking through all patterns takes longer than the rest of the answer.
const remembered = new Map<string, ScanKind>()
const mostRemembered = 2000
const longestAgent = 1000

function kindOfAgent(agent: string): ScanKind {
  const name = agent.slice(0, longestAgent)
  const known = remembered.get(name)
  if (known) return known
  const kind = lookAt(name)
  if (remembered.size >= mostRemembered) remembered.clear()
  remembered.set(name, kind)
  return kind
}

function lookAt(agent: string): ScanKind {
  if (agent === '') return 'other'
  if (robots.test(agent)) return 'bot'
  const platform = getParser(agent, true).getPlatformType()
  if (platform === 'mobile' || platform === 'tablet' || platform === 'desktop') return platform
  return platform === 'bot' ? 'bot' : 'other'
}
