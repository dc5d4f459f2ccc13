import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../dialect.ts'

/** A trigram index on ids and names (docs/decisions/006-search-by-trigrams.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Id and name get lines of their own. No search then matches the end of one with the beginning of the other.
  await sql`update agents set search = substr(search, 1, 36) || ${'\n'} || substr(search, 38)`.execute(db)
  if (isPostgres(db)) await onPostgres(db)
  else await onSqlite(db)
}

/**
 * Trigrams are in a table of their own. Each change of an agent's status rewrites its row, and would rewrite them too.
 * Without pg_trgm, or the right to it, searches work without the index.
 */
async function onPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table agents_search (
      ref integer primary key references agents (ref) on delete cascade, search text not null
    )`.execute(db)
  await sql`insert into agents_search (ref, search) select ref, search from agents`.execute(db)
  await sql`
    create function agents_search_follow() returns trigger language plpgsql as $$ begin
      insert into agents_search (ref, search) values (new.ref, new.search)
      on conflict (ref) do update set search = excluded.search;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger agents_search_follow after insert or update of search on agents
    for each row execute function agents_search_follow()`.execute(db)
  await sql`
    do $$ begin
      create extension if not exists pg_trgm;
      create index agents_trigrams on agents_search using gin (search gin_trgm_ops) with (fastupdate = off);
    exception when insufficient_privilege or undefined_file or feature_not_supported or undefined_object then
      raise warning 'pg_trgm is not available: searching many agents will be slow';
    end $$`.execute(db)
}

async function onSqlite(db: Kysely<unknown>): Promise<void> {
  await sql`
    create virtual table agents_search using fts5 (
      search, content = 'agents', content_rowid = 'ref', tokenize = 'trigram case_sensitive 1'
    )`.execute(db)
  await sql`insert into agents_search (agents_search) values ('rebuild')`.execute(db)
  const add = sql`insert into agents_search (rowid, search) values (new.ref, new.search);`
  const drop = sql`insert into agents_search (agents_search, rowid, search) values ('delete', old.ref, old.search);`
  await sql`create trigger agents_search_insert after insert on agents begin ${add} end`.execute(db)
  await sql`create trigger agents_search_delete after delete on agents begin ${drop} end`.execute(db)
  await sql`
    create trigger agents_search_update after update of search on agents begin ${drop} ${add} end`.execute(db)
}
