import assert from "node:assert/strict";
import { test } from "node:test";
import { detects } from "../testing/cases.ts";
import { run } from "../testing/inputs.ts";
import { databaseDestruction } from "./database-destruction.ts";

detects(databaseDestruction, {
  finds: {
    DROP: [run(`psql -h db -c "DROP TABLE orders"`), { field: "psql: drop" }],
    TRUNCATE: run(`mysql -e 'truncate orders'`),
    "DELETE without WHERE": run(`psql -c "delete from orders"`),
    "UPDATE without WHERE": run(`psql -c "update orders set state = 'paid'"`),
    FLUSHALL: run("redis-cli -h cache FLUSHALL"),
    "a database of MongoDB": run(`mongosh shop --eval 'db.dropDatabase()'`),
    "a client inside a pod": run(`kubectl exec db-0 -- psql -c "DROP DATABASE shop"`),
    "statements on standard input": run("psql shop", "begin;\ndrop table orders;\ncommit;\n"),
    "the program for it": run("dropdb shop"),
  },
  ignores: {
    "a query": run(`psql -c "select * from orders where state = 'dropped table'"`),
    "DELETE with WHERE": run(`psql -c "delete from orders where id = 7"`),
    "UPDATE with WHERE": run(`psql -c "update orders set state = 'paid' where id = 7"`),
    "the words in another program": run(`echo "drop table orders"`),
  },
});

test("What a client is told besides the verb is in no finding.", async () => {
  const findings = databaseDestruction.detect(await run(`psql "password=hunter2" -c "DROP TABLE orders"`));
  assert.equal(findings.length, 1);
  assert.ok(!JSON.stringify(findings).includes("hunter2"));
});
