/** The options PostgreSQL is started with; on the command line they outrank what its files say. */
export function postgresSettings(port: number): string[] {
  const settings: Record<string, string | number> = {
    port,
    // This machine only, and no socket: without the password there is no way in.
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 100,

    // What was acknowledged survives a power cut.
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',

    // A small machine that it shares with us.
    shared_buffers: '256MB',
    effective_cache_size: '1GB',
    work_mem: '8MB',
    maintenance_work_mem: '128MB',
    // Fewer, longer checkpoints: each is followed by a burst of whole pages in the log.
    max_wal_size: '2GB',
    // Solid-state disks read anywhere alike.
    random_page_cost: 1.1,
    // Compiling takes longer than our short queries run.
    jit: 'off',

    timezone: 'UTC',
    log_timezone: 'UTC',
    // A week of logs, each day over that of the week before.
    logging_collector: 'on',
    // Beside the cluster, by a way that is open to the account wherever the data folder is.
    log_directory: '../log',
    log_filename: 'postgresql-%a.log',
    log_truncate_on_rotation: 'on',
    log_rotation_age: '1d',
    log_rotation_size: 0,
    // Errors of statements quote values, voucher codes among them, and are the app's to log without.
    log_min_messages: 'log',
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
