import type { scanDevices, uncountedKinds } from '@our-print/contract/rewards/qrCodes.ts'
import { getParser } from 'bowser'
import crawlers from 'crawler-user-agents'
import type { FastifyRequest } from 'fastify'

export type ScanKind = (typeof scanDevices)[number] | (typeof uncountedKinds)[number]

// Not robots: some scanner apps use HTTP libraries, and a person may use an automated browser.
const countedTags = new Set(['http-library', 'browser-automation'])

const robots = new RegExp(
  (crawlers as { pattern: string; tags?: string[] }[])
    .filter(({ tags = [] }) => !tags.some((tag) => countedTags.has(tag)))
    .map(({ pattern }) => pattern)
    .join('|'),
)

// Headers by which browsers announce a prefetch.
const prefetchHeaders: [string, RegExp][] = [
  ['sec-purpose', /\b(prefetch|prerender|preview)\b/i],
  ['purpose', /\b(prefetch|prerender|preview)\b/i],
  ['x-purpose', /\b(prefetch|preview|instant)\b/i],
  ['x-moz', /\bprefetch\b/i],
]

/** The kind of a scan: a kind of device, or a kind that is not counted. */
export function scanKindOf({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): ScanKind {
  if (method === 'HEAD') return 'head'
  if (prefetchHeaders.some(([name, purpose]) => purpose.test(String(headers[name] ?? '')))) return 'prefetch'
  return kindOfAgent(headers['user-agent'] ?? '')
}

// Cached, because matching all patterns takes longer than the rest of the response.
const cache = new Map<string, ScanKind>()
const maxCached = 2000
const maxAgentLength = 1000

function kindOfAgent(agent: string): ScanKind {
  const name = agent.slice(0, maxAgentLength)
  const cached = cache.get(name)
  if (cached) return cached
  const kind = detectKind(name)
  if (cache.size >= maxCached) cache.clear()
  cache.set(name, kind)
  return kind
}

function detectKind(agent: string): ScanKind {
  if (agent === '') return 'other'
  if (robots.test(agent)) return 'bot'
  const platform = getParser(agent, true).getPlatformType()
  if (platform === 'mobile' || platform === 'tablet' || platform === 'desktop') return platform
  return platform === 'bot' ? 'bot' : 'other'
}
