/** Pseudo-random numbers (mulberry32), the same for the same name. Each feature has its own, so that one does not change another. */
export class Random {
  #state = 2_166_136_261

  constructor(name: string) {
    for (const letter of name) this.#state = Math.imul(this.#state ^ (letter.codePointAt(0) ?? 0), 16_777_619)
  }

  /** 32 bits. */
  bits(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }

  /** From 0 up to (not including) 1. */
  fraction(): number {
    return this.bits() / 2 ** 32
  }

  uniform(least: number, most: number): number {
    return least + this.fraction() * (most - least)
  }

  /** An integer from `least` to `most`, both included. */
  whole(least: number, most: number): number {
    return Math.floor(this.uniform(least, most + 1))
  }

  happens(probability: number): boolean {
    return this.fraction() < probability
  }

  pick<T>(items: readonly T[]): T {
    return items[this.whole(0, items.length - 1)] as T
  }

  /** One of the items, with a probability by weight. */
  weighted<T extends { weight: number }>(items: readonly T[]): T {
    let rest = this.fraction() * items.reduce((sum, { weight }) => sum + weight, 0)
    return items.find(({ weight }) => (rest -= weight) < 0) ?? (items.at(-1) as T)
  }

  /** A UUIDv7 of this time in milliseconds. */
  id(moment: number): string {
    const time = hex(moment, 12)
    const bits = this.bits()
    const version = `7${hex(bits & 0xfff, 3)}`
    const variant = hex(0x8000 | ((bits >>> 12) & 0x3fff), 4)
    const rest = hex(this.bits(), 8) + hex(this.bits() >>> 16, 4)
    return `${time.slice(0, 8)}-${time.slice(8)}-${version}-${variant}-${rest}`
  }
}

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')
