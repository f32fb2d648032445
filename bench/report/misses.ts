import { existsSync, readFileSync } from 'node:fs'
import type { Section } from '../parts/part.ts'
import { root } from '../servers.ts'
import { byProcessor, isReached, type Target, withRoom } from '../targets.ts'
import type { Findings, Measured } from './findings.ts'
import { milliseconds, ratio } from './format.ts'

/** A target that was not reached. */
export type Miss = { work: string; where: string; what: string }

export const sizeName = (orders: number) => `${orders.toLocaleString('en')} orders`

/** Every target that was not reached; with room for noise for a quick run. */
export function findMisses({ sizes, grown, parts, isByProcessor }: Findings, isQuick = false): Miss[] {
  const judged = (one: Measured): Measured =>
    isByProcessor && one.figures ? { ...one, figures: { ...one.figures, ...byProcessor(one.figures) } } : one
  const room = (target: Target) => (isQuick ? withRoom(target, isByProcessor) : target)
  return [
    ...sizes.flatMap(({ orders, measured }) =>
      measured.flatMap((one) => missOf(judged(one), room(one.work.target), sizeName(orders))),
    ),
    ...(grown?.measured ?? []).flatMap((one) => missOf(one, one.work.target, 'growth')),
    ...parts.flatMap(({ title, section }) => (section === undefined ? [] : missesOfPart(title, section))),
  ]
}

function missOf({ work, figures, failure }: Measured, target: Target, where: string): Miss[] {
  if (failure !== undefined) return [{ work: work.name, where, what: failure }]
  if (!figures || isReached(figures, target)) return []
  const { throughput, p50, perSecond, milliseconds: slowest } = target
  const missed = [
    throughput !== undefined &&
      (figures.throughputRatio ?? 0) < throughput &&
      `throughput ${ratio(figures.throughputRatio)} (at least ${ratio(throughput)})`,
    p50 !== undefined &&
      (figures.p50Ratio ?? Infinity) > p50 &&
      `p50 ${ratio(figures.p50Ratio)} (at most ${ratio(p50)})`,
    perSecond !== undefined &&
      figures.perSecond < perSecond &&
      `${Math.round(figures.perSecond)}/s (at least ${Math.round(perSecond)})`,
    slowest !== undefined &&
      figures.p50 > slowest &&
      `p50 ${milliseconds(figures.p50)} (at most ${milliseconds(slowest)})`,
  ]
  return [{ work: work.name, where, what: missed.filter(Boolean).join(', ') }]
}

function missesOfPart(title: string, section: Section | { failure: string }): Miss[] {
  if ('failure' in section) return [{ work: title, where: 'all of it', what: section.failure }]
  return section.rows
    .filter(({ isKept }) => isKept === false)
    .map(({ work, measured, beside, target }) => ({
      work,
      where: title,
      what: `${[measured, beside].filter(Boolean).join(', ')} (target ${target})`,
    }))
}

const notesFile = new URL('docs/performance-notes.md', root)

/** What was tried for a missed target and what stands in the way: one heading a work in docs/performance-notes.md. */
export function readNotes(): Map<string, string> {
  if (!existsSync(notesFile)) return new Map()
  const [, ...notes] = readFileSync(notesFile, 'utf8').split(/^## /m)
  return new Map(
    notes.map((note) => {
      const [heading = '', ...lines] = note.split('\n')
      return [heading.trim(), lines.join('\n').trim()]
    }),
  )
}
