/** DATABASE_URL split into its servers: it may name several, of which one is writable. */
export interface DatabaseAddress {
  /** One address for each server, in the given order. */
  servers: string[]
  /** Hosts and ports for messages, without the password. */
  name: string
}

// In user:password the characters @, / and ? must be percent-encoded.
const shape = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#@]*)(\/[^?#]*)?(\?[^#]*)?$/

/**
 * Reads `postgres://user:password@host1:5432,host2:5433/database?target_session_attrs=read-write`, as libpq does.
 * Throws an error whose message completes a sentence that begins with the setting's name.
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
  // Not the driver's own choice among several hosts: it accepts a standby as writable, and if no host answers it never
  // fails (porsager/postgres#815). db.ts asks for the primary.
  query.delete('target_session_attrs')
  const rest = query.size > 0 ? `${path}?${query.toString()}` : path
  const names = hosts.split(',')
  const servers = names.map((host) => `${start}${host}${rest}`)
  const isComplete =
    servers.every((server) => URL.canParse(server)) && (names.length === 1 || !names.includes(''))
  if (!isComplete) throw new Error('must name each host as host or host:port')
  return { servers, name: hosts || 'localhost' }
}

/** The servers of one database and which one is assumed to be writable. Shared by all pools. */
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

  /** Moves on from a server to the next one; false if there is only one server. */
  moveOnFrom(server: string): boolean {
    if (this.addresses.length < 2) return false
    if (server === this.current) this.#current = (this.#current + 1) % this.addresses.length
    return true
  }

  /** Sets the writable server. */
  use(server: string): void {
    this.#current = Math.max(0, this.addresses.indexOf(server))
  }

  /** Destroys every connection immediately, also those to a server that no longer answers. */
  closeConnections(): void {
    for (const listener of this.#listeners) listener()
  }

  onClose(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
