/** Octets of a name that identify a job where a printer keeps no more of it. */
const fewestOctets = 12

/**
 * Whether a printer's name of a job is the one that we gave it. The first word of a given name is unique. Printers shorten
 * names, change their case, or put something in front of them (CUPS: its own number).
 */
export function isName(reported: string, given: string): boolean {
  const name = reported.toLowerCase()
  const [word = given] = given.toLowerCase().split(' ')
  return name.includes(word) || (name.length >= fewestOctets && word.startsWith(name))
}

/** Octets that a name of IPP may have; printers refuse longer ones. */
const mostOctets = 255

/** A name as printers take it: cut between two characters. */
export function shortName(name: string): string {
  let [text, octets] = ['', 0]
  for (const character of name.toWellFormed()) {
    octets += Buffer.byteLength(character)
    if (octets > mostOctets) break
    text += character
  }
  return text
}
