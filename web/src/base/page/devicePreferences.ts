/**
 * The start of the names under which this device keeps how a person likes to work: lists, sounds, notices, light or dark. They stay when
 * the person signs out.
 */
export const preferencesPrefix = 'list:'
