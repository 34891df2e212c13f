/**
 * What follows from the rows, worked out once when all of them are there: who called whom, where an error began, what refers
 * to what. Parents are made unique first, so that rows that repeat an id cannot multiply the result.
 */
export const derivations: readonly string[] = [
  `CREATE TABLE spans AS
   WITH parents AS (SELECT trace, span, any_value(service) AS service FROM raw_spans GROUP BY trace, span),
        failing AS (SELECT DISTINCT trace, parent FROM raw_spans WHERE is_error AND parent IS NOT NULL)
   SELECT s.*, p.service AS caller, s.is_error AND f.parent IS NULL AS is_origin
   FROM raw_spans s
   LEFT JOIN parents p ON p.trace = s.trace AND p.span = s.parent
   LEFT JOIN failing f ON f.trace = s.trace AND f.parent = s.span
   ORDER BY s.trace, s.time`,
  "DROP TABLE raw_spans",
  `CREATE TABLE calls AS
   SELECT caller, service, time_bucket(INTERVAL 1 MINUTE, time) AS minute, count(*) AS calls,
          count(*) FILTER (is_error) AS errors, sum(duration_ns) AS duration_ns,
          arg_min(file, time) AS file, arg_min(row, time) AS row
   FROM spans WHERE caller IS NOT NULL AND caller IS DISTINCT FROM service
   GROUP BY ALL`,
  `CREATE TABLE edges AS
   WITH newest AS (SELECT key, max(time) AS time FROM revisions WHERE change <> 'status' GROUP BY key),
        chosen AS (
          SELECT subject, source, relation, target, time, file, row FROM links
          WHERE relation <> 'calls' OR target IN (SELECT key FROM objects WHERE kind = 'Service')
          UNION ALL
          SELECT s.key, s.key, s.relation, t.key, s.time, s.file, s.row
          FROM selectors s JOIN label_sets t ON t.label = s.label AND t.namespace = s.namespace
          GROUP BY s.key, s.relation, s.namespace, t.key, s.time, s.file, s.row, s.labels
          HAVING count(DISTINCT s.label) = s.labels
        )
   SELECT c.source, c.relation, c.target, min(c.time) AS first_seen, max(c.time) AS last_seen,
          coalesce(bool_or(c.time = n.time), true) AS is_current,
          arg_min(c.file, c.time) AS file, arg_min(c.row, c.time) AS row
   FROM chosen c LEFT JOIN newest n ON n.key = c.subject
   GROUP BY c.source, c.relation, c.target`,
  "DROP TABLE links",
  "DROP TABLE selectors",
  "DROP TABLE label_sets",
];
