/** What the reasons of IPP mean for the person at the printer; empty: nothing to do. Of printers and of jobs. */
const sentences: Record<string, string> = {
  none: '',
  // The printer.
  'media-empty': 'Out of paper',
  'media-needed': 'The paper that the job needs is not loaded',
  'media-low': 'Little paper is left',
  'media-jam': 'Paper jam',
  'input-tray-missing': 'A paper tray is missing',
  'input-cannot-feed-size-selected': 'No tray can feed this size of paper',
  'input-media-size-change': 'The size of the loaded paper was changed',
  'output-area-full': 'The output tray is full',
  'output-area-almost-full': 'The output tray is almost full',
  'output-tray-missing': 'The output tray is missing',
  'cover-open': 'A cover is open',
  'door-open': 'A door is open',
  'interlock-open': 'A cover or a door is open',
  'toner-empty': 'Out of toner',
  'toner-low': 'Toner is low',
  'developer-empty': 'The developer is used up',
  'developer-low': 'The developer is low',
  'marker-supply-empty': 'Out of toner or ink',
  'marker-supply-low': 'Toner or ink is low',
  'marker-waste-full': 'The container for waste toner or ink is full',
  'marker-waste-almost-full': 'The container for waste toner or ink is almost full',
  'marker-supply-missing': 'A toner or ink cartridge is missing',
  'cleaner-life-over': 'The cleaning unit must be replaced',
  'cleaner-life-almost-over': 'The cleaning unit must soon be replaced',
  'fuser-over-temp': 'The fuser is too hot',
  'fuser-under-temp': 'The fuser is warming up',
  'opc-life-over': 'The drum must be replaced',
  'opc-near-eol': 'The drum must soon be replaced',
  'stapler-empty': 'Out of staples',
  'subunit-missing': 'A part of the printer is missing',
  'subunit-life-over': 'A part of the printer must be replaced',
  'subunit-life-almost-over': 'A part of the printer must soon be replaced',
  'subunit-unrecoverable-failure': 'A part of the printer is broken: call the service',
  'subunit-recoverable-failure': 'A part of the printer has failed: look at its display',
  'spool-area-full': 'The memory of the printer is full',
  'memory-exhausted': 'The memory of the printer is full',
  'interpreter-resource-unavailable': 'The printer lacks something that the document needs',
  paused: 'Paused at the printer',
  'moving-to-paused': 'Being paused at the printer',
  shutdown: 'Switched off or shutting down',
  'power-down': 'Switched off',
  offline: 'Offline: press its online button',
  deactivated: 'Switched off at the printer',
  'connecting-to-device': 'The print server is connecting to the printer',
  'timed-out': 'The print server cannot reach the printer',
  stopping: 'Stopping',
  'stopped-partly': 'A part of the printer is stopped',
  'hold-new-jobs': 'New jobs are held at the printer',
  'identify-printer-requested': '',
  'configuration-change': '',
  'power-up': 'Warming up',
  'warming-up': 'Warming up',
  testing: 'Testing itself',
  other: 'Something needs attention: look at its display',
  // Jobs.
  'job-incoming': '',
  'job-outgoing': '',
  'job-queued': '',
  'job-queued-for-marker': '',
  'job-printing': '',
  'job-transforming': '',
  'job-interpreting': '',
  'job-data-insufficient': '',
  'queued-in-device': '',
  'job-completed-successfully': '',
  'job-restartable': '',
  'printer-stopped': 'The printer is stopped',
  'printer-stopped-partly': 'A part of the printer is stopped',
  'processing-to-stop-point': 'It is being cancelled',
  'job-hold-until-specified': 'Held',
  'job-held-on-create': 'Held',
  'job-suspended': 'Suspended at the printer',
  'job-suspended-by-operator': 'Suspended at the printer',
  'job-canceled-by-user': 'Cancelled',
  'job-canceled-by-operator': 'Cancelled at the printer',
  'job-canceled-at-device': 'Cancelled at the printer',
  'job-canceled-after-timeout': 'Cancelled by the printer after waiting too long',
  'aborted-by-system': 'Given up by the printer',
  'service-off-line': 'The printer takes no jobs now',
  'resources-are-not-ready': 'The paper or a part that the job needs is not ready',
  'resources-are-not-supported': 'The printer lacks something that the job needs',
  'document-format-error': 'The printer cannot read the document',
  'document-unprintable-error': 'The printer cannot print the document',
  'document-password-error': 'The document is protected by a password',
  'document-permission-error': 'The document may not be printed',
  'document-access-error': 'The printer did not get the document',
  'document-security-error': 'The printer refused the document',
  'submission-interrupted': 'The connection was lost while the document was sent',
  'unsupported-document-format': 'The printer cannot print this kind of document',
  'unsupported-attributes-or-values': 'The printer cannot do what the job asks for',
  'compression-error': 'The printer cannot read the document',
  'conflicting-attributes': 'The options of the job cannot be combined on this printer',
  'job-completed-with-errors': 'Printed with errors: look at the sheets',
  'job-completed-with-warnings': 'Printed with warnings: look at the sheets',
  'errors-detected': 'The printer found errors',
  'warnings-detected': 'The printer warns of something: look at the sheets',
  'job-delay-output-until-specified': 'Held',
  'account-limit-reached': 'The limit of this account at the printer is reached',
  'account-authorization-failed': 'The printer’s account settings refuse the job',
}

/** A reason without how severe it is: `media-empty-error` is `media-empty`. */
export const withoutSeverity = (reason: string) =>
  reason.replace(/-(error|warning|report)$/, (end) => (reason in sentences ? end : ''))

/** Reasons for which a printer prints nothing until somebody has been there. */
const blocking = new Set([
  'media-empty',
  'media-needed',
  'media-jam',
  'input-tray-missing',
  'output-area-full',
  'output-tray-missing',
  'cover-open',
  'door-open',
  'interlock-open',
  'toner-empty',
  'developer-empty',
  'marker-supply-empty',
  'marker-supply-missing',
  'marker-waste-full',
  'fuser-over-temp',
  'opc-life-over',
  'subunit-unrecoverable-failure',
  'paused',
  'moving-to-paused',
  'offline',
])

/** A reason that its printer names as a warning or a report: it goes on. One without a severity is an error. */
const isMild = (reason: string) => /-(warning|report)$/.test(reason)

/** Whether the reasons, with their severities, keep a printer from printing. */
export const isBlocked = (reasons: readonly string[]): boolean =>
  needsHelp(reasons.filter((reason) => !isMild(reason)))

/** Whether somebody has to go to the printer, even if it is idle. */
export const needsHelp = (reasons: readonly string[]): boolean =>
  reasons.some((reason) => blocking.has(withoutSeverity(reason)))

/** One reason in words; an unknown one is shown as it is. */
function explain(reason: string): string {
  const known = Object.hasOwn(sentences, reason) ? sentences[reason] : undefined
  if (known !== undefined) return known
  const text = reason.replaceAll('-', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** What the reasons mean, as one line for people; empty where there is nothing to do. */
export const explainReasons = (reasons: readonly string[]): string =>
  [...new Set(reasons.map((reason) => explain(withoutSeverity(reason))))].filter(Boolean).join('. ')
