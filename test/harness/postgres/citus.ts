/**
 * A plain PostgreSQL that refuses what Citus refuses, as far as this service has met it: keys between tables that
 * do not lie together, several commands at once, commands that ask all servers beside one that changes a table
 * of every server, and identities that are started again.
 */
import { command } from "./databases.ts";

const STAND_IN = `
  set allow_system_table_mods = on;
  create table pg_catalog.pg_dist_partition (logicalrelid regclass, beside text);
  create table pg_catalog.pg_dist_local_group (groupid int);
  insert into pg_catalog.pg_dist_local_group values (0);
  create table pg_catalog.citus_freed (name text);

  create function pg_catalog.citus_refuse(name text) returns void language plpgsql as $$
  begin
    if current_setting('citus.multi_shard_modify_mode', true) is distinct from 'sequential' then
      raise exception 'cannot distribute % because there was a parallel operation', name;
    end if;
    if exists (select 1 from pg_constraint
      where contype = 'f' and name::regclass in (conrelid, confrelid)) then
      raise exception 'a foreign key of % stands', name;
    end if;
    if not exists (select 1 from information_schema.columns
      where table_name = name and column_name in ('user_id', 'email_folded')) then
      raise exception '% has no user_id', name;
    end if;
  end $$;

  create function pg_catalog.create_reference_table(name text) returns void language plpgsql as $$
  begin
    perform citus_refuse(name);
    insert into pg_dist_partition values (name::regclass, 'everywhere');
  end $$;

  create function pg_catalog.create_distributed_table(name text, col text, colocate_with text)
    returns void language plpgsql as $$
  begin
    perform citus_refuse(name);
    if colocate_with <> 'none' and not exists (select 1 from pg_dist_partition
      where logicalrelid = colocate_with::regclass) then
      raise exception 'relation % is not distributed', colocate_with;
    end if;
    insert into pg_dist_partition values (name::regclass, colocate_with);
  end $$;

  create function pg_catalog.truncate_local_data_after_distributing_table(name text)
    returns void language plpgsql as $$
  begin
    if not exists (select 1 from pg_dist_partition where logicalrelid = name::regclass) then
      raise exception 'supplied parameter is not a distributed relation';
    end if;
    insert into citus_freed values (name);
  end $$;

  create function pg_catalog.citus_look() returns event_trigger language plpgsql as $$
  begin
    if not exists (select 1 from pg_dist_partition) then return; end if;
    if current_query() ~ ';\\s*\\S' then
      raise exception 'cannot insert multiple commands into a prepared statement';
    end if;
    if current_query() ~* '\\mrestart\\M' then
      raise exception 'ALTER TABLE .. RESTART is not supported on a distributed table';
    end if;
    if exists (
      select 1 from pg_constraint k
      left join pg_dist_partition a on a.logicalrelid = k.conrelid
      left join pg_dist_partition b on b.logicalrelid = k.confrelid
      where k.contype = 'f' and k.connamespace = current_schema()::regnamespace
        and (a.logicalrelid is null) <> (b.logicalrelid is null)
        and not (a.logicalrelid is null and b.beside = 'everywhere')) then
      raise exception 'relations are not colocated';
    end if;
  end $$;
  create event trigger citus_looks on ddl_command_end execute function citus_look();

  insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
    values (99999, 'citus', 10, 2200, false, '13.2');`;

/** Makes a database behave like a coordinator's on which nothing is distributed yet. */
export function pretendCitus(url: string): Promise<void> {
  return command(url, STAND_IN);
}
