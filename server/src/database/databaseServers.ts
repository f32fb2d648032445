/** A parsed DATABASE_URL, which may name several servers, of which one is writable. */
export interface DatabaseAddress {
  /** One URL for each server, in the sequence of DATABASE_URL. */
  servers: string[]
  /** Hosts and ports for messages, without the password. */
  name: string
}

// In user:password, @, /, ? and # must be percent-encoded.
const urlPattern = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#@]*)(\/[^?#]*)?(\?[^#]*)?$/

/**
 * Parses `postgres://user:password@host1:5432,host2:5433/database?target_session_attrs=read-write`, as libpq does.
 * An error's message continues a sentence that starts with the name of the setting.
 */
export function readDatabaseUrl(url: string): DatabaseAddress {
  const [, start, hosts, path = '', search = ''] = urlPattern.exec(url) ?? []
  if (start === undefined || hosts === undefined) throw new Error('must be a postgres:// address')
  const query = new URLSearchParams(search)
  const target = query.get('target_session_attrs') ?? 'read-write'
  if (!['any', 'read-write', 'primary'].includes(target)) {
    throw new Error(
      'must not ask for another server than the writable one: target_session_attrs is read-write',
    )
  }
  // The driver's own selection takes a standby for writable, and never fails when no host answers
  // (porsager/postgres#815). So db.ts selects the primary.
  query.delete('target_session_attrs')
  const rest = query.size > 0 ? `${path}?${query.toString()}` : path
  const names = hosts.split(',')
  const servers = names.map((host) => `${start}${host}${rest}`)
  const isValid =
    servers.every((server) => URL.canParse(server)) && (names.length === 1 || !names.includes(''))
  if (!isValid) throw new Error('must name each host as host or host:port')
  return { servers, name: hosts || 'localhost' }
}

/** The servers of one database, and which one is assumed to be writable. All pools share it. */
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

  /** Moves on to the next server if this one is the current one; returns whether there is another one. */
  leave(server: string): boolean {
    if (this.addresses.length < 2) return false
    if (server === this.current) this.#current = (this.#current + 1) % this.addresses.length
    return true
  }

  /** Marks this server as the writable one. */
  use(server: string): void {
    this.#current = Math.max(0, this.addresses.indexOf(server))
  }

  /** Closes every connection at once, including those to a server that no longer responds. */
  drop(): void {
    for (const listener of this.#listeners) listener()
  }

  onDrop(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
