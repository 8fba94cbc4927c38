-- Every statement that is sent to SQLite

-- migrate: into an empty database
SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ? COLLATE NOCASE;
PRAGMA journal_mode;
PRAGMA busy_timeout;
PRAGMA journal_mode = WAL;
PRAGMA journal_mode;
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
-- CREATE TABLE IF NOT EXISTS hp_migrations ( name TE … (as under "sqlite-schema.sql")
INSERT INTO hp_migrations (name) VALUES (?) ON CONFLICT DO NOTHING RETURNING name;
-- CREATE TABLE hp_payments ( tenant TEXT NOT NULL, i … (as under "sqlite-schema.sql")
-- CREATE UNIQUE INDEX hp_payments_idempotency_key ON … (as under "sqlite-schema.sql")
-- CREATE UNIQUE INDEX hp_payments_live_reference ON … (as under "sqlite-schema.sql")
-- CREATE UNIQUE INDEX hp_payments_provider_transacti … (as under "sqlite-schema.sql")
CREATE INDEX hp_payments_by_created ON hp_payments (tenant, created_at, id);
-- CREATE INDEX hp_payments_by_status ON hp_payments … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_payments_by_reference ON hp_paymen … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_payments_by_paid ON hp_payments (t … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_payments_by_reversed ON hp_payment … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_payments_by_expires ON hp_payments … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_payment_events ( tenant TEXT NOT N … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_deliveries ( tenant TEXT NOT NULL, … (as under "sqlite-schema.sql")
-- CREATE UNIQUE INDEX hp_deliveries_by_payment ON hp … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_deliveries_by_free ON hp_deliverie … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_statement_lines ( tenant TEXT NOT … (as under "sqlite-schema.sql")
-- INSERT INTO hp_migrations (name) VALUES (?) ON CON … (as under "migrate: into an empty database")
-- CREATE TRIGGER hp_payment_events_no_update BEFORE … (as under "sqlite-schema.sql")
-- CREATE TRIGGER hp_payment_events_no_delete BEFORE … (as under "sqlite-schema.sql")
COMMIT;

-- migrate: nothing is left to do
SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ? COLLATE NOCASE;
SELECT name FROM hp_migrations;
PRAGMA journal_mode;

-- insert: stored
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
INSERT INTO hp_payments (tenant, id, reference, amount, currency, channel, created_at, expires_at, status,
  instructions, updated_at, paid_at, reversed_at, late, amount_reconciled, version, description,
  has_customer, customer_name, customer_phone, metadata, status_reason, provider_transaction_id,
  live_reference, idempotency_key, fingerprint)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
INSERT INTO hp_payment_events (tenant, payment_id, version, id, type, created_at, reference, amount,
  currency, status, previous_status, amount_reconciled, actor, reason, evidence)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
INSERT INTO hp_deliveries (tenant, event_id, payment_id, version, dead, free_at, attempts, owner)
VALUES (?, ?, ?, ?, ?, ?, ?, ?);
COMMIT;

-- insert: another payment has the idempotency key
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
-- INSERT INTO hp_payments (tenant, id, reference, am … (as under "insert: stored")
ROLLBACK;
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id, live_reference, idempotency_key,
  fingerprint
FROM hp_payments
WHERE tenant = ?
AND idempotency_key IN (SELECT value FROM json_each(?));

-- insert: another payment has the id
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
-- INSERT INTO hp_payments (tenant, id, reference, am … (as under "insert: stored")
ROLLBACK;
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id, live_reference, idempotency_key,
  fingerprint
FROM hp_payments
WHERE tenant = ?
AND id IN (SELECT value FROM json_each(?));

-- insert: another payment holds the reference
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
-- INSERT INTO hp_payments (tenant, id, reference, am … (as under "insert: stored")
ROLLBACK;
-- SELECT id, reference, amount, currency, channel, c … (as under "insert: another payment has the idempotency key")
-- SELECT id, reference, amount, currency, channel, c … (as under "insert: another payment has the id")
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id, live_reference, idempotency_key,
  fingerprint
FROM hp_payments
WHERE tenant = ?
AND live_reference IN (SELECT value FROM json_each(?));

-- insert: three payments
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
-- INSERT INTO hp_payments (tenant, id, reference, am … (as under "insert: stored")
-- INSERT INTO hp_payments (tenant, id, reference, am … (as under "insert: stored")
-- INSERT INTO hp_payments (tenant, id, reference, am … (as under "insert: stored")
-- INSERT INTO hp_payment_events (tenant, payment_id, … (as under "insert: stored")
-- INSERT INTO hp_payment_events (tenant, payment_id, … (as under "insert: stored")
-- INSERT INTO hp_payment_events (tenant, payment_id, … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
COMMIT;

-- insert: three payments, of which another payment has the idempotency key of the second
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
-- INSERT INTO hp_payments (tenant, id, reference, am … (as under "insert: stored")
ROLLBACK;
-- SELECT id, reference, amount, currency, channel, c … (as under "insert: another payment has the idempotency key")
-- SELECT id, reference, amount, currency, channel, c … (as under "insert: another payment has the id")
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
-- INSERT INTO hp_payments (tenant, id, reference, am … (as under "insert: stored")
-- INSERT INTO hp_payments (tenant, id, reference, am … (as under "insert: stored")
-- INSERT INTO hp_payment_events (tenant, payment_id, … (as under "insert: stored")
-- INSERT INTO hp_payment_events (tenant, payment_id, … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
COMMIT;

-- replace: one change
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
UPDATE hp_payments
SET status = ?, instructions = ?, updated_at = ?, paid_at = ?, reversed_at = ?, late = ?,
  amount_reconciled = ?, version = ?, description = ?, has_customer = ?, customer_name = ?,
  customer_phone = ?, metadata = ?, status_reason = ?, provider_transaction_id = ?, live_reference = ?
WHERE tenant = ?
AND id = ?
AND version = ?
AND reference = ?
AND amount = ?
AND currency = ?
AND channel = ?
AND created_at = ?
AND expires_at IS ?;
-- INSERT INTO hp_payment_events (tenant, payment_id, … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
COMMIT;

-- replace: the payment has another version
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
-- UPDATE hp_payments SET status = ?, instructions = … (as under "replace: one change")
ROLLBACK;
-- SELECT id, reference, amount, currency, channel, c … (as under "insert: another payment has the id")

-- replace: another payment holds the reference
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
-- UPDATE hp_payments SET status = ?, instructions = … (as under "replace: one change")
ROLLBACK;
-- SELECT id, reference, amount, currency, channel, c … (as under "insert: another payment has the id")
-- SELECT id, reference, amount, currency, channel, c … (as under "insert: another payment holds the reference")

-- replace: another payment has the provider transaction
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
-- UPDATE hp_payments SET status = ?, instructions = … (as under "replace: one change")
ROLLBACK;
-- SELECT id, reference, amount, currency, channel, c … (as under "insert: another payment has the id")
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id, live_reference, idempotency_key,
  fingerprint
FROM hp_payments
WHERE tenant = ?
AND provider_transaction_id IN (SELECT value FROM json_each(?));

-- replace: one change, with the key of a statement line
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
-- UPDATE hp_payments SET status = ?, instructions = … (as under "replace: one change")
INSERT INTO hp_statement_lines (tenant, line_key, payment_ids) VALUES (?, ?, ?);
-- INSERT INTO hp_payment_events (tenant, payment_id, … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
COMMIT;

-- replace: the statement line is stored already
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
-- UPDATE hp_payments SET status = ?, instructions = … (as under "replace: one change")
INSERT INTO hp_statement_lines (tenant, line_key, payment_ids) VALUES (?, ?, ?);
ROLLBACK;
SELECT line_key FROM hp_statement_lines WHERE tenant = ? AND line_key IN (SELECT value FROM json_each(?));

-- replace: two changes, with the key of a statement line
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
-- UPDATE hp_payments SET status = ?, instructions = … (as under "replace: one change")
-- UPDATE hp_payments SET status = ?, instructions = … (as under "replace: one change")
INSERT INTO hp_statement_lines (tenant, line_key, payment_ids) VALUES (?, ?, ?);
-- INSERT INTO hp_payment_events (tenant, payment_id, … (as under "insert: stored")
-- INSERT INTO hp_payment_events (tenant, payment_id, … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
COMMIT;

-- replace: one of two payments has another version
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
-- UPDATE hp_payments SET status = ?, instructions = … (as under "replace: one change")
ROLLBACK;
-- SELECT id, reference, amount, currency, channel, c … (as under "insert: another payment has the id")

-- replace: three changes, with the keys of three statement lines
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
-- UPDATE hp_payments SET status = ?, instructions = … (as under "replace: one change")
-- UPDATE hp_payments SET status = ?, instructions = … (as under "replace: one change")
-- UPDATE hp_payments SET status = ?, instructions = … (as under "replace: one change")
INSERT INTO hp_statement_lines (tenant, line_key, payment_ids) VALUES (?, ?, ?);
INSERT INTO hp_statement_lines (tenant, line_key, payment_ids) VALUES (?, ?, ?);
INSERT INTO hp_statement_lines (tenant, line_key, payment_ids) VALUES (?, ?, ?);
-- INSERT INTO hp_payment_events (tenant, payment_id, … (as under "insert: stored")
-- INSERT INTO hp_payment_events (tenant, payment_id, … (as under "insert: stored")
-- INSERT INTO hp_payment_events (tenant, payment_id, … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
COMMIT;

-- replace: one of three statement lines is stored already
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
-- UPDATE hp_payments SET status = ?, instructions = … (as under "replace: one change")
-- UPDATE hp_payments SET status = ?, instructions = … (as under "replace: one change")
-- UPDATE hp_payments SET status = ?, instructions = … (as under "replace: one change")
INSERT INTO hp_statement_lines (tenant, line_key, payment_ids) VALUES (?, ?, ?);
ROLLBACK;
-- SELECT line_key FROM hp_statement_lines WHERE tena … (as under "replace: the statement line is stored already")

-- get
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = ?
AND id = ?;

-- page: by createdAt, asc
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = ?
ORDER BY created_at asc, id asc
LIMIT ?;

-- page: by createdAt, desc
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = ?
ORDER BY created_at desc, id desc
LIMIT ?;

-- page: by paidAt, asc
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = ?
AND paid_at IS NOT NULL
ORDER BY paid_at asc, id asc
LIMIT ?;

-- page: by paidAt, desc
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = ?
AND paid_at IS NOT NULL
ORDER BY paid_at desc, id desc
LIMIT ?;

-- page: by reversedAt, asc
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = ?
AND reversed_at IS NOT NULL
ORDER BY reversed_at asc, id asc
LIMIT ?;

-- page: by reversedAt, desc
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = ?
AND reversed_at IS NOT NULL
ORDER BY reversed_at desc, id desc
LIMIT ?;

-- page: by expiresAt, asc
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = ?
AND expires_at IS NOT NULL
ORDER BY expires_at asc, id asc
LIMIT ?;

-- page: by expiresAt, desc
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = ?
AND expires_at IS NOT NULL
ORDER BY expires_at desc, id desc
LIMIT ?;

-- page: by createdAt, within a period
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = ?
AND created_at >= ?
AND created_at < ?
ORDER BY created_at asc, id asc
LIMIT ?;

-- page: by paidAt, within a period
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = ?
AND paid_at IS NOT NULL
AND paid_at >= ?
AND paid_at < ?
ORDER BY paid_at asc, id asc
LIMIT ?;

-- page: by reversedAt, within a period
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = ?
AND reversed_at IS NOT NULL
AND reversed_at >= ?
AND reversed_at < ?
ORDER BY reversed_at asc, id asc
LIMIT ?;

-- page: by expiresAt, within a period
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = ?
AND expires_at IS NOT NULL
AND expires_at >= ?
AND expires_at < ?
ORDER BY expires_at asc, id asc
LIMIT ?;

-- page: by createdAt, asc, after a row
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = ?
AND created_at < ?
AND (created_at, id) > (?, ?)
ORDER BY created_at asc, id asc
LIMIT ?;

-- page: by createdAt, desc, after a row
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = ?
AND created_at >= ?
AND (created_at, id) < (?, ?)
ORDER BY created_at desc, id desc
LIMIT ?;

-- page: by paidAt, asc, after a row
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = ?
AND paid_at IS NOT NULL
AND paid_at < ?
AND (paid_at, id) > (?, ?)
ORDER BY paid_at asc, id asc
LIMIT ?;

-- page: by paidAt, desc, after a row
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = ?
AND paid_at IS NOT NULL
AND paid_at >= ?
AND (paid_at, id) < (?, ?)
ORDER BY paid_at desc, id desc
LIMIT ?;

-- page: by reversedAt, asc, after a row
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = ?
AND reversed_at IS NOT NULL
AND reversed_at < ?
AND (reversed_at, id) > (?, ?)
ORDER BY reversed_at asc, id asc
LIMIT ?;

-- page: by reversedAt, desc, after a row
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = ?
AND reversed_at IS NOT NULL
AND reversed_at >= ?
AND (reversed_at, id) < (?, ?)
ORDER BY reversed_at desc, id desc
LIMIT ?;

-- page: by expiresAt, asc, after a row
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = ?
AND expires_at IS NOT NULL
AND expires_at < ?
AND (expires_at, id) > (?, ?)
ORDER BY expires_at asc, id asc
LIMIT ?;

-- page: by expiresAt, desc, after a row
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = ?
AND expires_at IS NOT NULL
AND expires_at >= ?
AND (expires_at, id) < (?, ?)
ORDER BY expires_at desc, id desc
LIMIT ?;

-- page: of one reference, asc
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = ?
AND reference = ?
ORDER BY created_at asc, id asc
LIMIT ?;

-- page: of one reference, desc
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = ?
AND reference = ?
ORDER BY created_at desc, id desc
LIMIT ?;

-- page: of one reference and one status, within a period
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = ?
AND status = ?
AND reference = ?
AND created_at >= ?
AND created_at < ?
ORDER BY created_at asc, id asc
LIMIT ?;

-- page: of one reference and two statuses
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = ?
AND status IN (?, ?)
AND reference = ?
ORDER BY created_at asc, id asc
LIMIT ?;

-- page: of one status
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = ?
AND status = ?
ORDER BY created_at asc, id asc
LIMIT ?;

-- page: of four statuses, by createdAt
SELECT *
FROM (
  SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
    paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
    customer_phone, metadata, status_reason, provider_transaction_id
  FROM hp_payments
  WHERE tenant = ?
  AND status = ?
  ORDER BY created_at asc, id asc
  LIMIT ?
) AS part0
UNION ALL SELECT *
FROM (
  SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
    paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
    customer_phone, metadata, status_reason, provider_transaction_id
  FROM hp_payments
  WHERE tenant = ?
  AND status = ?
  ORDER BY created_at asc, id asc
  LIMIT ?
) AS part1
UNION ALL SELECT *
FROM (
  SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
    paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
    customer_phone, metadata, status_reason, provider_transaction_id
  FROM hp_payments
  WHERE tenant = ?
  AND status = ?
  ORDER BY created_at asc, id asc
  LIMIT ?
) AS part2
UNION ALL SELECT *
FROM (
  SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
    paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
    customer_phone, metadata, status_reason, provider_transaction_id
  FROM hp_payments
  WHERE tenant = ?
  AND status = ?
  ORDER BY created_at asc, id asc
  LIMIT ?
) AS part3
ORDER BY created_at asc, id asc
LIMIT ?;

-- page: of two statuses, by expiresAt
SELECT *
FROM (
  SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
    paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
    customer_phone, metadata, status_reason, provider_transaction_id
  FROM hp_payments
  WHERE tenant = ?
  AND status = ?
  AND expires_at IS NOT NULL
  ORDER BY expires_at asc, id asc
  LIMIT ?
) AS part0
UNION ALL SELECT *
FROM (
  SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
    paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
    customer_phone, metadata, status_reason, provider_transaction_id
  FROM hp_payments
  WHERE tenant = ?
  AND status = ?
  AND expires_at IS NOT NULL
  ORDER BY expires_at asc, id asc
  LIMIT ?
) AS part1
ORDER BY expires_at asc, id asc
LIMIT ?;

-- page: of two statuses, by paidAt
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = ?
AND status IN (?, ?)
AND paid_at IS NOT NULL
ORDER BY paid_at asc, id asc
LIMIT ?;

-- page: of three statuses, by paidAt
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = ?
AND status IN (?, ?, ?)
AND paid_at IS NOT NULL
ORDER BY paid_at asc, id asc
LIMIT ?;

-- page: of four statuses, by paidAt
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = ?
AND status IN (?, ?, ?, ?)
AND paid_at IS NOT NULL
ORDER BY paid_at asc, id asc
LIMIT ?;

-- page: of one channel
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = ?
AND channel IN (SELECT value FROM json_each(?))
ORDER BY created_at asc, id asc
LIMIT ?;

-- page: of three channels
-- SELECT id, reference, amount, currency, channel, c … (as under "page: of one channel")

-- page: of everything at once
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = ?
AND status IN (?, ?)
AND reference = ?
AND channel IN (SELECT value FROM json_each(?))
AND created_at < ?
AND (created_at, id) > (?, ?)
ORDER BY created_at asc, id asc
LIMIT ?;

-- lookup: by two references, provider transactions and statement lines
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = ?
AND reference IN (SELECT value FROM json_each(?));
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = ?
AND provider_transaction_id IN (SELECT value FROM json_each(?));
SELECT line_key, payment_ids
FROM hp_statement_lines
WHERE tenant = ?
AND line_key IN (SELECT value FROM json_each(?));

-- scan: all fields
PRAGMA journal_mode;
PRAGMA busy_timeout = 0; BEGIN; SELECT 1 FROM sqlite_master LIMIT 1;
SELECT id AS cell0, status AS cell1, reference AS cell2, amount AS cell3, currency AS cell4,
  channel AS cell5, created_at AS cell6, updated_at AS cell7, expires_at AS cell8, paid_at AS cell9,
  reversed_at AS cell10, late AS cell11, amount_reconciled AS cell12, version AS cell13,
  description AS cell14, status_reason AS cell15, provider_transaction_id AS cell16, customer_name AS cell17,
  customer_phone AS cell18, created_at AS part_at, id AS part_id
FROM hp_payments
WHERE tenant = ?
ORDER BY created_at, id
LIMIT ?;
COMMIT;

-- lookup: by one reference, provider transaction and statement line
-- SELECT id, reference, amount, currency, channel, c … (as under "lookup: by two references, provider transactions and statement lines")
-- SELECT id, reference, amount, currency, channel, c … (as under "lookup: by two references, provider transactions and statement lines")
-- SELECT line_key, payment_ids FROM hp_statement_lin … (as under "lookup: by two references, provider transactions and statement lines")

-- scan: by createdAt
PRAGMA journal_mode;
PRAGMA busy_timeout = 0; BEGIN; SELECT 1 FROM sqlite_master LIMIT 1;
SELECT id AS cell0, amount AS cell1, created_at AS part_at, id AS part_id
FROM hp_payments
WHERE tenant = ?
ORDER BY created_at, id
LIMIT ?;
COMMIT;

-- scan: by paidAt
PRAGMA journal_mode;
PRAGMA busy_timeout = 0; BEGIN; SELECT 1 FROM sqlite_master LIMIT 1;
SELECT id AS cell0, amount AS cell1, paid_at AS part_at, id AS part_id
FROM hp_payments
WHERE tenant = ?
AND paid_at IS NOT NULL
ORDER BY paid_at, id
LIMIT ?;
COMMIT;

-- scan: by reversedAt
PRAGMA journal_mode;
PRAGMA busy_timeout = 0; BEGIN; SELECT 1 FROM sqlite_master LIMIT 1;
SELECT id AS cell0, amount AS cell1, reversed_at AS part_at, id AS part_id
FROM hp_payments
WHERE tenant = ?
AND reversed_at IS NOT NULL
ORDER BY reversed_at, id
LIMIT ?;
COMMIT;

-- scan: by expiresAt
PRAGMA journal_mode;
PRAGMA busy_timeout = 0; BEGIN; SELECT 1 FROM sqlite_master LIMIT 1;
SELECT id AS cell0, amount AS cell1, expires_at AS part_at, id AS part_id
FROM hp_payments
WHERE tenant = ?
AND expires_at IS NOT NULL
ORDER BY expires_at, id
LIMIT ?;
COMMIT;

-- scan: by paidAt, within a period, of two statuses
PRAGMA journal_mode;
PRAGMA busy_timeout = 0; BEGIN; SELECT 1 FROM sqlite_master LIMIT 1;
SELECT id AS cell0, amount AS cell1, paid_at AS part_at, id AS part_id
FROM hp_payments
WHERE tenant = ?
AND status IN (?, ?)
AND paid_at IS NOT NULL
AND paid_at >= ?
AND paid_at < ?
ORDER BY paid_at, id
LIMIT ?;
COMMIT;

-- totals: of all payments
SELECT currency, channel, status, COUNT(*) AS count_of, CAST(SUM(amount / 1000000000) AS TEXT) AS sum0,
  CAST(SUM(amount % 1000000000) AS TEXT) AS sum1
FROM hp_payments
WHERE tenant = ?
GROUP BY currency, channel, status;

-- totals: within a period, of two statuses, one channel and one reference
SELECT currency, channel, status, COUNT(*) AS count_of, CAST(SUM(amount / 1000000000) AS TEXT) AS sum0,
  CAST(SUM(amount % 1000000000) AS TEXT) AS sum1
FROM hp_payments
WHERE tenant = ?
AND status IN (?, ?)
AND reference = ?
AND channel IN (SELECT value FROM json_each(?))
AND paid_at IS NOT NULL
AND paid_at >= ?
AND paid_at < ?
GROUP BY currency, channel, status;

-- history
SELECT event.payment_id, event.version, event.id, event.type, event.created_at, event.reference,
  event.amount, event.currency, event.status, event.previous_status, event.amount_reconciled, event.actor,
  event.reason, event.evidence
FROM hp_payment_events AS event
WHERE tenant = ?
AND payment_id = ?
ORDER BY version;

-- claimEvents: nothing is due
SELECT event_id FROM hp_deliveries AS delivery
WHERE tenant = ? AND dead = 0 AND free_at <= ? AND NOT EXISTS (
    SELECT 1 FROM hp_deliveries AS earlier WHERE earlier.tenant = delivery.tenant
    AND earlier.payment_id = delivery.payment_id AND earlier.version < delivery.version AND earlier.dead <> 1
  )
ORDER BY free_at, event_id LIMIT ?;

-- claimEvents: due events
-- SELECT event_id FROM hp_deliveries AS delivery WHE … (as under "claimEvents: nothing is due")
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
UPDATE hp_deliveries
SET owner = ?, free_at = ?
WHERE tenant = ?
AND event_id IN (SELECT value FROM json_each(?))
AND dead = ?
AND free_at <= ?;
COMMIT;
SELECT event.payment_id, event.version, event.id, event.type, event.created_at, event.reference,
  event.amount, event.currency, event.status, event.previous_status, event.amount_reconciled, event.actor,
  event.reason, event.evidence, delivery.attempts
FROM hp_deliveries AS delivery
JOIN hp_payment_events AS event
ON event.tenant = delivery.tenant
AND event.payment_id = delivery.payment_id
AND event.version = delivery.version
WHERE delivery.tenant = ?
AND delivery.event_id IN (SELECT value FROM json_each(?))
AND delivery.owner = ?
AND delivery.free_at = ?;

-- completeEvents: one delivered
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
DELETE FROM hp_deliveries WHERE tenant = ? AND event_id = ? AND owner = ?;
COMMIT;

-- completeEvents: one dead, and one due again
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
UPDATE hp_deliveries
SET owner = NULL, free_at = 0, dead = 1, attempts = 0
WHERE tenant = ?
AND event_id = ?
AND owner = ?;
UPDATE hp_deliveries
SET owner = NULL, free_at = ?, attempts = CASE dead WHEN 1 THEN 0 ELSE attempts + 1 END, dead = 0
WHERE tenant = ?
AND event_id = ?
AND owner = ?;
COMMIT;

-- completeEvents: two delivered
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
DELETE FROM hp_deliveries WHERE tenant = ? AND event_id IN (SELECT value FROM json_each(?)) AND owner = ?;
COMMIT;

-- completeEvents: two dead
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
UPDATE hp_deliveries
SET owner = NULL, free_at = 0, dead = 1, attempts = 0
WHERE tenant = ?
AND event_id IN (SELECT value FROM json_each(?))
AND owner = ?;
COMMIT;

-- completeEvents: two due again, at one time
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
UPDATE hp_deliveries
SET owner = NULL, free_at = ?, attempts = CASE dead WHEN 1 THEN 0 ELSE attempts + 1 END, dead = 0
WHERE tenant = ?
AND event_id IN (SELECT value FROM json_each(?))
AND owner = ?;
COMMIT;

-- completeEvents: two due again, each at a time of its own
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
UPDATE hp_deliveries
SET owner = NULL,
  free_at = CASE event_id WHEN ? THEN ? WHEN ? THEN ? WHEN ? THEN ? WHEN ? THEN ? WHEN ? THEN ? WHEN ? THEN ? WHEN ? THEN ? WHEN ? THEN ? ELSE free_at END,
  attempts = CASE dead WHEN 1 THEN 0 ELSE attempts + 1 END, dead = 0
WHERE tenant = ?
AND event_id IN (SELECT value FROM json_each(?))
AND owner = ?;
COMMIT;

-- claimEvents: dead events
SELECT event_id FROM hp_deliveries AS delivery
WHERE tenant = ? AND dead = 1 AND free_at <= ?
ORDER BY free_at, event_id LIMIT ?;
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
-- UPDATE hp_deliveries SET owner = ?, free_at = ? WH … (as under "claimEvents: due events")
COMMIT;
-- SELECT event.payment_id, event.version, event.id, … (as under "claimEvents: due events")

-- scan: of more rows than one statement reads
PRAGMA journal_mode;
PRAGMA busy_timeout = 0; BEGIN; SELECT 1 FROM sqlite_master LIMIT 1;
-- SELECT id AS cell0, amount AS cell1, created_at AS … (as under "scan: by createdAt")
SELECT id AS cell0, amount AS cell1, created_at AS part_at, id AS part_id
FROM hp_payments
WHERE tenant = ?
AND (created_at, id) > (?, ?)
ORDER BY created_at, id
LIMIT ?;
COMMIT;

-- in the host's transaction: insert: stored
SAVEPOINT hp_call;
PRAGMA incremental_vacuum(1);
-- INSERT INTO hp_payments (tenant, id, reference, am … (as under "insert: stored")
-- INSERT INTO hp_payment_events (tenant, payment_id, … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
RELEASE hp_call;

-- in the host's transaction: insert: another payment has the idempotency key
SAVEPOINT hp_call;
PRAGMA incremental_vacuum(1);
-- INSERT INTO hp_payments (tenant, id, reference, am … (as under "insert: stored")
ROLLBACK TO hp_call; RELEASE hp_call;
-- SELECT id, reference, amount, currency, channel, c … (as under "insert: another payment has the idempotency key")

-- in the host's transaction: replace: one change
SAVEPOINT hp_call;
PRAGMA incremental_vacuum(1);
-- UPDATE hp_payments SET status = ?, instructions = … (as under "replace: one change")
-- INSERT INTO hp_payment_events (tenant, payment_id, … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
RELEASE hp_call;

-- in the host's transaction: replace: one change, with the key of a statement line
SAVEPOINT hp_call;
PRAGMA incremental_vacuum(1);
-- UPDATE hp_payments SET status = ?, instructions = … (as under "replace: one change")
INSERT INTO hp_statement_lines (tenant, line_key, payment_ids) VALUES (?, ?, ?);
-- INSERT INTO hp_payment_events (tenant, payment_id, … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
RELEASE hp_call;

-- in the host's transaction: replace: two changes, with the key of a statement line
SAVEPOINT hp_call;
PRAGMA incremental_vacuum(1);
-- UPDATE hp_payments SET status = ?, instructions = … (as under "replace: one change")
-- UPDATE hp_payments SET status = ?, instructions = … (as under "replace: one change")
INSERT INTO hp_statement_lines (tenant, line_key, payment_ids) VALUES (?, ?, ?);
-- INSERT INTO hp_payment_events (tenant, payment_id, … (as under "insert: stored")
-- INSERT INTO hp_payment_events (tenant, payment_id, … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
RELEASE hp_call;

-- in the host's transaction: get
-- SELECT id, reference, amount, currency, channel, c … (as under "get")

-- in the host's transaction: scan
SELECT id AS cell0, amount AS cell1 FROM hp_payments WHERE tenant = ? ORDER BY created_at, id;

-- migrate: another process has the lock for writing
SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ? COLLATE NOCASE;
PRAGMA journal_mode;
PRAGMA busy_timeout;
PRAGMA journal_mode = WAL;
PRAGMA journal_mode;
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
-- CREATE TABLE IF NOT EXISTS hp_migrations ( name TE … (as under "sqlite-schema.sql")
-- INSERT INTO hp_migrations (name) VALUES (?) ON CON … (as under "migrate: into an empty database")
-- CREATE TABLE hp_payments ( tenant TEXT NOT NULL, i … (as under "sqlite-schema.sql")
ROLLBACK;
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
-- CREATE TABLE IF NOT EXISTS hp_migrations ( name TE … (as under "sqlite-schema.sql")
-- INSERT INTO hp_migrations (name) VALUES (?) ON CON … (as under "migrate: into an empty database")
-- CREATE TABLE hp_payments ( tenant TEXT NOT NULL, i … (as under "sqlite-schema.sql")
-- CREATE UNIQUE INDEX hp_payments_idempotency_key ON … (as under "sqlite-schema.sql")
-- CREATE UNIQUE INDEX hp_payments_live_reference ON … (as under "sqlite-schema.sql")
-- CREATE UNIQUE INDEX hp_payments_provider_transacti … (as under "sqlite-schema.sql")
CREATE INDEX hp_payments_by_created ON hp_payments (tenant, created_at, id);
-- CREATE INDEX hp_payments_by_status ON hp_payments … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_payments_by_reference ON hp_paymen … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_payments_by_paid ON hp_payments (t … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_payments_by_reversed ON hp_payment … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_payments_by_expires ON hp_payments … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_payment_events ( tenant TEXT NOT N … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_deliveries ( tenant TEXT NOT NULL, … (as under "sqlite-schema.sql")
-- CREATE UNIQUE INDEX hp_deliveries_by_payment ON hp … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_deliveries_by_free ON hp_deliverie … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_statement_lines ( tenant TEXT NOT … (as under "sqlite-schema.sql")
-- INSERT INTO hp_migrations (name) VALUES (?) ON CON … (as under "migrate: into an empty database")
-- CREATE TRIGGER hp_payment_events_no_update BEFORE … (as under "sqlite-schema.sql")
-- CREATE TRIGGER hp_payment_events_no_delete BEFORE … (as under "sqlite-schema.sql")
COMMIT;
