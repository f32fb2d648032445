/** A start that cannot go on, told in one sentence: print the message, not the stack, and exit 1. */
export class StartError extends Error {}
