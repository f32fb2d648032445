/** PostgreSQL's command-line options; they override its configuration files. `more` overrides the values below. */
export function postgresSettings(port: number, more: Record<string, string> = {}): string[] {
  const settings: Record<string, string | number> = {
    port,
    // This machine only, and no Unix socket: every connection needs the password.
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 100,

    // A committed transaction survives a power cut.
    fsync: 'on',
    // Not compressed (wal_compression): these binaries only have pglz, which shortens the log by a third after a checkpoint
    // and costs a fifth more processor time per write.
    full_page_writes: 'on',
    synchronous_commit: 'on',

    // For a small machine that also runs the application.
    shared_buffers: '256MB',
    effective_cache_size: '1GB',
    work_mem: '8MB',
    maintenance_work_mem: '128MB',
    // Fewer checkpoints: after each one the log grows by full-page images.
    max_wal_size: '2GB',
    // On solid-state disks random reads cost about the same as sequential ones.
    random_page_cost: 1.1,
    // Compiling takes longer than short queries run.
    jit: 'off',

    timezone: 'UTC',
    log_timezone: 'UTC',
    // One log file for each weekday, overwritten after a week.
    logging_collector: 'on',
    // Relative to the cluster: the account may not be able to use the absolute path.
    log_directory: '../log',
    log_filename: 'postgresql-%a.log',
    log_truncate_on_rotation: 'on',
    log_rotation_age: '1d',
    log_rotation_size: 0,
    // No errors of statements: they quote values, and the application logs them without.
    log_min_messages: 'log',
    ...more,
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
