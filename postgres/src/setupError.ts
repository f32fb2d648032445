/** PostgreSQL cannot run here until a person does something; the message is one sentence for that person. */
export class SetupError extends Error {}

/** Another process holds the folder. */
export class FolderBusy extends SetupError {}
