/** A database's address, one server at a time: DATABASE_URL may name several, of which one can be written to. */
export interface DatabaseAddress {
  /** Addresses of one server each, in the order in which they were named. */
  servers: string[]
  /** What they are called in a sentence: hosts and ports without the password. */
  name: string
}

// user:password may hold anything but a bare @, / or ?, which must be percent-encoded there.
const shape = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#@]*)(\/[^?#]*)?(\?[^#]*)?$/

/**
 * Reads `postgres://user:password@host1:5432,host2:5433/database?target_session_attrs=read-write`, as libpq does.
 * Throws a sentence's end that says what is wrong.
 */
export function readDatabaseUrl(url: string): DatabaseAddress {
  const [, start, hosts, path = '', search = ''] = shape.exec(url) ?? []
  if (start === undefined || hosts === undefined) throw new Error('must be a postgres:// address')
  const query = new URLSearchParams(search)
  const target = query.get('target_session_attrs') ?? 'read-write'
  if (!['any', 'read-write', 'primary'].includes(target)) {
    throw new Error(
      'must not ask for another server than the writable one: target_session_attrs is read-write',
    )
  }
  // The driver's own choice goes wrong on both counts: it takes a standby for writable, and where no host answers
  // it never says so (porsager/postgres#815). We ask for the primary ourselves, see db.ts.
  query.delete('target_session_attrs')
  const rest = query.size > 0 ? `${path}?${query.toString()}` : path
  const names = hosts.split(',')
  const servers = names.map((host) => `${start}${host}${rest}`)
  const isWhole =
    servers.every((server) => URL.canParse(server)) && (names.length === 1 || !names.includes(''))
  if (!isWhole) throw new Error('must name each host as host or host:port')
  return { servers, name: hosts || 'localhost' }
}

/** The servers of one database, and which of them is believed to be the writable one. Pools share it. */
export class DatabaseServers {
  readonly addresses: readonly string[]
  readonly name: string
  #current = 0
  readonly #listeners = new Set<() => void>()

  constructor(url: string) {
    const { servers, name } = readDatabaseUrl(url)
    this.addresses = servers
    this.name = name
  }

  get current(): string {
    return this.addresses[this.#current] ?? ''
  }

  /** Where this server is the current one, the next one becomes it; whether there is another. */
  leave(server: string): boolean {
    if (this.addresses.length < 2) return false
    if (server === this.current) this.#current = (this.#current + 1) % this.addresses.length
    return true
  }

  /** This one is the writable one. */
  use(server: string): void {
    this.#current = Math.max(0, this.addresses.indexOf(server))
  }

  /** Ends every connection at once, also those of a server that is too far gone to notice. */
  drop(): void {
    for (const listener of this.#listeners) listener()
  }

  onDrop(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
