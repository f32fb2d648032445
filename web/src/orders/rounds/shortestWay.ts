// The shortest way from the shop over all stops; it ends at the last one. Distances are as the crow flies.

export type Place = { latitude: number; longitude: number }

/** For more stops the exact way takes too long on a phone. */
export const mostExact = 12

const earthMetres = 6_371_008.8
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Metres between two places on the globe, by the haversine formula. */
export function metresBetween(one: Place, other: Place): number {
  const [from, to] = [radians(one.latitude), radians(other.latitude)]
  const half = (angle: number) => Math.sin(angle / 2) ** 2
  const square =
    half(to - from) + Math.cos(from) * Math.cos(to) * half(radians(other.longitude - one.longitude))
  return 2 * earthMetres * Math.asin(Math.min(1, Math.sqrt(square)))
}

/** Metres of a way from the start over these places. */
export const lengthOf = (start: Place, way: readonly Place[]) =>
  way.reduce((sum, place, at) => sum + metresBetween(way[at - 1] ?? start, place), 0)

/** The places in the shortest sequence from the start: exact for up to 12, a good one beyond. */
export function shortestWay<T extends Place>(start: Place, places: readonly T[]): T[] {
  const all = [start, ...places]
  const metres = all.map((one) => Float64Array.from(all, (other) => metresBetween(one, other)))
  const way = places.length <= mostExact ? exactWay(metres) : improved(nearestFirst(metres), metres)
  return way.map((at) => places[at - 1] as T)
}

type Metres = readonly Float64Array[]

const between = (metres: Metres, one: number, other: number) => metres[one]?.[other] ?? 0

/** Held and Karp: the best way over each set of stops that ends at each of them. Place 0 is the start. */
function exactWay(metres: Metres): number[] {
  const count = metres.length - 1
  if (count === 0) return []
  const best = new Float64Array(count << count).fill(Number.POSITIVE_INFINITY)
  const before = new Int8Array(best.length).fill(-1)
  for (let stop = 0; stop < count; stop++) best[(1 << stop) * count + stop] = between(metres, 0, stop + 1)
  for (let set = 1; set < 1 << count; set++)
    for (let last = 0; last < count; last++) {
      const soFar = best[set * count + last] ?? Number.POSITIVE_INFINITY
      if (soFar === Number.POSITIVE_INFINITY) continue
      for (let next = 0; next < count; next++) {
        if (set & (1 << next)) continue
        const there = (set | (1 << next)) * count + next
        const length = soFar + between(metres, last + 1, next + 1)
        if (length >= (best[there] ?? 0)) continue
        best[there] = length
        before[there] = last
      }
    }
  const way: number[] = []
  let set = (1 << count) - 1
  const ends = best.subarray(set * count)
  let last = ends.indexOf(Math.min(...ends))
  while (last >= 0) {
    way.unshift(last + 1)
    const previous = before[set * count + last] ?? -1
    set &= ~(1 << last)
    last = previous
  }
  return way
}

/** From each stop to the nearest one that is left. */
function nearestFirst(metres: Metres): number[] {
  const left = new Set(metres.keys())
  left.delete(0)
  const way: number[] = []
  for (let here = 0; left.size > 0; ) {
    const from = here
    here = [...left].reduce((near, one) =>
      between(metres, from, one) < between(metres, from, near) ? one : near,
    )
    left.delete(here)
    way.push(here)
  }
  return way
}

/** 2-opt: turns parts of the way round for as long as that makes it shorter. Never longer than before. */
export function improved(start: readonly number[], metres: Metres): number[] {
  const way = [0, ...start]
  // Less than a centimetre is a rounding error, which would turn for ever.
  const gain = 0.01
  for (let isShorter = true; isShorter; ) {
    isShorter = false
    for (let from = 1; from < way.length - 1; from++)
      for (let to = from + 1; to < way.length; to++) {
        const [a = 0, b = 0, c = 0, d] = [way[from - 1], way[from], way[to], way[to + 1]]
        const now = between(metres, a, b) + (d === undefined ? 0 : between(metres, c, d))
        const turned = between(metres, a, c) + (d === undefined ? 0 : between(metres, b, d))
        if (turned >= now - gain) continue
        way.splice(from, to - from + 1, ...way.slice(from, to + 1).toReversed())
        isShorter = true
      }
  }
  return way.slice(1)
}
