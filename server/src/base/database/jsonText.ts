import type { Rows } from '@our-print/contract/paging.ts'

/** A response, or a part of one, that is JSON text already: PostgreSQL made it, and nothing needs to be parsed. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** The value. JSON.stringify calls it where the text is a part of an object. */
  toJSON(): unknown {
    return JSON.parse(this.text)
  }
}

/** A page of a list as `Rows`, with its items as the text of one JSON array. */
export type TextRows = Omit<Rows<never>, 'results'> & { results: JsonText }
