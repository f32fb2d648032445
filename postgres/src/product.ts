/** The program that embeds PostgreSQL: what its files, roles and messages are named after. */
export interface Product {
  /** As messages name it. */
  name: string
  /** The role of the application, which owns a database of the same name. Lower-case letters and underscores. */
  role: string
  /** Where root puts a copy of PostgreSQL's programs when the unprivileged account cannot read the installed ones. */
  programsFolder: string
  /** How to make a consistent backup, as the end of a sentence: "use pg_dump". */
  backupAdvice: string
  /** How to use another PostgreSQL server, as the end of a sentence: "set PGHOST". */
  otherServerAdvice: string
}
