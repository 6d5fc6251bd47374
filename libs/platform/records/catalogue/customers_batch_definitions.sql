-- Made by batchStatements in src/writing/batching/batch-statements.ts.

select (select definitions from tenant.feed_floor where resource = 1);
