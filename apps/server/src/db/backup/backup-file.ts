import { z } from 'zod'

/*
 * A backup is gzip over lines of JSON. First a header, then each table with its rows as arrays. The last line has the
 * number of rows and the SHA-256 of all lines before. The same for both databases, so that it also moves data from one
 * to the other.
 */
export const header = z.object({
  format: z.literal('atalaya.backup'),
  version: z.literal(1),
  createdAt: z.iso.datetime(),
  /** Every migration that the database had seen, in their order. */
  migrations: z.array(z.string()).min(1),
})
export type BackupHeader = z.infer<typeof header>

export const tableLine = z.strictObject({
  table: z.string().regex(/^\w+$/),
  columns: z.array(z.string().regex(/^\w+$/)),
})
export const endLine = z.strictObject({ end: z.literal(true), rows: z.int(), sha256: z.string() })
export const rowLine = z.array(z.union([z.string(), z.number(), z.null()]))
export type Row = z.infer<typeof rowLine>

/** A table with all of its rows, in the order in which tables can be filled. */
export type TableRows = { table: string; columns: string[]; rows: AsyncIterable<Row> | Iterable<Row> }
/** Some rows of a table, at least one, in the order of the file. */
export type RowBatch = { table: string; columns: string[]; rows: Row[] }

/** The file can't be written or restored; the message says why, for the terminal. */
export class BackupError extends Error {}

/** Text for each error code of the file system. */
export type ErrorTexts = Record<string, (path: string) => string>
