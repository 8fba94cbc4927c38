-- Every statement that is sent to MariaDB and MySQL

-- migrate: into an empty database
SELECT @@autocommit, /*M!100000 @@tx_isolation */ /*!80000 @@transaction_isolation */ LIMIT 1;
SELECT 1
FROM information_schema.tables
WHERE table_schema = DATABASE()
AND table_name = ?
AND (@@lower_case_table_names <> 0 OR CAST(table_name AS BINARY) = ?);
SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wait = @@SESSION.innodb_lock_wait_timeout,
  @hp_idle_wait = @@SESSION.wait_timeout, @hp_rows = @@SESSION.sql_select_limit,
  SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION',
  SESSION innodb_lock_wait_timeout = <seconds>, SESSION wait_timeout = <seconds>,
  SESSION sql_select_limit = ~0;
SHOW GLOBAL VARIABLES LIKE 'wsrep_on';
SET @hp_table_wait = @@SESSION.lock_wait_timeout, SESSION lock_wait_timeout = 5;
SELECT GET_LOCK(CONCAT('hospital-payments ', SHA1(CONCAT(COALESCE(DATABASE(), ''), '.', LOWER(?)))), ?);
-- SELECT 1 FROM information_schema.tables WHERE tabl … (as under "migrate: into an empty database")
DROP TRIGGER IF EXISTS hp_payment_events_no_update;
-- CREATE TRIGGER hp_payment_events_no_update BEFORE … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_migrations ( name VA … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_payments ( tenant VA … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_payment_events ( ten … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_deliveries ( tenant … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_statement_lines ( te … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_payment_terms ( tena … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_account_lines ( tena … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_line_events ( tenant … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_closing_chains ( ten … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_closings ( tenant VA … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_closing_lines ( tena … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_counters ( tenant VA … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_row_events ( tenant … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_maintenance ( tenant … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_accounts ( tenant VA … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_moved_lines ( tenant … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_attempts ( tenant VA … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_carried_forward ( te … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_statement_imports ( … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_layouts ( tenant VAR … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_layout_versions ( te … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_provider_messages ( … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_line_notes ( tenant … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_payer_entries ( tena … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_receipt_parts ( tena … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_receipts ( tenant VA … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_refunds ( tenant VAR … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_request_keys ( tenan … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_rules ( tenant VARBI … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_saved_filters ( tena … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_cash_sessions ( tena … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_uploads ( tenant VAR … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_upload_parts ( tenan … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_waivers ( tenant VAR … (as under "mysql-schema.sql")
INSERT INTO hp_migrations (name) VALUES (?);
COMMIT AND NO CHAIN NO RELEASE;
-- CREATE TABLE IF NOT EXISTS hp_migrations ( name VA … (as under "mysql-schema.sql")
DROP TRIGGER IF EXISTS hp_payment_events_no_update;
-- CREATE TRIGGER hp_payment_events_no_update BEFORE … (as under "mysql-schema.sql")
DROP TRIGGER IF EXISTS hp_payment_events_no_delete;
-- CREATE TRIGGER hp_payment_events_no_delete BEFORE … (as under "mysql-schema.sql")
DROP TRIGGER IF EXISTS hp_line_events_no_update;
-- CREATE TRIGGER hp_line_events_no_update BEFORE UPD … (as under "mysql-schema.sql")
DROP TRIGGER IF EXISTS hp_line_events_no_delete;
-- CREATE TRIGGER hp_line_events_no_delete BEFORE DEL … (as under "mysql-schema.sql")
DROP TRIGGER IF EXISTS hp_row_events_no_update;
-- CREATE TRIGGER hp_row_events_no_update BEFORE UPDA … (as under "mysql-schema.sql")
DROP TRIGGER IF EXISTS hp_row_events_no_delete;
-- CREATE TRIGGER hp_row_events_no_delete BEFORE DELE … (as under "mysql-schema.sql")
DROP TRIGGER IF EXISTS hp_closings_no_update;
-- CREATE TRIGGER hp_closings_no_update BEFORE UPDATE … (as under "mysql-schema.sql")
DROP TRIGGER IF EXISTS hp_closings_no_delete;
-- CREATE TRIGGER hp_closings_no_delete BEFORE DELETE … (as under "mysql-schema.sql")
DROP TRIGGER IF EXISTS hp_closing_lines_no_update;
-- CREATE TRIGGER hp_closing_lines_no_update BEFORE U … (as under "mysql-schema.sql")
DROP TRIGGER IF EXISTS hp_closing_lines_no_delete;
-- CREATE TRIGGER hp_closing_lines_no_delete BEFORE D … (as under "mysql-schema.sql")
DROP TRIGGER IF EXISTS hp_moved_lines_no_update;
-- CREATE TRIGGER hp_moved_lines_no_update BEFORE UPD … (as under "mysql-schema.sql")
DROP TRIGGER IF EXISTS hp_moved_lines_no_delete;
-- CREATE TRIGGER hp_moved_lines_no_delete BEFORE DEL … (as under "mysql-schema.sql")
DROP TRIGGER IF EXISTS hp_layout_versions_no_update;
-- CREATE TRIGGER hp_layout_versions_no_update BEFORE … (as under "mysql-schema.sql")
DROP TRIGGER IF EXISTS hp_layout_versions_no_delete;
-- CREATE TRIGGER hp_layout_versions_no_delete BEFORE … (as under "mysql-schema.sql")
DROP TRIGGER IF EXISTS hp_payer_entries_no_update;
-- CREATE TRIGGER hp_payer_entries_no_update BEFORE U … (as under "mysql-schema.sql")
DROP TRIGGER IF EXISTS hp_payer_entries_no_delete;
-- CREATE TRIGGER hp_payer_entries_no_delete BEFORE D … (as under "mysql-schema.sql")
DROP TRIGGER IF EXISTS hp_receipt_parts_no_update;
-- CREATE TRIGGER hp_receipt_parts_no_update BEFORE U … (as under "mysql-schema.sql")
DROP TRIGGER IF EXISTS hp_receipt_parts_no_delete;
-- CREATE TRIGGER hp_receipt_parts_no_delete BEFORE D … (as under "mysql-schema.sql")
DROP TRIGGER IF EXISTS hp_request_keys_no_update;
-- CREATE TRIGGER hp_request_keys_no_update BEFORE UP … (as under "mysql-schema.sql")
DROP TRIGGER IF EXISTS hp_request_keys_no_delete;
-- CREATE TRIGGER hp_request_keys_no_delete BEFORE DE … (as under "mysql-schema.sql")
DROP TRIGGER IF EXISTS hp_receipts_no_update;
-- CREATE TRIGGER hp_receipts_no_update BEFORE UPDATE … (as under "mysql-schema.sql")
DROP TRIGGER IF EXISTS hp_receipts_no_delete;
-- CREATE TRIGGER hp_receipts_no_delete BEFORE DELETE … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_refusals (refusal VA … (as under "mysql-schema.sql")
DROP TRIGGER IF EXISTS hp_refusals_refuse;
-- CREATE TRIGGER hp_refusals_refuse BEFORE INSERT ON … (as under "mysql-schema.sql")
INSERT INTO hp_migrations (name) VALUES (?);
COMMIT AND NO CHAIN NO RELEASE;
SELECT RELEASE_LOCK(CONCAT('hospital-payments ', SHA1(CONCAT(COALESCE(DATABASE(), ''), '.', LOWER(?)))));
SET SESSION lock_wait_timeout = @hp_table_wait, @hp_table_wait = NULL;
SET SESSION sql_mode = @hp_sql_mode, SESSION innodb_lock_wait_timeout = @hp_lock_wait,
  SESSION wait_timeout = @hp_idle_wait, SESSION sql_select_limit = @hp_rows, @hp_sql_mode = NULL,
  @hp_lock_wait = NULL, @hp_idle_wait = NULL, @hp_rows = NULL;

-- migrate: nothing is left to do
-- SELECT 1 FROM information_schema.tables WHERE tabl … (as under "migrate: into an empty database")
SELECT name FROM hp_migrations;

-- insert: stored
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
INSERT INTO hp_payments (tenant, id, reference, amount, currency, channel, created_at, status, instructions,
  updated_at, expires_at, paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending,
  amount_refunded, amount_written_off, amount_waived, attempt_id, version, description, metadata,
  status_reason, provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved, live_reference, idempotency_key, fingerprint)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
  ?, ?, ?);
INSERT INTO hp_payment_events (tenant, id, created_at, type, payment_id, reference, amount, currency, status,
  previous_status, amount_reconciled, version, actor, reason, evidence, details)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
INSERT INTO hp_deliveries (tenant, event_id, payment_id, version, dead, free_at, attempts, owner)
VALUES (?, ?, ?, ?, ?, ?, ?, ?);
COMMIT AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")

-- insert: a payment that is paid already
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
-- INSERT INTO hp_payments (tenant, id, reference, am … (as under "insert: stored")
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
COMMIT AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")

-- insert: another payment has the idempotency key
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
-- INSERT INTO hp_payments (tenant, id, reference, am … (as under "insert: stored")
ROLLBACK AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved, live_reference, idempotency_key, fingerprint
FROM hp_payments
WHERE tenant = ?
AND unique_key IN (?)
LIMIT 18446744073709551615
LOCK IN SHARE MODE;

-- insert: another payment has the id
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
-- INSERT INTO hp_payments (tenant, id, reference, am … (as under "insert: stored")
ROLLBACK AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved, live_reference, idempotency_key, fingerprint
FROM hp_payments
WHERE tenant = ?
AND id IN (?)
LIMIT 18446744073709551615
LOCK IN SHARE MODE;

-- insert: another payment holds the reference
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
-- INSERT INTO hp_payments (tenant, id, reference, am … (as under "insert: stored")
ROLLBACK AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")
-- SELECT id, reference, amount, currency, channel, c … (as under "insert: another payment has the idempotency key")
-- SELECT id, reference, amount, currency, channel, c … (as under "insert: another payment has the id")
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved, live_reference, idempotency_key, fingerprint
FROM hp_payments
WHERE tenant = ?
AND unique_live IN (?)
LIMIT 18446744073709551615
LOCK IN SHARE MODE;

-- insert: three payments
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
INSERT INTO hp_payments (tenant, id, reference, amount, currency, channel, created_at, status, instructions,
  updated_at, expires_at, paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending,
  amount_refunded, amount_written_off, amount_waived, attempt_id, version, description, metadata,
  status_reason, provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved, live_reference, idempotency_key, fingerprint)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
  ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
  ?, ?, ?, ?, ?);
-- INSERT INTO hp_payments (tenant, id, reference, am … (as under "insert: stored")
INSERT INTO hp_payment_events (tenant, id, created_at, type, payment_id, reference, amount, currency, status,
  previous_status, amount_reconciled, version, actor, reason, evidence, details)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: stored")
INSERT INTO hp_deliveries (tenant, event_id, payment_id, version, dead, free_at, attempts, owner)
VALUES (?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?);
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
COMMIT AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")

-- insert: three payments, of which another payment has the idempotency key of the second
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
-- INSERT INTO hp_payments (tenant, id, reference, am … (as under "insert: three payments")
ROLLBACK AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved, live_reference, idempotency_key, fingerprint
FROM hp_payments
WHERE tenant = ?
AND unique_key IN (?, ?, ?, ?)
LIMIT 18446744073709551615
LOCK IN SHARE MODE;
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved, live_reference, idempotency_key, fingerprint
FROM hp_payments
WHERE tenant = ?
AND id IN (?, ?)
LIMIT 18446744073709551615
LOCK IN SHARE MODE;
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
-- INSERT INTO hp_payments (tenant, id, reference, am … (as under "insert: three payments")
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: three payments")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: three payments")
COMMIT AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")

-- replace: one change
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
UPDATE hp_payments
SET status = ?, instructions = ?, updated_at = ?, expires_at = ?, paid_at = ?, reversed_at = ?,
  canceled_at = ?, late = ?, amount_reconciled = ?, amount_refund_pending = ?, amount_refunded = ?,
  amount_written_off = ?, amount_waived = ?, attempt_id = ?, version = ?, description = ?, metadata = ?,
  status_reason = ?, provider_transaction_id = ?, has_customer = ?, customer_name = ?, customer_phone = ?,
  customer_id = ?, imported = ?, transaction_key = ?, money_memory = ?, given_back_unproved = ?,
  live_reference = ?
WHERE tenant = ?
AND id = ?
AND version = ?
AND reference = ?
AND amount = ?
AND currency = ?
AND channel = ?
AND created_at = ?;
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
COMMIT AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")

-- replace: the payment has another version
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
-- UPDATE hp_payments SET status = ?, instructions = … (as under "replace: one change")
ROLLBACK AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")
-- SELECT id, reference, amount, currency, channel, c … (as under "insert: another payment has the id")

-- replace: another payment holds the reference
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
-- UPDATE hp_payments SET status = ?, instructions = … (as under "replace: one change")
ROLLBACK AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")
-- SELECT id, reference, amount, currency, channel, c … (as under "insert: another payment has the id")
-- SELECT id, reference, amount, currency, channel, c … (as under "insert: another payment holds the reference")

-- replace: another payment has the provider transaction
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
-- UPDATE hp_payments SET status = ?, instructions = … (as under "replace: one change")
ROLLBACK AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")
-- SELECT id, reference, amount, currency, channel, c … (as under "insert: another payment has the id")
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved, live_reference, idempotency_key, fingerprint
FROM hp_payments
WHERE tenant = ?
AND transaction_key IN (?)
LIMIT 18446744073709551615
LOCK IN SHARE MODE;

-- replace: one change, with the key of a statement line
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
-- UPDATE hp_payments SET status = ?, instructions = … (as under "replace: one change")
INSERT INTO hp_statement_lines (tenant, line_key, payment_ids) VALUES (?, ?, ?);
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
COMMIT AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")

-- replace: the statement line is stored already
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
-- UPDATE hp_payments SET status = ?, instructions = … (as under "replace: one change")
INSERT INTO hp_statement_lines (tenant, line_key, payment_ids) VALUES (?, ?, ?);
ROLLBACK AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")
SELECT line_key
FROM hp_statement_lines
WHERE tenant = ?
AND line_key IN (?)
LIMIT 18446744073709551615
LOCK IN SHARE MODE;

-- replace: two changes, with the key of a statement line
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
SELECT 1
FROM hp_payments FORCE INDEX (PRIMARY)
WHERE tenant = ?
AND ((id = ? AND version = ? AND reference = ? AND amount = ? AND currency = ? AND channel = ? AND created_at = ?) OR (id = ? AND version = ? AND reference = ? AND amount = ? AND currency = ? AND channel = ? AND created_at = ?))
ORDER BY id
LIMIT 2 FOR UPDATE;
INSERT INTO hp_payments (tenant, id, reference, amount, currency, channel, created_at, status, instructions,
  updated_at, expires_at, paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending,
  amount_refunded, amount_written_off, amount_waived, attempt_id, version, description, metadata,
  status_reason, provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved, live_reference)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
  ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
  ?)
ON DUPLICATE KEY UPDATE status = VALUES(status), instructions = VALUES(instructions),
  updated_at = VALUES(updated_at), expires_at = VALUES(expires_at), paid_at = VALUES(paid_at),
  reversed_at = VALUES(reversed_at), canceled_at = VALUES(canceled_at), late = VALUES(late),
  amount_reconciled = VALUES(amount_reconciled), amount_refund_pending = VALUES(amount_refund_pending),
  amount_refunded = VALUES(amount_refunded), amount_written_off = VALUES(amount_written_off),
  amount_waived = VALUES(amount_waived), attempt_id = VALUES(attempt_id), version = VALUES(version),
  description = VALUES(description), metadata = VALUES(metadata), status_reason = VALUES(status_reason),
  provider_transaction_id = VALUES(provider_transaction_id), has_customer = VALUES(has_customer),
  customer_name = VALUES(customer_name), customer_phone = VALUES(customer_phone),
  customer_id = VALUES(customer_id), imported = VALUES(imported), transaction_key = VALUES(transaction_key),
  money_memory = VALUES(money_memory), given_back_unproved = VALUES(given_back_unproved),
  live_reference = VALUES(live_reference);
INSERT INTO hp_statement_lines (tenant, line_key, payment_ids) VALUES (?, ?, ?);
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: three payments")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: three payments")
COMMIT AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")

-- replace: one of two payments has another version
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
-- SELECT 1 FROM hp_payments FORCE INDEX (PRIMARY) WH … (as under "replace: two changes, with the key of a statement line")
ROLLBACK AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")
-- SELECT id, reference, amount, currency, channel, c … (as under "insert: three payments, of which another payment has the idempotency key of the second")

-- replace: three changes, with the keys of three statement lines
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
-- SELECT 1 FROM hp_payments FORCE INDEX (PRIMARY) WH … (as under "replace: two changes, with the key of a statement line")
SELECT 1
FROM hp_payments FORCE INDEX (PRIMARY)
WHERE tenant = ?
AND ((id = ? AND version = ? AND reference = ? AND amount = ? AND currency = ? AND channel = ? AND created_at = ?))
ORDER BY id
LIMIT 1 FOR UPDATE;
-- INSERT INTO hp_payments (tenant, id, reference, am … (as under "replace: two changes, with the key of a statement line")
INSERT INTO hp_payments (tenant, id, reference, amount, currency, channel, created_at, status, instructions,
  updated_at, expires_at, paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending,
  amount_refunded, amount_written_off, amount_waived, attempt_id, version, description, metadata,
  status_reason, provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved, live_reference)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
  ?)
ON DUPLICATE KEY UPDATE status = VALUES(status), instructions = VALUES(instructions),
  updated_at = VALUES(updated_at), expires_at = VALUES(expires_at), paid_at = VALUES(paid_at),
  reversed_at = VALUES(reversed_at), canceled_at = VALUES(canceled_at), late = VALUES(late),
  amount_reconciled = VALUES(amount_reconciled), amount_refund_pending = VALUES(amount_refund_pending),
  amount_refunded = VALUES(amount_refunded), amount_written_off = VALUES(amount_written_off),
  amount_waived = VALUES(amount_waived), attempt_id = VALUES(attempt_id), version = VALUES(version),
  description = VALUES(description), metadata = VALUES(metadata), status_reason = VALUES(status_reason),
  provider_transaction_id = VALUES(provider_transaction_id), has_customer = VALUES(has_customer),
  customer_name = VALUES(customer_name), customer_phone = VALUES(customer_phone),
  customer_id = VALUES(customer_id), imported = VALUES(imported), transaction_key = VALUES(transaction_key),
  money_memory = VALUES(money_memory), given_back_unproved = VALUES(given_back_unproved),
  live_reference = VALUES(live_reference);
INSERT INTO hp_statement_lines (tenant, line_key, payment_ids) VALUES (?, ?, ?), (?, ?, ?);
INSERT INTO hp_statement_lines (tenant, line_key, payment_ids) VALUES (?, ?, ?);
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: three payments")
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: three payments")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
COMMIT AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")

-- replace: one of three statement lines is stored already
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
-- SELECT 1 FROM hp_payments FORCE INDEX (PRIMARY) WH … (as under "replace: two changes, with the key of a statement line")
-- SELECT 1 FROM hp_payments FORCE INDEX (PRIMARY) WH … (as under "replace: three changes, with the keys of three statement lines")
-- INSERT INTO hp_payments (tenant, id, reference, am … (as under "replace: two changes, with the key of a statement line")
-- INSERT INTO hp_payments (tenant, id, reference, am … (as under "replace: three changes, with the keys of three statement lines")
-- INSERT INTO hp_statement_lines (tenant, line_key, … (as under "replace: three changes, with the keys of three statement lines")
ROLLBACK AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")
SELECT line_key
FROM hp_statement_lines
WHERE tenant = ?
AND line_key IN (?, ?, ?, ?)
LIMIT 18446744073709551615
LOCK IN SHARE MODE;

-- get
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = ?
AND id = ?
LIMIT 18446744073709551615;

-- page: of which nothing is reconciled
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = ?
AND status = ?
AND amount_reconciled = 0
AND amount_waived = 0
AND attempt_id IS NULL
AND expires_at IS NOT NULL
ORDER BY expires_at asc, id asc
LIMIT ?;

-- page: by createdAt, asc
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = ?
ORDER BY created_at asc, id asc
LIMIT ?;

-- page: by createdAt, desc
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = ?
ORDER BY created_at desc, id desc
LIMIT ?;

-- page: by paidAt, asc
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = ?
AND paid_at IS NOT NULL
ORDER BY paid_at asc, id asc
LIMIT ?;

-- page: by paidAt, desc
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = ?
AND paid_at IS NOT NULL
ORDER BY paid_at desc, id desc
LIMIT ?;

-- page: by reversedAt, asc
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = ?
AND reversed_at IS NOT NULL
ORDER BY reversed_at asc, id asc
LIMIT ?;

-- page: by reversedAt, desc
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = ?
AND reversed_at IS NOT NULL
ORDER BY reversed_at desc, id desc
LIMIT ?;

-- page: by expiresAt, asc
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = ?
AND expires_at IS NOT NULL
ORDER BY expires_at asc, id asc
LIMIT ?;

-- page: by expiresAt, desc
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = ?
AND expires_at IS NOT NULL
ORDER BY expires_at desc, id desc
LIMIT ?;

-- page: by createdAt, within a period
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = ?
AND created_at >= ?
AND created_at < ?
ORDER BY created_at asc, id asc
LIMIT ?;

-- page: by paidAt, within a period
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = ?
AND paid_at IS NOT NULL
AND paid_at >= ?
AND paid_at < ?
ORDER BY paid_at asc, id asc
LIMIT ?;

-- page: by reversedAt, within a period
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = ?
AND reversed_at IS NOT NULL
AND reversed_at >= ?
AND reversed_at < ?
ORDER BY reversed_at asc, id asc
LIMIT ?;

-- page: by expiresAt, within a period
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = ?
AND expires_at IS NOT NULL
AND expires_at >= ?
AND expires_at < ?
ORDER BY expires_at asc, id asc
LIMIT ?;

-- page: by createdAt, asc, after a row
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = ?
AND created_at < ?
AND created_at >= ?
AND (created_at > ? OR id > ?)
ORDER BY created_at asc, id asc
LIMIT ?;

-- page: by createdAt, desc, after a row
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = ?
AND created_at >= ?
AND created_at <= ?
AND (created_at < ? OR id < ?)
ORDER BY created_at desc, id desc
LIMIT ?;

-- page: by paidAt, asc, after a row
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = ?
AND paid_at IS NOT NULL
AND paid_at < ?
AND paid_at >= ?
AND (paid_at > ? OR id > ?)
ORDER BY paid_at asc, id asc
LIMIT ?;

-- page: by paidAt, desc, after a row
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = ?
AND paid_at IS NOT NULL
AND paid_at >= ?
AND paid_at <= ?
AND (paid_at < ? OR id < ?)
ORDER BY paid_at desc, id desc
LIMIT ?;

-- page: by reversedAt, asc, after a row
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = ?
AND reversed_at IS NOT NULL
AND reversed_at < ?
AND reversed_at >= ?
AND (reversed_at > ? OR id > ?)
ORDER BY reversed_at asc, id asc
LIMIT ?;

-- page: by reversedAt, desc, after a row
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = ?
AND reversed_at IS NOT NULL
AND reversed_at >= ?
AND reversed_at <= ?
AND (reversed_at < ? OR id < ?)
ORDER BY reversed_at desc, id desc
LIMIT ?;

-- page: by expiresAt, asc, after a row
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = ?
AND expires_at IS NOT NULL
AND expires_at < ?
AND expires_at >= ?
AND (expires_at > ? OR id > ?)
ORDER BY expires_at asc, id asc
LIMIT ?;

-- page: by expiresAt, desc, after a row
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = ?
AND expires_at IS NOT NULL
AND expires_at >= ?
AND expires_at <= ?
AND (expires_at < ? OR id < ?)
ORDER BY expires_at desc, id desc
LIMIT ?;

-- page: of one reference, asc
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = ?
AND reference = ?
ORDER BY created_at asc, id asc
LIMIT ?;

-- page: of one reference, desc
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = ?
AND reference = ?
ORDER BY created_at desc, id desc
LIMIT ?;

-- page: of one reference and one status, within a period
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = ?
AND status = ?
AND reference = ?
AND created_at >= ?
AND created_at < ?
ORDER BY created_at asc, id asc
LIMIT ?;

-- page: of one reference and two statuses
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = ?
AND status IN (?, ?)
AND reference = ?
ORDER BY created_at asc, id asc
LIMIT ?;

-- page: of one status
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = ?
AND status = ?
ORDER BY created_at asc, id asc
LIMIT ?;

-- page: of four statuses, by createdAt
SELECT *
FROM (
  SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
    paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
    amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
    provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
    transaction_key, money_memory, given_back_unproved
  FROM hp_payments
  WHERE tenant = ?
  AND status = ?
  ORDER BY created_at asc, id asc
  LIMIT ?
) AS part0
UNION ALL SELECT *
FROM (
  SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
    paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
    amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
    provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
    transaction_key, money_memory, given_back_unproved
  FROM hp_payments
  WHERE tenant = ?
  AND status = ?
  ORDER BY created_at asc, id asc
  LIMIT ?
) AS part1
UNION ALL SELECT *
FROM (
  SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
    paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
    amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
    provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
    transaction_key, money_memory, given_back_unproved
  FROM hp_payments
  WHERE tenant = ?
  AND status = ?
  ORDER BY created_at asc, id asc
  LIMIT ?
) AS part2
UNION ALL SELECT *
FROM (
  SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
    paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
    amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
    provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
    transaction_key, money_memory, given_back_unproved
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
  SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
    paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
    amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
    provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
    transaction_key, money_memory, given_back_unproved
  FROM hp_payments
  WHERE tenant = ?
  AND status = ?
  AND expires_at IS NOT NULL
  ORDER BY expires_at asc, id asc
  LIMIT ?
) AS part0
UNION ALL SELECT *
FROM (
  SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
    paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
    amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
    provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
    transaction_key, money_memory, given_back_unproved
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
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = ?
AND status IN (?, ?)
AND paid_at IS NOT NULL
ORDER BY paid_at asc, id asc
LIMIT ?;

-- page: of three statuses, by paidAt
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = ?
AND status IN (?, ?, ?)
AND paid_at IS NOT NULL
ORDER BY paid_at asc, id asc
LIMIT ?;

-- page: of four statuses, by paidAt
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = ?
AND status IN (?, ?, ?, ?)
AND paid_at IS NOT NULL
ORDER BY paid_at asc, id asc
LIMIT ?;

-- page: of one channel
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = ?
AND channel IN (?)
ORDER BY created_at asc, id asc
LIMIT ?;

-- page: of three channels
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = ?
AND channel IN (?, ?, ?, ?)
ORDER BY created_at asc, id asc
LIMIT ?;

-- page: of the flag late
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = ?
AND late = 1
ORDER BY created_at asc, id asc
LIMIT ?;

-- page: of the flag duplicate_reference
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments FORCE INDEX (hp_payments_by_reason)
WHERE tenant = ?
AND status_reason = 'duplicate_reference'
ORDER BY created_at asc, id asc
LIMIT ?;

-- page: of the flag superseded
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments FORCE INDEX (hp_payments_by_reason)
WHERE tenant = ?
AND status_reason = 'superseded'
ORDER BY created_at asc, id asc
LIMIT ?;

-- page: of the flag under_paid
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments FORCE INDEX (hp_payments_under_paid)
WHERE tenant = ?
AND under_paid_at IS NOT NULL
ORDER BY created_at asc, id asc
LIMIT ?;

-- page: of the flag unproved
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments FORCE INDEX (hp_payments_unproved)
WHERE tenant = ?
AND unproved_channel IS NOT NULL
ORDER BY created_at + 0 asc, id asc
LIMIT ?;

-- page: of the flag unpaid_with_money
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments FORCE INDEX (hp_payments_under_paid)
WHERE tenant = ?
AND under_paid_at IS NOT NULL
AND status IN ('expired', 'failed')
AND amount_reconciled - amount_written_off - (amount_refund_pending + amount_refunded) > 0
ORDER BY created_at asc, id asc
LIMIT ?;

-- page: of the flag refunded_unproved
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments FORCE INDEX (hp_payments_given_back)
WHERE tenant = ?
AND given_back_unproved IS NOT NULL
ORDER BY created_at + 0 asc, id asc
LIMIT ?;

-- page: of the flag canceled
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments FORCE INDEX (hp_payments_canceled)
WHERE tenant = ?
AND is_canceled = 1
ORDER BY created_at asc, id asc
LIMIT ?;

-- page: of the flag unproved, by createdAt, asc
-- SELECT id, reference, amount, currency, channel, c … (as under "page: of the flag unproved")

-- page: of the flag unproved, by createdAt, desc
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments FORCE INDEX (hp_payments_unproved)
WHERE tenant = ?
AND unproved_channel IS NOT NULL
ORDER BY created_at + 0 desc, id desc
LIMIT ?;

-- page: of the flag unproved, by paidAt, asc
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments FORCE INDEX (hp_payments_unproved)
WHERE tenant = ?
AND unproved_channel IS NOT NULL
AND paid_at IS NOT NULL
ORDER BY paid_at + 0 asc, id asc
LIMIT ?;

-- page: of the flag unproved, by paidAt, desc
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments FORCE INDEX (hp_payments_unproved)
WHERE tenant = ?
AND unproved_channel IS NOT NULL
AND paid_at IS NOT NULL
ORDER BY paid_at + 0 desc, id desc
LIMIT ?;

-- page: of the flag unproved, by reversedAt, asc
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments FORCE INDEX (hp_payments_unproved)
WHERE tenant = ?
AND unproved_channel IS NOT NULL
AND reversed_at IS NOT NULL
ORDER BY reversed_at + 0 asc, id asc
LIMIT ?;

-- page: of the flag unproved, by reversedAt, desc
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments FORCE INDEX (hp_payments_unproved)
WHERE tenant = ?
AND unproved_channel IS NOT NULL
AND reversed_at IS NOT NULL
ORDER BY reversed_at + 0 desc, id desc
LIMIT ?;

-- page: of the flag unproved, by expiresAt, asc
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments FORCE INDEX (hp_payments_unproved)
WHERE tenant = ?
AND unproved_channel IS NOT NULL
AND expires_at IS NOT NULL
ORDER BY expires_at + 0 asc, id asc
LIMIT ?;

-- page: of the flag unproved, by expiresAt, desc
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments FORCE INDEX (hp_payments_unproved)
WHERE tenant = ?
AND unproved_channel IS NOT NULL
AND expires_at IS NOT NULL
ORDER BY expires_at + 0 desc, id desc
LIMIT ?;

-- page: of the flag unproved, by paidAt, of two channels
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments FORCE INDEX (hp_payments_unproved)
WHERE tenant = ?
AND unproved_channel IN (?, ?)
AND unproved_channel IS NOT NULL
AND paid_at IS NOT NULL
ORDER BY paid_at + 0 asc, id asc
LIMIT ?;

-- page: of the flag under_paid and two statuses
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments FORCE INDEX (hp_payments_under_paid)
WHERE tenant = ?
AND status IN (?, ?)
AND under_paid_at IS NOT NULL
ORDER BY created_at asc, id asc
LIMIT ?;

-- page: of the flag unproved and one reference
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = ?
AND reference = ?
AND unproved_channel IS NOT NULL
ORDER BY created_at asc, id asc
LIMIT ?;

-- page: of everything at once
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = ?
AND status IN (?, ?)
AND reference = ?
AND channel IN (?, ?)
AND created_at < ?
AND created_at >= ?
AND (created_at > ? OR id > ?)
ORDER BY created_at asc, id asc
LIMIT ?;

-- lookup: by two references, provider transactions and statement lines
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = ?
AND reference IN (?, ?)
LIMIT 18446744073709551615;
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = ?
AND transaction_key IN (?, ?)
LIMIT 18446744073709551615;
SELECT line_key, payment_ids
FROM hp_statement_lines
WHERE tenant = ?
AND line_key IN (?, ?)
LIMIT 18446744073709551615;

-- scan: all fields
SET TRANSACTION ISOLATION LEVEL REPEATABLE READ;
START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY;
SELECT id AS cell0, status AS cell1, reference AS cell2, amount AS cell3, currency AS cell4,
  channel AS cell5, created_at AS cell6, updated_at AS cell7, expires_at AS cell8, paid_at AS cell9,
  reversed_at AS cell10, late AS cell11, amount_reconciled AS cell12, version AS cell13,
  description AS cell14, status_reason AS cell15, canceled_at AS cell16, amount_refund_pending AS cell17,
  amount_refunded AS cell18, provider_transaction_id AS cell19, customer_id AS cell20,
  customer_name AS cell21, customer_phone AS cell22, created_at AS part_at, id AS part_id
FROM hp_payments
WHERE tenant = ?
ORDER BY created_at, id
LIMIT ?;
COMMIT AND NO CHAIN NO RELEASE;

-- lookup: by one reference, provider transaction and statement line
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = ?
AND reference IN (?)
LIMIT 18446744073709551615;
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = ?
AND transaction_key IN (?)
LIMIT 18446744073709551615;
SELECT line_key, payment_ids
FROM hp_statement_lines
WHERE tenant = ?
AND line_key IN (?)
LIMIT 18446744073709551615;

-- scan: by createdAt
SET TRANSACTION ISOLATION LEVEL REPEATABLE READ;
START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY;
SELECT id AS cell0, amount AS cell1, created_at AS part_at, id AS part_id
FROM hp_payments
WHERE tenant = ?
ORDER BY created_at, id
LIMIT ?;
COMMIT AND NO CHAIN NO RELEASE;

-- scan: by paidAt
SET TRANSACTION ISOLATION LEVEL REPEATABLE READ;
START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY;
SELECT id AS cell0, amount AS cell1, paid_at AS part_at, id AS part_id
FROM hp_payments
WHERE tenant = ?
AND paid_at IS NOT NULL
ORDER BY paid_at, id
LIMIT ?;
COMMIT AND NO CHAIN NO RELEASE;

-- scan: by reversedAt
SET TRANSACTION ISOLATION LEVEL REPEATABLE READ;
START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY;
SELECT id AS cell0, amount AS cell1, reversed_at AS part_at, id AS part_id
FROM hp_payments
WHERE tenant = ?
AND reversed_at IS NOT NULL
ORDER BY reversed_at, id
LIMIT ?;
COMMIT AND NO CHAIN NO RELEASE;

-- scan: by expiresAt
SET TRANSACTION ISOLATION LEVEL REPEATABLE READ;
START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY;
SELECT id AS cell0, amount AS cell1, expires_at AS part_at, id AS part_id
FROM hp_payments
WHERE tenant = ?
AND expires_at IS NOT NULL
ORDER BY expires_at, id
LIMIT ?;
COMMIT AND NO CHAIN NO RELEASE;

-- scan: by paidAt, within a period, of two statuses
SET TRANSACTION ISOLATION LEVEL REPEATABLE READ;
START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY;
SELECT id AS cell0, amount AS cell1, paid_at AS part_at, id AS part_id
FROM hp_payments
WHERE tenant = ?
AND status IN (?, ?)
AND paid_at IS NOT NULL
AND paid_at >= ?
AND paid_at < ?
ORDER BY paid_at, id
LIMIT ?;
COMMIT AND NO CHAIN NO RELEASE;

-- totals: of all payments
SELECT currency, channel, status, COUNT(*) AS count_of, CAST(SUM(amount) AS CHAR) AS sum0,
  CAST(SUM(amount_waived) AS CHAR) AS sum1
FROM hp_payments
WHERE tenant = ?
GROUP BY currency, channel, status
LIMIT 18446744073709551615;

-- totals: within a period, of two statuses, one channel and one reference
SELECT currency, channel, status, COUNT(*) AS count_of, CAST(SUM(amount) AS CHAR) AS sum0,
  CAST(SUM(amount_waived) AS CHAR) AS sum1
FROM hp_payments
WHERE tenant = ?
AND status IN (?, ?)
AND reference = ?
AND channel IN (?)
AND paid_at IS NOT NULL
AND paid_at >= ?
AND paid_at < ?
GROUP BY currency, channel, status
LIMIT 18446744073709551615;

-- totals: of more channels than one list takes
SELECT currency, channel, status, COUNT(*) AS count_of, CAST(SUM(amount) AS CHAR) AS sum0,
  CAST(SUM(amount_waived) AS CHAR) AS sum1
FROM hp_payments
WHERE tenant = ?
AND LOCATE(CONCAT(',', LOWER(HEX(channel)), ','), ?) > 0
GROUP BY currency, channel, status
LIMIT 18446744073709551615;

-- history
SELECT event.id, event.created_at, event.type, event.payment_id, event.reference, event.amount,
  event.currency, event.status, event.previous_status, event.amount_reconciled, event.version, event.actor,
  event.reason, event.evidence, event.details
FROM hp_payment_events AS event
WHERE tenant = ?
AND payment_id = ?
ORDER BY version
LIMIT 18446744073709551615;

-- claimEvents: nothing is due
SELECT event_id FROM hp_deliveries AS delivery
WHERE tenant = ? AND dead = 0 AND free_at <= ? AND NOT EXISTS (
    SELECT 1 FROM hp_deliveries AS earlier WHERE earlier.tenant = ?
    AND earlier.payment_id = delivery.payment_id AND earlier.version < delivery.version AND earlier.dead <> 1
  )
ORDER BY free_at, event_id LIMIT ?;

-- claimEvents: due events
-- SELECT event_id FROM hp_deliveries AS delivery WHE … (as under "claimEvents: nothing is due")
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
UPDATE hp_deliveries
SET owner = ?, free_at = ?
WHERE tenant = ?
AND event_id IN (?, ?, ?, ?)
AND dead = ?
AND free_at <= ?;
COMMIT AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")
SELECT event.id, event.created_at, event.type, event.payment_id, event.reference, event.amount,
  event.currency, event.status, event.previous_status, event.amount_reconciled, event.version, event.actor,
  event.reason, event.evidence, event.details, delivery.attempts
FROM hp_deliveries AS delivery
JOIN hp_payment_events AS event
ON event.tenant = ?
AND event.payment_id = delivery.payment_id
AND event.version = delivery.version
WHERE delivery.tenant = ?
AND delivery.event_id IN (?, ?, ?, ?)
AND delivery.owner = ?
AND delivery.free_at = ?
LIMIT 18446744073709551615;

-- completeEvents: one delivered
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
DELETE FROM hp_deliveries WHERE tenant = ? AND event_id = ? AND owner = ?;
COMMIT AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")

-- completeEvents: one dead, and one due again
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
UPDATE hp_deliveries
SET owner = NULL, free_at = 0, dead = 1, attempts = 0
WHERE tenant = ?
AND event_id = ?
AND owner = ?;
UPDATE hp_deliveries
SET owner = NULL, free_at = ?, attempts = CASE WHEN dead = 1 THEN 0 ELSE attempts + 1 END, dead = 0
WHERE tenant = ?
AND event_id = ?
AND owner = ?;
COMMIT AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")

-- completeEvents: two delivered
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
DELETE FROM hp_deliveries WHERE tenant = ? AND event_id IN (?, ?) AND owner = ?;
COMMIT AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")

-- completeEvents: two dead
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
UPDATE hp_deliveries
SET owner = NULL, free_at = 0, dead = 1, attempts = 0
WHERE tenant = ?
AND event_id IN (?, ?)
AND owner = ?;
COMMIT AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")

-- completeEvents: two due again, at one time
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
UPDATE hp_deliveries
SET owner = NULL, free_at = ?, attempts = CASE WHEN dead = 1 THEN 0 ELSE attempts + 1 END, dead = 0
WHERE tenant = ?
AND event_id IN (?, ?)
AND owner = ?;
COMMIT AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")

-- completeEvents: two due again, each at a time of its own
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
UPDATE hp_deliveries
SET owner = NULL,
  free_at = CASE WHEN event_id = ? THEN ? WHEN event_id = ? THEN ? WHEN event_id = ? THEN ? WHEN event_id = ? THEN ? WHEN event_id = ? THEN ? WHEN event_id = ? THEN ? WHEN event_id = ? THEN ? WHEN event_id = ? THEN ? ELSE free_at END,
  attempts = CASE WHEN dead = 1 THEN 0 ELSE attempts + 1 END, dead = 0
WHERE tenant = ?
AND event_id IN (?, ?, ?, ?, ?, ?, ?, ?)
AND owner = ?;
COMMIT AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")

-- claimEvents: dead events
SELECT event_id FROM hp_deliveries AS delivery
WHERE tenant = ? AND dead = 1 AND free_at <= ?
ORDER BY free_at, event_id LIMIT ?;
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
-- UPDATE hp_deliveries SET owner = ?, free_at = ? WH … (as under "claimEvents: due events")
COMMIT AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")
-- SELECT event.id, event.created_at, event.type, eve … (as under "claimEvents: due events")

-- insert: a payment with search terms
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
-- INSERT INTO hp_payments (tenant, id, reference, am … (as under "insert: stored")
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
INSERT INTO hp_payment_terms (tenant, term, created_at, payment_id) VALUES (?, ?, ?, ?), (?, ?, ?, ?);
COMMIT AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")

-- replace: a change with more search terms
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
-- UPDATE hp_payments SET status = ?, instructions = … (as under "replace: one change")
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
INSERT INTO hp_payment_terms (tenant, term, created_at, payment_id)
VALUES (?, ?, ?, ?)
ON DUPLICATE KEY UPDATE tenant = VALUES(tenant);
COMMIT AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")

-- replace: one change and a new line
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
-- UPDATE hp_payments SET status = ?, instructions = … (as under "replace: one change")
INSERT INTO hp_statement_lines (tenant, line_key, payment_ids) VALUES (?, ?, ?);
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
INSERT INTO hp_account_lines (tenant, line_key, account, import_id, file_row, direction, amount, currency,
  value_date, booked_at, outcome, status, held, allocated, given_back, allocations, assignee, session_id,
  payer_id, payer_by_rule, transfer_to, version, created_at, updated_at, reference, provider_transaction_id,
  narration, search_text, narration_text, identity_mark, receipt_mark, entry_mark, reference_mark)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
INSERT INTO hp_line_events (tenant, line_key, version, id, type, created_at, actor, reason, allocations,
  counted)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
COMMIT AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")

-- replace: the next version of a line
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
SELECT 1 AS stored
FROM hp_account_lines FORCE INDEX (PRIMARY)
WHERE tenant = ?
AND ((line_key = ? AND version = ? AND given_back = ? AND account = ? AND COALESCE(session_id,
  '') = COALESCE(?, '') AND COALESCE(transfer_to, '') = COALESCE(?,
  '') AND created_at = ? AND (allocations = '[]' OR (direction = ? AND amount = ? AND currency = ?))))
ORDER BY line_key
LIMIT 1 FOR UPDATE;
INSERT INTO hp_account_lines (tenant, line_key, account, import_id, file_row, direction, amount, currency,
  value_date, booked_at, outcome, status, held, allocated, given_back, allocations, assignee, session_id,
  payer_id, payer_by_rule, transfer_to, version, created_at, updated_at, reference, provider_transaction_id,
  narration, search_text, narration_text, identity_mark, receipt_mark, entry_mark, reference_mark)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON DUPLICATE KEY UPDATE account = VALUES(account), import_id = VALUES(import_id),
  file_row = VALUES(file_row), direction = VALUES(direction), amount = VALUES(amount),
  currency = VALUES(currency), value_date = VALUES(value_date), booked_at = VALUES(booked_at),
  outcome = VALUES(outcome), status = VALUES(status), held = VALUES(held), allocated = VALUES(allocated),
  given_back = VALUES(given_back), allocations = VALUES(allocations), assignee = VALUES(assignee),
  session_id = VALUES(session_id), payer_id = VALUES(payer_id), payer_by_rule = VALUES(payer_by_rule),
  transfer_to = VALUES(transfer_to), version = VALUES(version), created_at = VALUES(created_at),
  updated_at = VALUES(updated_at), reference = VALUES(reference),
  provider_transaction_id = VALUES(provider_transaction_id),
  narration = CASE WHEN narration IS NULL THEN NULL ELSE VALUES(narration) END,
  search_text = VALUES(search_text),
  narration_text = CASE WHEN narration_text IS NULL THEN NULL ELSE VALUES(narration_text) END;
INSERT INTO hp_statement_lines (tenant, line_key, payment_ids)
VALUES (?, ?, ?)
ON DUPLICATE KEY UPDATE payment_ids = VALUES(payment_ids);
-- INSERT INTO hp_line_events (tenant, line_key, vers … (as under "replace: one change and a new line")
COMMIT AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")

-- replace: a line has another version
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
-- SELECT 1 AS stored FROM hp_account_lines FORCE IND … (as under "replace: the next version of a line")
ROLLBACK AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")
-- SELECT line_key FROM hp_statement_lines WHERE tena … (as under "replace: the statement line is stored already")
SELECT line_key, account, import_id, file_row, direction, amount, currency, value_date, booked_at, outcome,
  status, held, allocated, given_back, allocations, assignee, session_id, payer_id, payer_by_rule,
  transfer_to, version, created_at, updated_at, reference, provider_transaction_id, narration
FROM hp_account_lines
WHERE tenant = ?
AND line_key IN (?)
LIMIT 18446744073709551615
LOCK IN SHARE MODE;

-- replace: a line is stored already
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
-- INSERT INTO hp_statement_lines (tenant, line_key, … (as under "replace: three changes, with the keys of three statement lines")
ROLLBACK AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")
SELECT line_key
FROM hp_statement_lines
WHERE tenant = ?
AND line_key IN (?, ?)
LIMIT 18446744073709551615
LOCK IN SHARE MODE;
SELECT line_key, account, import_id, file_row, direction, amount, currency, value_date, booked_at, outcome,
  status, held, allocated, given_back, allocations, assignee, session_id, payer_id, payer_by_rule,
  transfer_to, version, created_at, updated_at, reference, provider_transaction_id, narration
FROM hp_account_lines
WHERE tenant = ?
AND line_key IN (?, ?)
LIMIT 18446744073709551615
LOCK IN SHARE MODE;

-- replace: three new lines
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
-- INSERT INTO hp_statement_lines (tenant, line_key, … (as under "replace: three changes, with the keys of three statement lines")
INSERT INTO hp_statement_lines (tenant, line_key, payment_ids) VALUES (?, ?, ?);
INSERT INTO hp_account_lines (tenant, line_key, account, import_id, file_row, direction, amount, currency,
  value_date, booked_at, outcome, status, held, allocated, given_back, allocations, assignee, session_id,
  payer_id, payer_by_rule, transfer_to, version, created_at, updated_at, reference, provider_transaction_id,
  narration, search_text, narration_text, identity_mark, receipt_mark, entry_mark, reference_mark)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?),
  (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
-- INSERT INTO hp_account_lines (tenant, line_key, ac … (as under "replace: one change and a new line")
INSERT INTO hp_line_events (tenant, line_key, version, id, type, created_at, actor, reason, allocations,
  counted)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
-- INSERT INTO hp_line_events (tenant, line_key, vers … (as under "replace: one change and a new line")
COMMIT AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")

-- replace: the next versions of three lines
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
SELECT 1 AS stored
FROM hp_account_lines FORCE INDEX (PRIMARY)
WHERE tenant = ?
AND ((line_key = ? AND version = ? AND given_back = ? AND account = ? AND COALESCE(session_id,
  '') = COALESCE(?, '') AND COALESCE(transfer_to, '') = COALESCE(?,
  '') AND created_at = ? AND (allocations = '[]' OR (direction = ? AND amount = ? AND currency = ?))) OR (line_key = ? AND version = ? AND given_back = ? AND account = ? AND COALESCE(session_id,
  '') = COALESCE(?, '') AND COALESCE(transfer_to, '') = COALESCE(?,
  '') AND created_at = ? AND (allocations = '[]' OR (direction = ? AND amount = ? AND currency = ?))))
ORDER BY line_key
LIMIT 2 FOR UPDATE;
-- SELECT 1 AS stored FROM hp_account_lines FORCE IND … (as under "replace: the next version of a line")
INSERT INTO hp_account_lines (tenant, line_key, account, import_id, file_row, direction, amount, currency,
  value_date, booked_at, outcome, status, held, allocated, given_back, allocations, assignee, session_id,
  payer_id, payer_by_rule, transfer_to, version, created_at, updated_at, reference, provider_transaction_id,
  narration, search_text, narration_text, identity_mark, receipt_mark, entry_mark, reference_mark)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?),
  (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON DUPLICATE KEY UPDATE account = VALUES(account), import_id = VALUES(import_id),
  file_row = VALUES(file_row), direction = VALUES(direction), amount = VALUES(amount),
  currency = VALUES(currency), value_date = VALUES(value_date), booked_at = VALUES(booked_at),
  outcome = VALUES(outcome), status = VALUES(status), held = VALUES(held), allocated = VALUES(allocated),
  given_back = VALUES(given_back), allocations = VALUES(allocations), assignee = VALUES(assignee),
  session_id = VALUES(session_id), payer_id = VALUES(payer_id), payer_by_rule = VALUES(payer_by_rule),
  transfer_to = VALUES(transfer_to), version = VALUES(version), created_at = VALUES(created_at),
  updated_at = VALUES(updated_at), reference = VALUES(reference),
  provider_transaction_id = VALUES(provider_transaction_id),
  narration = CASE WHEN narration IS NULL THEN NULL ELSE VALUES(narration) END,
  search_text = VALUES(search_text),
  narration_text = CASE WHEN narration_text IS NULL THEN NULL ELSE VALUES(narration_text) END;
-- INSERT INTO hp_account_lines (tenant, line_key, ac … (as under "replace: the next version of a line")
INSERT INTO hp_statement_lines (tenant, line_key, payment_ids)
VALUES (?, ?, ?), (?, ?, ?)
ON DUPLICATE KEY UPDATE payment_ids = VALUES(payment_ids);
-- INSERT INTO hp_statement_lines (tenant, line_key, … (as under "replace: the next version of a line")
-- INSERT INTO hp_line_events (tenant, line_key, vers … (as under "replace: three new lines")
-- INSERT INTO hp_line_events (tenant, line_key, vers … (as under "replace: one change and a new line")
COMMIT AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")

-- replace: a new line and the first row of its account
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
INSERT INTO hp_statement_lines (tenant, line_key, payment_ids) VALUES (?, ?, ?);
-- INSERT INTO hp_account_lines (tenant, line_key, ac … (as under "replace: one change and a new line")
-- INSERT INTO hp_line_events (tenant, line_key, vers … (as under "replace: one change and a new line")
INSERT INTO hp_accounts (tenant, account, currency, balance, by_month, open_session_id, last_day, version)
VALUES (?, ?, ?, ?, ?, ?, ?, ?);
COMMIT AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")

-- replace: a new line and the next row of its account
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
INSERT INTO hp_statement_lines (tenant, line_key, payment_ids) VALUES (?, ?, ?);
-- INSERT INTO hp_account_lines (tenant, line_key, ac … (as under "replace: one change and a new line")
-- INSERT INTO hp_line_events (tenant, line_key, vers … (as under "replace: one change and a new line")
UPDATE hp_accounts
SET balance = ?, by_month = ?, open_session_id = ?, last_day = ?, version = ?
WHERE tenant = ?
AND account = ?
AND currency = ?
AND version = ?;
COMMIT AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")

-- replace: an account has another version
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
INSERT INTO hp_statement_lines (tenant, line_key, payment_ids) VALUES (?, ?, ?);
-- INSERT INTO hp_account_lines (tenant, line_key, ac … (as under "replace: one change and a new line")
-- INSERT INTO hp_line_events (tenant, line_key, vers … (as under "replace: one change and a new line")
-- UPDATE hp_accounts SET balance = ?, by_month = ?, … (as under "replace: a new line and the next row of its account")
ROLLBACK AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")
-- SELECT line_key FROM hp_statement_lines WHERE tena … (as under "replace: the statement line is stored already")
-- SELECT line_key, account, import_id, file_row, dir … (as under "replace: a line has another version")
SELECT account, currency, balance, by_month, open_session_id, last_day, version
FROM hp_accounts
WHERE tenant = ?
AND account = ?
AND currency = ?
LIMIT 18446744073709551615
LOCK IN SHARE MODE;

-- replace: the next rows of two accounts
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
-- UPDATE hp_accounts SET balance = ?, by_month = ?, … (as under "replace: a new line and the next row of its account")
-- UPDATE hp_accounts SET balance = ?, by_month = ?, … (as under "replace: a new line and the next row of its account")
COMMIT AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")

-- findRows: an account in all currencies
SELECT account, currency, balance, by_month, open_session_id, last_day, version
FROM hp_accounts
WHERE tenant = ?
AND account IN (?)
LIMIT 18446744073709551615;

-- findLines
SELECT line_key, account, import_id, file_row, direction, amount, currency, value_date, booked_at, outcome,
  status, held, allocated, given_back, allocations, assignee, session_id, payer_id, payer_by_rule,
  transfer_to, version, created_at, updated_at, reference, provider_transaction_id, narration
FROM hp_account_lines
WHERE tenant = ?
AND line_key IN (?, ?)
LIMIT 18446744073709551615;

-- pageLines: of all
SELECT line_key, account, import_id, file_row, direction, amount, currency, value_date, booked_at, outcome,
  status, held, allocated, given_back, allocations, assignee, session_id, payer_id, payer_by_rule,
  transfer_to, version, created_at, updated_at, reference, provider_transaction_id, narration
FROM hp_account_lines
WHERE tenant = ?
ORDER BY value_date, line_key
LIMIT ?;

-- pageLines: behind one
SELECT line_key, account, import_id, file_row, direction, amount, currency, value_date, booked_at, outcome,
  status, held, allocated, given_back, allocations, assignee, session_id, payer_id, payer_by_rule,
  transfer_to, version, created_at, updated_at, reference, provider_transaction_id, narration
FROM hp_account_lines
WHERE tenant = ?
AND value_date >= ?
AND (value_date > ? OR line_key > ?)
ORDER BY value_date, line_key
LIMIT ?;

-- pageLines: of one status and one outcome
SELECT line_key, account, import_id, file_row, direction, amount, currency, value_date, booked_at, outcome,
  status, held, allocated, given_back, allocations, assignee, session_id, payer_id, payer_by_rule,
  transfer_to, version, created_at, updated_at, reference, provider_transaction_id, narration
FROM hp_account_lines
WHERE tenant = ?
AND status = ?
AND outcome = ?
ORDER BY value_date, line_key
LIMIT ?;

-- pageLines: of two statuses, which are all, and two outcomes
SELECT line_key, account, import_id, file_row, direction, amount, currency, value_date, booked_at, outcome,
  status, held, allocated, given_back, allocations, assignee, session_id, payer_id, payer_by_rule,
  transfer_to, version, created_at, updated_at, reference, provider_transaction_id, narration
FROM hp_account_lines
WHERE tenant = ?
AND outcome IN (?, ?)
ORDER BY value_date, line_key
LIMIT ?;

-- pageLines: of everything at once
SELECT line_key, account, import_id, file_row, direction, amount, currency, value_date, booked_at, outcome,
  status, held, allocated, given_back, allocations, assignee, session_id, payer_id, payer_by_rule,
  transfer_to, version, created_at, updated_at, reference, provider_transaction_id, narration
FROM hp_account_lines
WHERE tenant = ?
AND account = ?
AND direction = ?
AND currency = ?
AND amount = ?
AND import_id = ?
AND session_id = ?
AND payer_id = ?
AND transfer_to = ?
AND held = ?
AND value_date >= ?
AND value_date <= ?
AND assignee = ?
AND (LOCATE(?, search_text) > 0 OR LOCATE(?, narration_text) > 0)
AND value_date >= ?
AND (value_date > ? OR line_key > ?)
ORDER BY value_date, line_key
LIMIT ?;

-- pageLines: of no one
SELECT line_key, account, import_id, file_row, direction, amount, currency, value_date, booked_at, outcome,
  status, held, allocated, given_back, allocations, assignee, session_id, payer_id, payer_by_rule,
  transfer_to, version, created_at, updated_at, reference, provider_transaction_id, narration
FROM hp_account_lines
WHERE tenant = ?
AND assignee IS NULL
ORDER BY value_date, line_key
LIMIT ?;

-- scanLines: of one account
SET TRANSACTION ISOLATION LEVEL REPEATABLE READ;
START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY;
SELECT line_key, account, import_id, file_row, direction, amount, currency, value_date, booked_at, outcome,
  status, held, allocated, given_back, allocations, assignee, session_id, payer_id, payer_by_rule,
  transfer_to, version, created_at, updated_at, reference, provider_transaction_id, narration
FROM hp_account_lines
WHERE tenant = ?
AND account = ?
ORDER BY value_date, line_key
LIMIT ?;
COMMIT AND NO CHAIN NO RELEASE;

-- lineHistory
SELECT line_key, version, id, type, created_at, actor, reason, allocations
FROM hp_line_events
WHERE tenant = ?
AND line_key = ?
ORDER BY version
LIMIT 18446744073709551615;

-- countLines
SELECT value_date, COUNT(*) AS count_of, SUM(version) AS versions
FROM hp_account_lines
WHERE tenant = ?
AND account = ?
AND value_date >= ?
AND value_date <= ?
GROUP BY value_date
ORDER BY value_date
LIMIT 18446744073709551615;

-- lineHistories
SELECT line_key, version, id, type, created_at, actor, reason, allocations
FROM hp_line_events
WHERE tenant = ?
AND line_key IN (?, ?)
ORDER BY line_key, version
LIMIT 18446744073709551615;

-- scanLineMovements
SET TRANSACTION ISOLATION LEVEL REPEATABLE READ;
START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY;
SELECT event.line_key, event.version, event.id, event.type, event.created_at, event.actor, event.reason,
  event.allocations, event.counted, earlier.counted AS was_counted, line.line_key AS line_line_key,
  line.account AS line_account, line.import_id AS line_import_id, line.file_row AS line_file_row,
  line.direction AS line_direction, line.amount AS line_amount, line.currency AS line_currency,
  line.value_date AS line_value_date, line.booked_at AS line_booked_at, line.outcome AS line_outcome,
  line.status AS line_status, line.held AS line_held, line.allocated AS line_allocated,
  line.given_back AS line_given_back, line.allocations AS line_allocations, line.assignee AS line_assignee,
  line.session_id AS line_session_id, line.payer_id AS line_payer_id,
  line.payer_by_rule AS line_payer_by_rule, line.transfer_to AS line_transfer_to,
  line.version AS line_version, line.created_at AS line_created_at, line.updated_at AS line_updated_at,
  line.reference AS line_reference, line.provider_transaction_id AS line_provider_transaction_id,
  line.narration AS line_narration
FROM hp_line_events AS event FORCE INDEX (hp_line_events_by_time)
JOIN hp_account_lines AS line ON line.tenant = ? AND line.line_key = event.line_key
LEFT JOIN hp_line_events AS earlier
ON earlier.tenant = ?
AND earlier.line_key = event.line_key
AND earlier.version = event.version - 1
WHERE event.tenant = ?
AND event.created_at >= ?
AND event.created_at < ?
ORDER BY event.created_at, event.id
LIMIT ?;
COMMIT AND NO CHAIN NO RELEASE;

-- scanLineMovements: of two accounts
SET TRANSACTION ISOLATION LEVEL REPEATABLE READ;
START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY;
SELECT event.line_key, event.version, event.id, event.type, event.created_at, event.actor, event.reason,
  event.allocations, event.counted, earlier.counted AS was_counted, line.line_key AS line_line_key,
  line.account AS line_account, line.import_id AS line_import_id, line.file_row AS line_file_row,
  line.direction AS line_direction, line.amount AS line_amount, line.currency AS line_currency,
  line.value_date AS line_value_date, line.booked_at AS line_booked_at, line.outcome AS line_outcome,
  line.status AS line_status, line.held AS line_held, line.allocated AS line_allocated,
  line.given_back AS line_given_back, line.allocations AS line_allocations, line.assignee AS line_assignee,
  line.session_id AS line_session_id, line.payer_id AS line_payer_id,
  line.payer_by_rule AS line_payer_by_rule, line.transfer_to AS line_transfer_to,
  line.version AS line_version, line.created_at AS line_created_at, line.updated_at AS line_updated_at,
  line.reference AS line_reference, line.provider_transaction_id AS line_provider_transaction_id,
  line.narration AS line_narration
FROM hp_line_events AS event FORCE INDEX (hp_line_events_by_time)
JOIN hp_account_lines AS line ON line.tenant = ? AND line.line_key = event.line_key
LEFT JOIN hp_line_events AS earlier
ON earlier.tenant = ?
AND earlier.line_key = event.line_key
AND earlier.version = event.version - 1
WHERE event.tenant = ?
AND event.created_at >= ?
AND event.created_at < ?
AND line.account IN (?, ?)
ORDER BY event.created_at, event.id
LIMIT ?;
COMMIT AND NO CHAIN NO RELEASE;

-- pageLineMovements
SELECT event.line_key, event.version, event.id, event.type, event.created_at, event.actor, event.reason,
  event.allocations, event.counted, earlier.counted AS was_counted, line.line_key AS line_line_key,
  line.account AS line_account, line.import_id AS line_import_id, line.file_row AS line_file_row,
  line.direction AS line_direction, line.amount AS line_amount, line.currency AS line_currency,
  line.value_date AS line_value_date, line.booked_at AS line_booked_at, line.outcome AS line_outcome,
  line.status AS line_status, line.held AS line_held, line.allocated AS line_allocated,
  line.given_back AS line_given_back, line.allocations AS line_allocations, line.assignee AS line_assignee,
  line.session_id AS line_session_id, line.payer_id AS line_payer_id,
  line.payer_by_rule AS line_payer_by_rule, line.transfer_to AS line_transfer_to,
  line.version AS line_version, line.created_at AS line_created_at, line.updated_at AS line_updated_at,
  line.reference AS line_reference, line.provider_transaction_id AS line_provider_transaction_id,
  line.narration AS line_narration
FROM hp_line_events AS event FORCE INDEX (hp_line_events_by_time)
JOIN hp_account_lines AS line ON line.tenant = ? AND line.line_key = event.line_key
LEFT JOIN hp_line_events AS earlier
ON earlier.tenant = ?
AND earlier.line_key = event.line_key
AND earlier.version = event.version - 1
WHERE event.tenant = ?
AND event.created_at >= ?
AND event.created_at < ?
ORDER BY event.created_at DESC, event.id DESC
LIMIT ?;

-- pageLineMovements: of one person, behind an event
SELECT event.line_key, event.version, event.id, event.type, event.created_at, event.actor, event.reason,
  event.allocations, event.counted, earlier.counted AS was_counted, line.line_key AS line_line_key,
  line.account AS line_account, line.import_id AS line_import_id, line.file_row AS line_file_row,
  line.direction AS line_direction, line.amount AS line_amount, line.currency AS line_currency,
  line.value_date AS line_value_date, line.booked_at AS line_booked_at, line.outcome AS line_outcome,
  line.status AS line_status, line.held AS line_held, line.allocated AS line_allocated,
  line.given_back AS line_given_back, line.allocations AS line_allocations, line.assignee AS line_assignee,
  line.session_id AS line_session_id, line.payer_id AS line_payer_id,
  line.payer_by_rule AS line_payer_by_rule, line.transfer_to AS line_transfer_to,
  line.version AS line_version, line.created_at AS line_created_at, line.updated_at AS line_updated_at,
  line.reference AS line_reference, line.provider_transaction_id AS line_provider_transaction_id,
  line.narration AS line_narration
FROM hp_line_events AS event FORCE INDEX (hp_line_events_by_time)
JOIN hp_account_lines AS line ON line.tenant = ? AND line.line_key = event.line_key
LEFT JOIN hp_line_events AS earlier
ON earlier.tenant = ?
AND earlier.line_key = event.line_key
AND earlier.version = event.version - 1
WHERE event.tenant = ?
AND event.created_at >= ?
AND event.created_at < ?
AND event.actor = ?
AND event.created_at <= ?
AND (event.created_at < ? OR event.id < ?)
ORDER BY event.created_at DESC, event.id DESC
LIMIT ?;

-- pageEvents
SELECT event.id, event.created_at, event.type, event.payment_id, event.reference, event.amount,
  event.currency, event.status, event.previous_status, event.amount_reconciled, event.version, event.actor,
  event.reason, event.evidence, event.details
FROM hp_payment_events AS event FORCE INDEX (hp_payment_events_by_time)
WHERE event.tenant = ?
AND event.created_at >= ?
AND event.created_at < ?
ORDER BY event.created_at DESC, event.id DESC
LIMIT ?;

-- pageEvents: of one person, behind an event
SELECT event.id, event.created_at, event.type, event.payment_id, event.reference, event.amount,
  event.currency, event.status, event.previous_status, event.amount_reconciled, event.version, event.actor,
  event.reason, event.evidence, event.details
FROM hp_payment_events AS event FORCE INDEX (hp_payment_events_by_time)
WHERE event.tenant = ?
AND event.created_at >= ?
AND event.created_at < ?
AND event.actor = ?
AND event.created_at <= ?
AND (event.created_at < ? OR event.id < ?)
ORDER BY event.created_at DESC, event.id DESC
LIMIT ?;

-- pageRowEvents: of some kinds and one person
SELECT stream, version, id, type, created_at, actor, reason, document
FROM hp_row_events
WHERE tenant = ?
AND (type LIKE ? OR type LIKE ?)
AND actor = ?
AND created_at >= ?
AND created_at < ?
ORDER BY created_at DESC, id DESC
LIMIT ?;

-- sumEvents
SELECT actor, type, is_confirmation, currency, COUNT(*) AS count_of, CAST(SUM(amount) AS CHAR) AS sum0
FROM (SELECT event.actor, event.type,
  CASE WHEN event.evidence LIKE '%"kind":"confirmation"%' THEN 1 ELSE 0 END AS is_confirmation,
  event.currency, event.amount
FROM hp_payment_events AS event FORCE INDEX (hp_payment_events_by_time)
WHERE event.tenant = ?
AND event.created_at >= ?
AND event.created_at < ?
AND (event.previous_status IS NULL OR event.previous_status <> event.status)) AS changed
GROUP BY actor, type, is_confirmation, currency
LIMIT 18446744073709551615;

-- sumOpenLines
SELECT account, currency, direction, outcome, COUNT(*) AS count_of, MIN(value_date) AS oldest,
  CAST(SUM(amount) AS CHAR) AS sum0
FROM (
  SELECT account, currency, direction, outcome, value_date, amount - allocated AS amount
  FROM hp_account_lines WHERE tenant = ? AND status = 'open'
) AS open_line GROUP BY account, currency, direction, outcome LIMIT 18446744073709551615;

-- sumOpenLines: up to a day
SELECT account, currency, direction, outcome, COUNT(*) AS count_of, MIN(value_date) AS oldest,
  CAST(SUM(amount) AS CHAR) AS sum0
FROM (
  SELECT account, currency, direction, outcome, value_date, amount - allocated AS amount
  FROM hp_account_lines WHERE tenant = ? AND status = 'open' AND value_date <= ?
) AS open_line GROUP BY account, currency, direction, outcome LIMIT 18446744073709551615;

-- sumLines
SELECT account, currency, direction, outcome, COUNT(*) AS count_of, CAST(SUM(amount) AS CHAR) AS sum0,
  CAST(SUM(allocated) AS CHAR) AS sum1
FROM hp_account_lines
WHERE tenant = ?
GROUP BY account, currency, direction, outcome
LIMIT 18446744073709551615;

-- sumLines: of an account, with a text
SELECT account, currency, direction, outcome, COUNT(*) AS count_of, CAST(SUM(amount) AS CHAR) AS sum0,
  CAST(SUM(allocated) AS CHAR) AS sum1
FROM hp_account_lines
WHERE tenant = ?
AND status = ?
AND account = ?
AND value_date >= ?
AND (LOCATE(?, search_text) > 0 OR LOCATE(?, narration_text) > 0)
GROUP BY account, currency, direction, outcome
LIMIT 18446744073709551615;

-- pageLines: of some amounts
SELECT line_key, account, import_id, file_row, direction, amount, currency, value_date, booked_at, outcome,
  status, held, allocated, given_back, allocations, assignee, session_id, payer_id, payer_by_rule,
  transfer_to, version, created_at, updated_at, reference, provider_transaction_id, narration
FROM hp_account_lines
WHERE tenant = ?
AND status = ?
AND amount IN (?, ?)
AND currency = ?
ORDER BY value_date, line_key
LIMIT ?;

-- replace: a note
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
INSERT INTO hp_line_notes (tenant, line_key, id, note, actor, created_at) VALUES (?, ?, ?, ?, ?, ?);
COMMIT AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")

-- pageRows: the notes of a line
SELECT line_key, id, note, actor, created_at
FROM hp_line_notes
WHERE tenant = ?
AND line_key = ?
ORDER BY id
LIMIT ?;

-- replace: the erasure of a payer
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
-- UPDATE hp_payments SET status = ?, instructions = … (as under "replace: one change")
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
-- SELECT 1 AS stored FROM hp_account_lines FORCE IND … (as under "replace: the next version of a line")
-- INSERT INTO hp_account_lines (tenant, line_key, ac … (as under "replace: the next version of a line")
UPDATE hp_payments SET fingerprint = NULL WHERE tenant = ? AND id IN (?);
DELETE FROM hp_payment_terms WHERE tenant = ? AND term IN (?) AND created_at = ? AND payment_id = ?;
UPDATE hp_attempts SET phone = NULL, phone_mark = NULL WHERE tenant = ? AND payment_id IN (?);
UPDATE hp_refunds SET note = NULL WHERE tenant = ? AND payment_id IN (?);
UPDATE hp_waivers SET note = NULL WHERE tenant = ? AND payment_id IN (?);
UPDATE hp_attempts SET phone = NULL, phone_mark = NULL WHERE tenant = ? AND line_key IN (?);
DELETE FROM hp_line_notes WHERE tenant = ? AND line_key IN (?);
UPDATE hp_refunds SET note = NULL WHERE tenant = ? AND line_key IN (?);
COMMIT AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")

-- eraseLineTexts
SELECT line_key, value_date, CASE WHEN narration IS NOT NULL OR EXISTS (
  SELECT 1 FROM hp_line_notes AS note WHERE note.tenant = ? AND note.line_key = line.line_key
) THEN 1 ELSE 0 END AS has_any
FROM hp_account_lines AS line
WHERE tenant = ?
AND value_date < ?
ORDER BY value_date, line_key
LIMIT ?;
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
UPDATE hp_account_lines
SET narration = NULL, narration_text = NULL
WHERE tenant = ?
AND line_key IN (?)
AND narration IS NOT NULL;
DELETE FROM hp_line_notes WHERE tenant = ? AND line_key IN (?);
COMMIT AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")

-- eraseLineTexts: behind a line
SELECT line_key, value_date, CASE WHEN narration IS NOT NULL OR EXISTS (
  SELECT 1 FROM hp_line_notes AS note WHERE note.tenant = ? AND note.line_key = line.line_key
) THEN 1 ELSE 0 END AS has_any
FROM hp_account_lines AS line
WHERE tenant = ?
AND value_date < ?
AND value_date >= ?
AND (value_date > ? OR line_key > ?)
ORDER BY value_date, line_key
LIMIT ?;

-- replace: an import
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
INSERT INTO hp_statement_imports (tenant, id, document, account, created_at, completed_at, from_day, to_day,
  format, layout)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON DUPLICATE KEY UPDATE id = VALUES(id), document = VALUES(document), account = VALUES(account),
  created_at = VALUES(created_at), completed_at = VALUES(completed_at), from_day = VALUES(from_day),
  to_day = VALUES(to_day), format = VALUES(format), layout = VALUES(layout);
COMMIT AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")

-- findRows: an import
SELECT id, document FROM hp_statement_imports WHERE tenant = ? AND id IN (?) LIMIT 18446744073709551615;

-- pageRows: imports of all accounts
SELECT id, document FROM hp_statement_imports WHERE tenant = ? ORDER BY created_at DESC, id DESC LIMIT ?;

-- pageRows: imports of one account, behind one
SELECT id, document
FROM hp_statement_imports
WHERE tenant = ?
AND account = ?
AND created_at <= ?
AND (created_at < ? OR id < ?)
ORDER BY created_at DESC, id DESC
LIMIT ?;

-- pageRows: the imports beside a month
SELECT id, document
FROM hp_statement_imports
WHERE tenant = ?
AND account = ?
AND from_day IS NOT NULL
AND completed_at IS NOT NULL
AND from_day >= ?
ORDER BY from_day, created_at, id
LIMIT ?;
SELECT id, document
FROM hp_statement_imports
WHERE tenant = ?
AND account = ?
AND to_day IS NOT NULL
AND completed_at IS NOT NULL
AND to_day < ?
ORDER BY to_day DESC, created_at DESC, id DESC
LIMIT ?;
SELECT id, document
FROM hp_statement_imports
WHERE tenant = ?
AND account = ?
AND completed_at IS NOT NULL
AND format IS NOT NULL
ORDER BY created_at DESC, id DESC
LIMIT ?;

-- searchPayments: of nothing
SELECT payment.id, payment.reference, payment.amount, payment.currency, payment.channel, payment.created_at,
  payment.status, payment.instructions, payment.updated_at, payment.expires_at, payment.paid_at,
  payment.reversed_at, payment.canceled_at, payment.late, payment.amount_reconciled,
  payment.amount_refund_pending, payment.amount_refunded, payment.amount_written_off, payment.amount_waived,
  payment.attempt_id, payment.version, payment.description, payment.metadata, payment.status_reason,
  payment.provider_transaction_id, payment.has_customer, payment.customer_name, payment.customer_phone,
  payment.customer_id, payment.imported, payment.transaction_key, payment.money_memory,
  payment.given_back_unproved
FROM hp_payments AS payment
WHERE payment.tenant = ?
AND payment.created_at <= ?
AND (payment.created_at < ? OR payment.id < ?)
ORDER BY payment.created_at DESC, payment.id DESC
LIMIT ?;

-- searchPayments: of one term
SELECT payment.id, payment.reference, payment.amount, payment.currency, payment.channel, payment.created_at,
  payment.status, payment.instructions, payment.updated_at, payment.expires_at, payment.paid_at,
  payment.reversed_at, payment.canceled_at, payment.late, payment.amount_reconciled,
  payment.amount_refund_pending, payment.amount_refunded, payment.amount_written_off, payment.amount_waived,
  payment.attempt_id, payment.version, payment.description, payment.metadata, payment.status_reason,
  payment.provider_transaction_id, payment.has_customer, payment.customer_name, payment.customer_phone,
  payment.customer_id, payment.imported, payment.transaction_key, payment.money_memory,
  payment.given_back_unproved
FROM (SELECT * FROM (SELECT found.created_at,
  found.payment_id FROM hp_payment_terms AS found STRAIGHT_JOIN hp_payments AS payment WHERE found.tenant = ? AND term = ? AND payment.tenant = ? AND payment.id = found.payment_id ORDER BY found.created_at DESC,
  found.payment_id DESC LIMIT ?) AS part0) AS hit STRAIGHT_JOIN hp_payments AS payment
WHERE payment.tenant = ?
AND payment.id = hit.payment_id
ORDER BY hit.created_at DESC, hit.payment_id DESC
LIMIT ?;

-- searchPayments: of two terms, a beginning with a part, and a receipt
SELECT payment.id, payment.reference, payment.amount, payment.currency, payment.channel, payment.created_at,
  payment.status, payment.instructions, payment.updated_at, payment.expires_at, payment.paid_at,
  payment.reversed_at, payment.canceled_at, payment.late, payment.amount_reconciled,
  payment.amount_refund_pending, payment.amount_refunded, payment.amount_written_off, payment.amount_waived,
  payment.attempt_id, payment.version, payment.description, payment.metadata, payment.status_reason,
  payment.provider_transaction_id, payment.has_customer, payment.customer_name, payment.customer_phone,
  payment.customer_id, payment.imported, payment.transaction_key, payment.money_memory,
  payment.given_back_unproved
FROM (SELECT * FROM (SELECT found.created_at,
  found.payment_id FROM hp_payment_terms AS found STRAIGHT_JOIN hp_payments AS payment WHERE found.tenant = ? AND term = ? AND payment.tenant = ? AND payment.id = found.payment_id ORDER BY found.created_at DESC,
  found.payment_id DESC LIMIT ?) AS part0 UNION SELECT * FROM (SELECT found.created_at,
  found.payment_id FROM hp_payment_terms AS found STRAIGHT_JOIN hp_payments AS payment WHERE found.tenant = ? AND term = ? AND payment.tenant = ? AND payment.id = found.payment_id ORDER BY found.created_at DESC,
  found.payment_id DESC LIMIT ?) AS part1 UNION SELECT * FROM (SELECT DISTINCT found.created_at,
  found.payment_id FROM hp_payment_terms AS found STRAIGHT_JOIN hp_payments AS payment WHERE found.tenant = ? AND term >= ? AND term < ? AND LOCATE(?,
  SUBSTRING(term,
  ?)) > 0 AND payment.tenant = ? AND payment.id = found.payment_id ORDER BY found.created_at DESC,
  found.payment_id DESC LIMIT ?) AS part2 UNION SELECT * FROM (SELECT payment.created_at,
  payment.id AS payment_id FROM hp_payments AS payment WHERE payment.tenant = ? AND payment.transaction_key = ? ORDER BY payment.created_at DESC,
  payment.id DESC LIMIT ?) AS part3) AS hit STRAIGHT_JOIN hp_payments AS payment
WHERE payment.tenant = ?
AND payment.id = hit.payment_id
ORDER BY hit.created_at DESC, hit.payment_id DESC
LIMIT ?;

-- searchPayments: of three clauses and everything else
SELECT COUNT(*) AS count_of
FROM (SELECT 1 AS one FROM hp_payment_terms WHERE tenant = ? AND term = ? ORDER BY term, created_at,
  payment_id LIMIT ?) AS some_terms
LIMIT 18446744073709551615;
SELECT COUNT(*) AS count_of
FROM (SELECT 1 AS one FROM hp_payment_terms WHERE tenant = ? AND term >= ? AND term < ? ORDER BY term,
  created_at, payment_id LIMIT ?) AS some_terms
LIMIT 18446744073709551615;
SELECT payment.id, payment.reference, payment.amount, payment.currency, payment.channel, payment.created_at,
  payment.status, payment.instructions, payment.updated_at, payment.expires_at, payment.paid_at,
  payment.reversed_at, payment.canceled_at, payment.late, payment.amount_reconciled,
  payment.amount_refund_pending, payment.amount_refunded, payment.amount_written_off, payment.amount_waived,
  payment.attempt_id, payment.version, payment.description, payment.metadata, payment.status_reason,
  payment.provider_transaction_id, payment.has_customer, payment.customer_name, payment.customer_phone,
  payment.customer_id, payment.imported, payment.transaction_key, payment.money_memory,
  payment.given_back_unproved
FROM (SELECT * FROM (SELECT found.created_at,
  found.payment_id FROM hp_payment_terms AS found STRAIGHT_JOIN hp_payments AS payment WHERE found.tenant = ? AND term = ? AND found.created_at >= ? AND found.created_at < ? AND found.created_at <= ? AND (found.created_at < ? OR found.payment_id < ?) AND payment.tenant = ? AND payment.id = found.payment_id AND payment.currency = ? AND payment.status IN (?,
  ?) AND payment.channel IN (?) AND (payment.id IN (SELECT payment_id FROM hp_payment_terms WHERE tenant = ? AND ((term >= ? AND term < ?)))) AND (payment.transaction_key = ?) ORDER BY found.created_at DESC,
  found.payment_id DESC LIMIT ?) AS part0) AS hit STRAIGHT_JOIN hp_payments AS payment
WHERE payment.tenant = ?
AND payment.id = hit.payment_id
ORDER BY hit.created_at DESC, hit.payment_id DESC
LIMIT ?;

-- searchPayments: of two clauses, the second of two terms and a receipt
-- SELECT COUNT(*) AS count_of FROM (SELECT 1 AS one … (as under "searchPayments: of three clauses and everything else")
SELECT payment.id, payment.reference, payment.amount, payment.currency, payment.channel, payment.created_at,
  payment.status, payment.instructions, payment.updated_at, payment.expires_at, payment.paid_at,
  payment.reversed_at, payment.canceled_at, payment.late, payment.amount_reconciled,
  payment.amount_refund_pending, payment.amount_refunded, payment.amount_written_off, payment.amount_waived,
  payment.attempt_id, payment.version, payment.description, payment.metadata, payment.status_reason,
  payment.provider_transaction_id, payment.has_customer, payment.customer_name, payment.customer_phone,
  payment.customer_id, payment.imported, payment.transaction_key, payment.money_memory,
  payment.given_back_unproved
FROM (SELECT * FROM (SELECT found.created_at,
  found.payment_id FROM hp_payment_terms AS found STRAIGHT_JOIN hp_payments AS payment WHERE found.tenant = ? AND term = ? AND payment.tenant = ? AND payment.id = found.payment_id AND (EXISTS (SELECT 1 FROM hp_payment_terms AS other WHERE other.tenant = ? AND other.term = ? AND other.created_at = payment.created_at AND other.payment_id = payment.id) OR EXISTS (SELECT 1 FROM hp_payment_terms AS other WHERE other.tenant = ? AND other.term = ? AND other.created_at = payment.created_at AND other.payment_id = payment.id) OR payment.id IN (SELECT payment_id FROM hp_payment_terms WHERE tenant = ? AND ((term >= ? AND term < ? AND LOCATE(?,
  SUBSTRING(term, ?)) > 0)))) ORDER BY found.created_at DESC,
  found.payment_id DESC LIMIT ?) AS part0) AS hit STRAIGHT_JOIN hp_payments AS payment
WHERE payment.tenant = ?
AND payment.id = hit.payment_id
ORDER BY hit.created_at DESC, hit.payment_id DESC
LIMIT ?;

-- findCandidates
SELECT DISTINCT payment_id FROM hp_payment_terms WHERE tenant = ? AND term IN (?, ?) LIMIT ?;
SELECT 0 AS place, part0.*
FROM (SELECT created_at,
  payment_id FROM hp_payment_terms WHERE tenant = ? AND term = ? AND created_at < ? ORDER BY created_at DESC,
  payment_id DESC LIMIT ?) AS part0
UNION ALL SELECT 1 AS place, part1.*
FROM (SELECT created_at,
  payment_id FROM hp_payment_terms WHERE tenant = ? AND term = ? AND created_at >= ? ORDER BY created_at ASC,
  payment_id ASC LIMIT ?) AS part1
UNION ALL SELECT 2 AS place, part2.*
FROM (SELECT created_at,
  payment_id FROM hp_payment_terms WHERE tenant = ? AND term = ? AND created_at < ? ORDER BY created_at DESC,
  payment_id DESC LIMIT ?) AS part2
UNION ALL SELECT 3 AS place, part3.*
FROM (SELECT created_at,
  payment_id FROM hp_payment_terms WHERE tenant = ? AND term = ? AND created_at >= ? ORDER BY created_at ASC,
  payment_id ASC LIMIT ?) AS part3
LIMIT 18446744073709551615;
SELECT 0 AS place, part0.*
FROM (SELECT created_at,
  payment_id FROM hp_payment_terms WHERE tenant = ? AND term = ? AND created_at < ? ORDER BY created_at DESC,
  payment_id DESC LIMIT ?) AS part0
UNION ALL SELECT 1 AS place, part1.*
FROM (SELECT created_at,
  payment_id FROM hp_payment_terms WHERE tenant = ? AND term = ? AND created_at >= ? ORDER BY created_at ASC,
  payment_id ASC LIMIT ?) AS part1
LIMIT 18446744073709551615;
SELECT 0 AS place, part0.*
FROM (SELECT DISTINCT created_at,
  payment_id FROM hp_payment_terms WHERE tenant = ? AND term >= ? AND term < ? AND created_at < ? ORDER BY created_at DESC,
  payment_id DESC LIMIT ?) AS part0
UNION ALL SELECT 1 AS place, part1.*
FROM (SELECT DISTINCT created_at,
  payment_id FROM hp_payment_terms WHERE tenant = ? AND term >= ? AND term < ? AND created_at >= ? ORDER BY created_at ASC,
  payment_id ASC LIMIT ?) AS part1
LIMIT 18446744073709551615;
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = ?
AND id IN (?, ?)
LIMIT 18446744073709551615;

-- findCandidates: of several lines
SELECT DISTINCT payment_id FROM hp_payment_terms WHERE tenant = ? AND term IN (?) LIMIT ?;
-- SELECT 0 AS place, part0.* FROM (SELECT created_at … (as under "findCandidates")
-- SELECT 0 AS place, part0.* FROM (SELECT DISTINCT c … (as under "findCandidates")
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = ?
AND id IN (?)
LIMIT 18446744073709551615;

-- histories
SELECT id, created_at, type, payment_id, reference, amount, currency, status, previous_status,
  amount_reconciled, version, actor, reason, evidence, details
FROM hp_payment_events
WHERE tenant = ?
AND payment_id IN (?, ?)
ORDER BY payment_id, version
LIMIT 18446744073709551615;

-- sumUnproved
SELECT currency, COUNT(*) AS count_of, CAST(SUM(amount) AS CHAR) AS sum0
FROM (SELECT currency,
  amount - amount_waived - amount_reconciled AS amount FROM hp_payments FORCE INDEX (hp_payments_unproved) WHERE tenant = ? AND unproved_channel IS NOT NULL AND paid_at < ?) AS unproved
GROUP BY currency
LIMIT 18446744073709551615;

-- sumUnproved: of two channels
SELECT currency, COUNT(*) AS count_of, CAST(SUM(amount) AS CHAR) AS sum0
FROM (SELECT currency,
  amount - amount_waived - amount_reconciled AS amount FROM hp_payments FORCE INDEX (hp_payments_unproved) WHERE tenant = ? AND unproved_channel IS NOT NULL AND paid_at < ? AND unproved_channel IN (?,
  ?)) AS unproved
GROUP BY currency
LIMIT 18446744073709551615;

-- sumUnproved: up to so many
SELECT currency, COUNT(*) AS count_of, CAST(SUM(amount) AS CHAR) AS sum0
FROM (SELECT currency,
  amount - amount_waived - amount_reconciled AS amount FROM hp_payments FORCE INDEX (hp_payments_unproved) WHERE tenant = ? AND unproved_channel IS NOT NULL AND paid_at < ? LIMIT ?) AS unproved
GROUP BY currency
LIMIT 18446744073709551615;

-- sumWaiting: underPaid
SELECT currency, COUNT(*) AS count_of, CAST(SUM(asked) AS CHAR) AS sum0, CAST(SUM(amount) AS CHAR) AS sum1
FROM (SELECT currency, amount - amount_waived AS asked,
  amount_reconciled AS amount FROM hp_payments WHERE tenant = ? AND under_paid_at IS NOT NULL AND status IN ('pending',
  'succeeded')) AS waiting
GROUP BY currency
LIMIT 18446744073709551615;

-- sumWaiting: unpaidWithMoney
SELECT currency, COUNT(*) AS count_of, CAST(SUM(asked) AS CHAR) AS sum0, CAST(SUM(amount) AS CHAR) AS sum1
FROM (SELECT currency, amount - amount_waived AS asked,
  amount_reconciled - amount_written_off - (amount_refund_pending + amount_refunded) AS amount FROM hp_payments WHERE tenant = ? AND under_paid_at IS NOT NULL AND status IN ('expired',
  'failed') AND amount_reconciled - amount_written_off - (amount_refund_pending + amount_refunded) > 0) AS waiting
GROUP BY currency
LIMIT 18446744073709551615;

-- sumWaiting: refundedUnproved
SELECT currency, COUNT(*) AS count_of, CAST(SUM(asked) AS CHAR) AS sum0, CAST(SUM(amount) AS CHAR) AS sum1
FROM (SELECT currency, amount - amount_waived AS asked,
  given_back_unproved AS amount FROM hp_payments WHERE tenant = ? AND given_back_unproved IS NOT NULL) AS waiting
GROUP BY currency
LIMIT 18446744073709551615;

-- pagePayer
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = ?
AND customer_id = ?
ORDER BY created_at, id
LIMIT ?;
SELECT line_key, account, import_id, file_row, direction, amount, currency, value_date, booked_at, outcome,
  status, held, allocated, given_back, allocations, assignee, session_id, payer_id, payer_by_rule,
  transfer_to, version, created_at, updated_at, reference, provider_transaction_id, narration
FROM hp_account_lines
WHERE tenant = ?
AND payer_id = ?
ORDER BY created_at, line_key
LIMIT ?;

-- pagePayer: behind one
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = ?
AND customer_id = ?
AND created_at >= ?
AND (created_at > ? OR id > ?)
ORDER BY created_at, id
LIMIT ?;
SELECT line_key, account, import_id, file_row, direction, amount, currency, value_date, booked_at, outcome,
  status, held, allocated, given_back, allocations, assignee, session_id, payer_id, payer_by_rule,
  transfer_to, version, created_at, updated_at, reference, provider_transaction_id, narration
FROM hp_account_lines
WHERE tenant = ?
AND payer_id = ?
AND created_at >= ?
AND (created_at > ? OR line_key > ?)
ORDER BY created_at, line_key
LIMIT ?;

-- sumPayer
SELECT currency, CAST(SUM(asked) AS CHAR) AS sum0, CAST(SUM(amount) AS CHAR) AS sum1 FROM (
  SELECT currency, amount AS asked, amount - amount_waived - amount_reconciled AS amount
  FROM hp_payments WHERE tenant = ? AND customer_id = ? AND status = 'pending'
) AS bill GROUP BY currency LIMIT 18446744073709551615;
SELECT currency, CAST(SUM(amount) AS CHAR) AS sum0 FROM (
  SELECT currency, amount - allocated - given_back AS amount
  FROM hp_account_lines WHERE tenant = ? AND payer_id = ? AND status = 'open' AND direction = 'credit'
  AND outcome NOT IN ('possible_duplicate', 'unproved')
  AND account NOT LIKE 'waiver.%'
  AND amount - allocated > given_back
) AS deposit GROUP BY currency LIMIT 18446744073709551615;

-- pageDeadEvents
SELECT event.id, event.created_at, event.type, event.payment_id, event.reference, event.amount,
  event.currency, event.status, event.previous_status, event.amount_reconciled, event.version, event.actor,
  event.reason, event.evidence, event.details
FROM hp_deliveries AS delivery
JOIN hp_payment_events AS event
ON event.tenant = ? AND event.payment_id = delivery.payment_id AND event.version = delivery.version
WHERE delivery.tenant = ? AND delivery.dead = 1
ORDER BY event.created_at, event.id LIMIT ?;

-- pageDeadEvents: behind one
SELECT event.id, event.created_at, event.type, event.payment_id, event.reference, event.amount,
  event.currency, event.status, event.previous_status, event.amount_reconciled, event.version, event.actor,
  event.reason, event.evidence, event.details
FROM hp_deliveries AS delivery
JOIN hp_payment_events AS event
ON event.tenant = ? AND event.payment_id = delivery.payment_id AND event.version = delivery.version
WHERE delivery.tenant = ?
AND delivery.dead = 1
AND event.created_at >= ?
AND (event.created_at > ? OR event.id > ?)
ORDER BY event.created_at, event.id LIMIT ?;

-- replace: a new refund with the change of its payment
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
-- UPDATE hp_payments SET status = ?, instructions = … (as under "replace: one change")
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
INSERT INTO hp_refunds (tenant, id, status, payment_id, line_key, amount, currency, reason, note, reference,
  requested_by, approved_by, provider_transaction_id, amount_reconciled, returned_by, created_at, updated_at,
  paid_at, version, channel, idempotency_key, fingerprint, transaction_key)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
COMMIT AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")

-- replace: a refund's next version
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
-- UPDATE hp_payments SET status = ?, instructions = … (as under "replace: one change")
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
UPDATE hp_refunds
SET status = ?, note = CASE WHEN note IS NULL THEN NULL ELSE ? END, approved_by = ?,
  provider_transaction_id = ?, amount_reconciled = ?, returned_by = ?, updated_at = ?, paid_at = ?,
  version = ?, transaction_key = ?
WHERE tenant = ?
AND id = ?
AND version = ?
AND COALESCE(payment_id, '') = ?
AND COALESCE(line_key, '') = ?
AND amount = ?
AND currency = ?
AND reason = ?
AND reference = ?
AND COALESCE(requested_by, '') = ?
AND created_at = ?;
COMMIT AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")

-- replace: a new refund of a line, with an event of its own
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
-- INSERT INTO hp_refunds (tenant, id, status, paymen … (as under "replace: a new refund with the change of its payment")
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
COMMIT AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")

-- replace: a refund has another version
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
-- INSERT INTO hp_refunds (tenant, id, status, paymen … (as under "replace: a new refund with the change of its payment")
ROLLBACK AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")
SELECT id, status, payment_id, line_key, amount, currency, reason, note, reference, requested_by,
  approved_by, provider_transaction_id, amount_reconciled, returned_by, created_at, updated_at, paid_at,
  version, channel, idempotency_key, fingerprint
FROM hp_refunds
WHERE tenant = ?
AND id IN (?)
LIMIT 18446744073709551615
LOCK IN SHARE MODE;

-- findRefunds: by every key
SELECT id, status, payment_id, line_key, amount, currency, reason, note, reference, requested_by,
  approved_by, provider_transaction_id, amount_reconciled, returned_by, created_at, updated_at, paid_at,
  version, channel, idempotency_key, fingerprint
FROM hp_refunds
WHERE tenant = ?
AND id IN (?)
LIMIT 18446744073709551615;
SELECT id, status, payment_id, line_key, amount, currency, reason, note, reference, requested_by,
  approved_by, provider_transaction_id, amount_reconciled, returned_by, created_at, updated_at, paid_at,
  version, channel, idempotency_key, fingerprint
FROM hp_refunds
WHERE tenant = ?
AND reference IN (?)
LIMIT 18446744073709551615;
SELECT id, status, payment_id, line_key, amount, currency, reason, note, reference, requested_by,
  approved_by, provider_transaction_id, amount_reconciled, returned_by, created_at, updated_at, paid_at,
  version, channel, idempotency_key, fingerprint
FROM hp_refunds
WHERE tenant = ?
AND transaction_key IN (?)
LIMIT 18446744073709551615;
SELECT id, status, payment_id, line_key, amount, currency, reason, note, reference, requested_by,
  approved_by, provider_transaction_id, amount_reconciled, returned_by, created_at, updated_at, paid_at,
  version, channel, idempotency_key, fingerprint
FROM hp_refunds
WHERE tenant = ?
AND line_key IN (?)
LIMIT 18446744073709551615;

-- refundOfKey
SELECT id, status, payment_id, line_key, amount, currency, reason, note, reference, requested_by,
  approved_by, provider_transaction_id, amount_reconciled, returned_by, created_at, updated_at, paid_at,
  version, channel, idempotency_key, fingerprint
FROM hp_refunds
WHERE tenant = ?
AND unique_key IN (?)
LIMIT 18446744073709551615;

-- pageRefunds: of all
SELECT id, status, payment_id, line_key, amount, currency, reason, note, reference, requested_by,
  approved_by, provider_transaction_id, amount_reconciled, returned_by, created_at, updated_at, paid_at,
  version, channel, idempotency_key, fingerprint
FROM hp_refunds
WHERE tenant = ?
ORDER BY created_at DESC, id DESC
LIMIT ?;

-- pageRefunds: of two statuses, behind one
SELECT id, status, payment_id, line_key, amount, currency, reason, note, reference, requested_by,
  approved_by, provider_transaction_id, amount_reconciled, returned_by, created_at, updated_at, paid_at,
  version, channel, idempotency_key, fingerprint
FROM hp_refunds
WHERE tenant = ?
AND status IN (?, ?)
AND created_at <= ?
AND (created_at < ? OR id < ?)
ORDER BY created_at DESC, id DESC
LIMIT ?;

-- pageRefunds: of one payment, in a period of payment
SELECT id, status, payment_id, line_key, amount, currency, reason, note, reference, requested_by,
  approved_by, provider_transaction_id, amount_reconciled, returned_by, created_at, updated_at, paid_at,
  version, channel, idempotency_key, fingerprint
FROM hp_refunds
WHERE tenant = ?
AND payment_id = ?
AND paid_at IS NOT NULL
AND paid_at >= ?
AND paid_at < ?
ORDER BY paid_at DESC, id DESC
LIMIT ?;

-- scanRefunds: of one status
SET TRANSACTION ISOLATION LEVEL REPEATABLE READ;
START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY;
SELECT id, status, payment_id, line_key, amount, currency, reason, note, reference, requested_by,
  approved_by, provider_transaction_id, amount_reconciled, returned_by, created_at, updated_at, paid_at,
  version, channel, idempotency_key, fingerprint
FROM hp_refunds
WHERE tenant = ?
AND status = ?
ORDER BY created_at, id
LIMIT ?;
COMMIT AND NO CHAIN NO RELEASE;

-- totalsOfRefunds
SELECT currency, channel, reason, status, COUNT(*) AS count_of, CAST(SUM(amount) AS CHAR) AS sum0
FROM hp_refunds
WHERE tenant = ?
AND created_at >= ?
GROUP BY currency, channel, reason, status
LIMIT 18446744073709551615;

-- addClosing: the first of a chain, with lines
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
INSERT INTO hp_closing_chains (tenant, account, sequence, hash, taken_back)
VALUES (?, ?, ?, ?, ?)
ON DUPLICATE KEY UPDATE tenant = VALUES(tenant);
UPDATE hp_closing_chains
SET sequence = ?, hash = ?
WHERE tenant = ?
AND account = ?
AND sequence = ?
AND taken_back = ?;
INSERT INTO hp_closings (tenant, account, sequence, day, kind, created_at, hash, lines_hash, document,
  line_count, line_versions)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
INSERT INTO hp_closing_lines (tenant, account, sequence, part, document) VALUES (?, ?, ?, ?, ?);
COMMIT AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")

-- addClosing: the next one, without lines
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
-- UPDATE hp_closing_chains SET sequence = ?, hash = … (as under "addClosing: the first of a chain, with lines")
-- INSERT INTO hp_closings (tenant, account, sequence … (as under "addClosing: the first of a chain, with lines")
COMMIT AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")

-- addClosing: the chain ends elsewhere
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
-- UPDATE hp_closing_chains SET sequence = ?, hash = … (as under "addClosing: the first of a chain, with lines")
ROLLBACK AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")

-- replace: a line, where the chain ends as it was read
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
-- SELECT 1 AS stored FROM hp_account_lines FORCE IND … (as under "replace: the next version of a line")
-- INSERT INTO hp_account_lines (tenant, line_key, ac … (as under "replace: the next version of a line")
-- INSERT INTO hp_statement_lines (tenant, line_key, … (as under "replace: the next version of a line")
-- INSERT INTO hp_line_events (tenant, line_key, vers … (as under "replace: one change and a new line")
UPDATE hp_closing_chains SET taken_back = taken_back + 1 WHERE tenant = ? AND account = ? AND sequence = ?;
COMMIT AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")

-- addClosing: money was taken back since
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
-- UPDATE hp_closing_chains SET sequence = ?, hash = … (as under "addClosing: the first of a chain, with lines")
ROLLBACK AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")

-- replace: the chain ends elsewhere
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
INSERT INTO hp_statement_lines (tenant, line_key, payment_ids) VALUES (?, ?, ?);
-- INSERT INTO hp_account_lines (tenant, line_key, ac … (as under "replace: one change and a new line")
-- INSERT INTO hp_line_events (tenant, line_key, vers … (as under "replace: one change and a new line")
-- UPDATE hp_closing_chains SET taken_back = taken_ba … (as under "replace: a line, where the chain ends as it was read")
ROLLBACK AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")
-- SELECT line_key FROM hp_statement_lines WHERE tena … (as under "replace: the statement line is stored already")
-- SELECT line_key, account, import_id, file_row, dir … (as under "replace: a line has another version")
SELECT account, sequence, hash, taken_back
FROM hp_closing_chains
WHERE tenant = ?
AND account IN (?)
LIMIT 18446744073709551615
LOCK IN SHARE MODE;

-- chainStates
SELECT account, sequence, hash, taken_back, (
  SELECT COUNT(*) FROM hp_closings AS link WHERE link.tenant = ? AND link.account = chain.account
) AS links FROM hp_closing_chains AS chain WHERE tenant = ? AND account IN (?, ?)
UNION ALL
SELECT account, 0, NULL, 0, COUNT(*)
FROM hp_closings AS link
WHERE tenant = ?
AND account IN (?, ?)
AND NOT EXISTS (
  SELECT 1 FROM hp_closing_chains AS chain WHERE chain.tenant = ? AND chain.account = link.account
) GROUP BY account LIMIT 18446744073709551615;

-- findClosings
SELECT account, sequence, day, kind, created_at, hash, lines_hash, document
FROM hp_closings
WHERE tenant = ?
AND account = ?
AND day IN (?, ?)
ORDER BY sequence
LIMIT 18446744073709551615;

-- pageClosings: of all
SELECT account, sequence, day, kind, created_at, hash, lines_hash, document
FROM hp_closings
WHERE tenant = ?
ORDER BY created_at DESC, sequence DESC, hash DESC
LIMIT ?;

-- pageClosings: of a time
SELECT account, sequence, day, kind, created_at, hash, lines_hash, document
FROM hp_closings
WHERE tenant = ?
AND created_at >= ?
AND created_at < ?
ORDER BY created_at DESC, sequence DESC, hash DESC
LIMIT ?;

-- pageClosings: of one account and days, behind one
SELECT account, sequence, day, kind, created_at, hash, lines_hash, document
FROM hp_closings
WHERE tenant = ?
AND account = ?
AND day >= ?
AND day <= ?
AND created_at <= ?
AND (created_at < ? OR sequence < ? OR (sequence = ? AND hash < ?))
ORDER BY created_at DESC, sequence DESC, hash DESC
LIMIT ?;

-- scanClosings
SET TRANSACTION ISOLATION LEVEL REPEATABLE READ;
START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY;
SELECT account, sequence, day, kind, created_at, hash, lines_hash, document
FROM hp_closings
WHERE tenant = ?
AND account = ?
AND sequence > ?
ORDER BY sequence
LIMIT ?;
COMMIT AND NO CHAIN NO RELEASE;

-- closingLines
SELECT document
FROM hp_closing_lines
WHERE tenant = ?
AND account = ?
AND sequence = ?
ORDER BY part
LIMIT 18446744073709551615;

-- lineVersions
SELECT line_key, version
FROM hp_account_lines
WHERE tenant = ?
AND account = ?
AND value_date = ?
LIMIT 18446744073709551615;

-- unclosedDays
SELECT account, value_date FROM (
SELECT DISTINCT tenant, account, value_date FROM hp_account_lines WHERE tenant = ?
) AS line_day WHERE value_date < ? AND NOT EXISTS (
  SELECT 1 FROM hp_closings AS link WHERE link.tenant = ? AND link.account = line_day.account
  AND link.day = line_day.value_date AND link.kind = 'closing' AND NOT EXISTS (
    SELECT 1 FROM hp_closings AS later WHERE later.tenant = ? AND later.account = link.account
    AND later.day = link.day AND later.sequence > link.sequence
  )
) LIMIT 18446744073709551615;

-- unclosedDays of an account
SELECT account, value_date FROM (
SELECT DISTINCT tenant, account, value_date FROM hp_account_lines WHERE tenant = ? AND account = ?
) AS line_day WHERE value_date < ? AND NOT EXISTS (
  SELECT 1 FROM hp_closings AS link WHERE link.tenant = ? AND link.account = line_day.account
  AND link.day = line_day.value_date AND link.kind = 'closing' AND NOT EXISTS (
    SELECT 1 FROM hp_closings AS later WHERE later.tenant = ? AND later.account = link.account
    AND later.day = link.day AND later.sequence > link.sequence
  )
) LIMIT 18446744073709551615;

-- replace: a receipt, the first of a year
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
INSERT INTO hp_receipt_parts (tenant, payment_id, ordinal, receipt_id, amount) VALUES (?, ?, ?, ?, ?);
INSERT INTO hp_counters (tenant, counter, scope, last)
VALUES (?, ?, ?, ?)
ON DUPLICATE KEY UPDATE last = last + 1;
INSERT INTO hp_receipts (tenant, id, year, number, line_key, received, currency, tendered, change_given,
  payer_id, allocations, issued_at, issued_by, copies, version) SELECT tenant, ?, ?, last, ?, ?, ?, ?, ?, ?,
  ?, ?, ?, ?, ?
FROM hp_counters
WHERE tenant = ?
AND counter = ?
AND scope = ?;
COMMIT AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")
SELECT id, year, number, line_key, received, currency, tendered, change_given, payer_id, allocations,
  issued_at, issued_by, copies, version
FROM hp_receipts
WHERE tenant = ?
AND id IN (?)
LIMIT 18446744073709551615;

-- replace: a receipt, the next one
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
-- INSERT INTO hp_receipt_parts (tenant, payment_id, … (as under "replace: a receipt, the first of a year")
-- INSERT INTO hp_counters (tenant, counter, scope, l … (as under "replace: a receipt, the first of a year")
-- INSERT INTO hp_receipts (tenant, id, year, number, … (as under "replace: a receipt, the first of a year")
COMMIT AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")
-- SELECT id, year, number, line_key, received, curre … (as under "replace: a receipt, the first of a year")

-- replace: a receipt of a payment that has one, by its next part
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
-- INSERT INTO hp_receipt_parts (tenant, payment_id, … (as under "replace: a receipt, the first of a year")
-- INSERT INTO hp_counters (tenant, counter, scope, l … (as under "replace: a receipt, the first of a year")
-- INSERT INTO hp_receipts (tenant, id, year, number, … (as under "replace: a receipt, the first of a year")
COMMIT AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")
-- SELECT id, year, number, line_key, received, curre … (as under "replace: a receipt, the first of a year")

-- replace: a receipt is printed
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
UPDATE hp_receipts
SET copies = ?, version = ?
WHERE tenant = ?
AND id = ?
AND version = ?
AND year = ?
AND number = ?
AND COALESCE(line_key, '') = ?
AND received = ?
AND currency = ?
AND COALESCE(tendered, -1) = ?
AND COALESCE(change_given, -1) = ?
AND COALESCE(payer_id, '') = ?
AND allocations = ?
AND issued_at = ?
AND COALESCE(issued_by, '') = ?;
COMMIT AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")

-- replace: a receipt, the part of the payment has one
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
-- INSERT INTO hp_receipt_parts (tenant, payment_id, … (as under "replace: a receipt, the first of a year")
ROLLBACK AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")
SELECT payment_id, ordinal, receipt_id, amount
FROM hp_receipt_parts
WHERE tenant = ?
AND payment_id = ?
AND ordinal = ?
LIMIT 18446744073709551615
LOCK IN SHARE MODE;
SELECT id, year, number, line_key, received, currency, tendered, change_given, payer_id, allocations,
  issued_at, issued_by, copies, version
FROM hp_receipts
WHERE tenant = ?
AND id IN (?)
LIMIT 18446744073709551615
LOCK IN SHARE MODE;
-- SELECT id, year, number, line_key, received, curre … (as under "replace: a receipt, the first of a year")

-- findRows: of a payment with a receipt
SELECT payment_id, ordinal, receipt_id, amount
FROM hp_receipt_parts
WHERE tenant = ?
AND payment_id IN (?)
LIMIT 18446744073709551615;
-- SELECT id, year, number, line_key, received, curre … (as under "replace: a receipt, the first of a year")

-- pageRows: receipts of all years
SELECT id, year, number, line_key, received, currency, tendered, change_given, payer_id, allocations,
  issued_at, issued_by, copies, version
FROM hp_receipts
WHERE tenant = ?
ORDER BY year, number
LIMIT ?;

-- pageRows: receipts of one year, behind one
SELECT id, year, number, line_key, received, currency, tendered, change_given, payer_id, allocations,
  issued_at, issued_by, copies, version
FROM hp_receipts
WHERE tenant = ?
AND year = ?
AND number > ?
ORDER BY number
LIMIT ?;

-- pageRows: receipts of a payer
SELECT id, year, number, line_key, received, currency, tendered, change_given, payer_id, allocations,
  issued_at, issued_by, copies, version
FROM hp_receipts
WHERE tenant = ?
AND payer_id = ?
AND payer_id IS NOT NULL
ORDER BY year, number
LIMIT ?;

-- pageRows: receipts of an actor, behind one
SELECT id, year, number, line_key, received, currency, tendered, change_given, payer_id, allocations,
  issued_at, issued_by, copies, version
FROM hp_receipts
WHERE tenant = ?
AND issued_by = ?
AND issued_by IS NOT NULL
AND ((year = ? AND number > ?) OR year > ?)
ORDER BY year, number
LIMIT ?;

-- pageRows: receipts of some days
SELECT id, year, number, line_key, received, currency, tendered, change_given, payer_id, allocations,
  issued_at, issued_by, copies, version
FROM hp_receipts
WHERE tenant = ?
AND issued_at >= ?
AND issued_at < ?
ORDER BY issued_at, id
LIMIT ?;

-- findRows: of the line of a receipt
SELECT id, year, number, line_key, received, currency, tendered, change_given, payer_id, allocations,
  issued_at, issued_by, copies, version
FROM hp_receipts
WHERE tenant = ?
AND line_key IN (?)
LIMIT 18446744073709551615;

-- scan: of more rows than one statement reads
SET TRANSACTION ISOLATION LEVEL REPEATABLE READ;
START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY;
-- SELECT id AS cell0, amount AS cell1, created_at AS … (as under "scan: by createdAt")
SELECT id AS cell0, amount AS cell1, created_at AS part_at, id AS part_id
FROM hp_payments
WHERE tenant = ?
AND created_at >= ?
AND (created_at > ? OR id > ?)
ORDER BY created_at, id
LIMIT ?;
COMMIT AND NO CHAIN NO RELEASE;

-- insert: repeated, because the connection broke before the answer to the first one
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
-- INSERT INTO hp_payments (tenant, id, reference, am … (as under "insert: stored")
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
COMMIT AND NO CHAIN NO RELEASE;
-- SELECT @@autocommit, /*M!100000 @@tx_isolation */ … (as under "migrate: into an empty database")
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
-- INSERT INTO hp_payments (tenant, id, reference, am … (as under "insert: stored")
ROLLBACK AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")
-- SELECT id, reference, amount, currency, channel, c … (as under "insert: another payment has the id")
SELECT id
FROM hp_payment_events
WHERE tenant = ?
AND payment_id IN (?)
AND version = 1
LIMIT 18446744073709551615
LOCK IN SHARE MODE;

-- replace: repeated, because the connection broke before the answer to the first one
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
-- UPDATE hp_payments SET status = ?, instructions = … (as under "replace: one change")
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
COMMIT AND NO CHAIN NO RELEASE;
-- SELECT @@autocommit, /*M!100000 @@tx_isolation */ … (as under "migrate: into an empty database")
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
-- UPDATE hp_payments SET status = ?, instructions = … (as under "replace: one change")
ROLLBACK AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")
SELECT id
FROM hp_payment_events
WHERE tenant = ?
AND payment_id = ?
AND version = ?
LIMIT 18446744073709551615
LOCK IN SHARE MODE;

-- replace: repeated, because the connection broke before the answer to the first one
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
INSERT INTO hp_statement_lines (tenant, line_key, payment_ids) VALUES (?, ?, ?);
-- INSERT INTO hp_account_lines (tenant, line_key, ac … (as under "replace: one change and a new line")
-- INSERT INTO hp_line_events (tenant, line_key, vers … (as under "replace: one change and a new line")
COMMIT AND NO CHAIN NO RELEASE;
-- SELECT @@autocommit, /*M!100000 @@tx_isolation */ … (as under "migrate: into an empty database")
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
START TRANSACTION;
INSERT INTO hp_statement_lines (tenant, line_key, payment_ids) VALUES (?, ?, ?);
ROLLBACK AND NO CHAIN NO RELEASE;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")
SELECT id
FROM hp_line_events
WHERE tenant = ?
AND line_key = ?
AND version = ?
LIMIT 18446744073709551615
LOCK IN SHARE MODE;

-- archive: what no call before has sent
SELECT name FROM hp_2023_migrations;
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = ?
AND created_at < ?
ORDER BY created_at asc, id asc
LIMIT ?;
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = ?
AND id IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
LIMIT 18446744073709551615;
SELECT id, created_at, type, payment_id, reference, amount, currency, status, previous_status,
  amount_reconciled, version, actor, reason, evidence, details
FROM hp_payment_events
WHERE tenant = ?
AND payment_id IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ORDER BY payment_id, version
LIMIT 18446744073709551615;
SELECT DISTINCT payment_id
FROM hp_deliveries
WHERE tenant = ?
AND payment_id IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
LIMIT 18446744073709551615;
SELECT payment_id, ordinal, receipt_id, amount
FROM hp_receipt_parts
WHERE tenant = ?
AND payment_id IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
LIMIT 18446744073709551615;
SELECT id, status, payment_id, line_key, amount, currency, reason, note, reference, requested_by,
  approved_by, provider_transaction_id, amount_reconciled, returned_by, created_at, updated_at, paid_at,
  version, channel, idempotency_key, fingerprint
FROM hp_refunds
WHERE tenant = ?
AND payment_id IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
LIMIT 18446744073709551615;
SELECT id, status, payment_id, reference, amount, currency, scheme, reason, note, requested_by, decided_by,
  decided_at, revoked_by, revoked_at, line_key, created_at, updated_at, version
FROM hp_waivers
WHERE tenant = ?
AND payment_id IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
LIMIT 18446744073709551615;
SELECT id, status, payment_id, provider, account, amount, currency, instructions, failure, line_key, checks,
  next_check_at, created_by, created_at, updated_at, payment_reference, reference, code, phone, had_phone,
  phone_mark, return_url, is_answered, session, session_mark, receipt, receipt_key, met_by, fee_key,
  fee_met_by, polls, poll_at, wakes, woken_at, leased_until, events, request_key, fingerprint, version
FROM hp_attempts
WHERE tenant = ?
AND payment_id IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
LIMIT 18446744073709551615;
SELECT line_key, account, import_id, file_row, direction, amount, currency, value_date, booked_at, outcome,
  status, held, allocated, given_back, allocations, assignee, session_id, payer_id, payer_by_rule,
  transfer_to, version, created_at, updated_at, reference, provider_transaction_id, narration
FROM hp_account_lines
WHERE tenant = ?
AND line_key IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
LIMIT 18446744073709551615;
SELECT line_key, version, id, type, created_at, actor, reason, allocations
FROM hp_line_events
WHERE tenant = ?
AND line_key IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ORDER BY line_key, version
LIMIT 18446744073709551615;
SELECT id, year, number, line_key, received, currency, tendered, change_given, payer_id, allocations,
  issued_at, issued_by, copies, version
FROM hp_receipts
WHERE tenant = ?
AND line_key IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
LIMIT 18446744073709551615;
SELECT id, status, payment_id, line_key, amount, currency, reason, note, reference, requested_by,
  approved_by, provider_transaction_id, amount_reconciled, returned_by, created_at, updated_at, paid_at,
  version, channel, idempotency_key, fingerprint
FROM hp_refunds
WHERE tenant = ?
AND line_key IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
LIMIT 18446744073709551615;
SELECT id, status, payment_id, provider, account, amount, currency, instructions, failure, line_key, checks,
  next_check_at, created_by, created_at, updated_at, payment_reference, reference, code, phone, had_phone,
  phone_mark, return_url, is_answered, session, session_mark, receipt, receipt_key, met_by, fee_key,
  fee_met_by, polls, poll_at, wakes, woken_at, leased_until, events, request_key, fingerprint, version
FROM hp_attempts
WHERE tenant = ?
AND line_key IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
LIMIT 18446744073709551615;
SELECT id, status, payment_id, provider, account, amount, currency, instructions, failure, line_key, checks,
  next_check_at, created_by, created_at, updated_at, payment_reference, reference, code, phone, had_phone,
  phone_mark, return_url, is_answered, session, session_mark, receipt, receipt_key, met_by, fee_key,
  fee_met_by, polls, poll_at, wakes, woken_at, leased_until, events, request_key, fingerprint, version
FROM hp_attempts
WHERE tenant = ?
AND fee_key IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
LIMIT 18446744073709551615;
SELECT id, year, number, line_key, received, currency, tendered, change_given, payer_id, allocations,
  issued_at, issued_by, copies, version
FROM hp_receipts
WHERE tenant = ?
AND id IN (?, ?, ?, ?)
LIMIT 18446744073709551615;
SELECT id, created_at, type, payment_id, reference, amount, currency, status, previous_status,
  amount_reconciled, version, actor, reason, evidence, details
FROM hp_payment_events
WHERE tenant = ?
AND payment_id IN (?)
ORDER BY payment_id, version
LIMIT 18446744073709551615;
SELECT DISTINCT payment_id
FROM hp_deliveries
WHERE tenant = ?
AND payment_id IN (?)
LIMIT 18446744073709551615;
SELECT id, status, payment_id, reference, amount, currency, scheme, reason, note, requested_by, decided_by,
  decided_at, revoked_by, revoked_at, line_key, created_at, updated_at, version
FROM hp_waivers
WHERE tenant = ?
AND id IN (?)
LIMIT 18446744073709551615;
SELECT id, status, payment_id, line_key, amount, currency, reason, note, reference, requested_by,
  approved_by, provider_transaction_id, amount_reconciled, returned_by, created_at, updated_at, paid_at,
  version, channel, idempotency_key, fingerprint
FROM hp_refunds
WHERE tenant = ?
AND payment_id IN (?)
LIMIT 18446744073709551615;
SELECT id, status, payment_id, reference, amount, currency, scheme, reason, note, requested_by, decided_by,
  decided_at, revoked_by, revoked_at, line_key, created_at, updated_at, version
FROM hp_waivers
WHERE tenant = ?
AND payment_id IN (?)
LIMIT 18446744073709551615;
SELECT id, status, payment_id, provider, account, amount, currency, instructions, failure, line_key, checks,
  next_check_at, created_by, created_at, updated_at, payment_reference, reference, code, phone, had_phone,
  phone_mark, return_url, is_answered, session, session_mark, receipt, receipt_key, met_by, fee_key,
  fee_met_by, polls, poll_at, wakes, woken_at, leased_until, events, request_key, fingerprint, version
FROM hp_attempts
WHERE tenant = ?
AND payment_id IN (?)
LIMIT 18446744073709551615;
SELECT line_key, account, import_id, file_row, direction, amount, currency, value_date, booked_at, outcome,
  status, held, allocated, given_back, allocations, assignee, session_id, payer_id, payer_by_rule,
  transfer_to, version, created_at, updated_at, reference, provider_transaction_id, narration
FROM hp_account_lines
WHERE tenant = ?
AND line_key IN (?)
LIMIT 18446744073709551615;
SELECT line_key, version, id, type, created_at, actor, reason, allocations
FROM hp_line_events
WHERE tenant = ?
AND line_key IN (?)
ORDER BY line_key, version
LIMIT 18446744073709551615;
SELECT id, status, payment_id, provider, account, amount, currency, instructions, failure, line_key, checks,
  next_check_at, created_by, created_at, updated_at, payment_reference, reference, code, phone, had_phone,
  phone_mark, return_url, is_answered, session, session_mark, receipt, receipt_key, met_by, fee_key,
  fee_met_by, polls, poll_at, wakes, woken_at, leased_until, events, request_key, fingerprint, version
FROM hp_attempts
WHERE tenant = ?
AND line_key IN (?)
LIMIT 18446744073709551615;
SELECT id, status, payment_id, provider, account, amount, currency, instructions, failure, line_key, checks,
  next_check_at, created_by, created_at, updated_at, payment_reference, reference, code, phone, had_phone,
  phone_mark, return_url, is_answered, session, session_mark, receipt, receipt_key, met_by, fee_key,
  fee_met_by, polls, poll_at, wakes, woken_at, leased_until, events, request_key, fingerprint, version
FROM hp_attempts
WHERE tenant = ?
AND fee_key IN (?)
LIMIT 18446744073709551615;
SELECT account, sequence, hash, taken_back, (
  SELECT COUNT(*) FROM hp_closings AS link WHERE link.tenant = ? AND link.account = chain.account
) AS links FROM hp_closing_chains AS chain WHERE tenant = ? AND account IN (?, ?, ?, ?)
UNION ALL
SELECT account, 0, NULL, 0, COUNT(*)
FROM hp_closings AS link
WHERE tenant = ?
AND account IN (?, ?, ?, ?)
AND NOT EXISTS (
  SELECT 1 FROM hp_closing_chains AS chain WHERE chain.tenant = ? AND chain.account = link.account
) GROUP BY account LIMIT 18446744073709551615;
SELECT line_key, identity_mark, receipt_mark, entry_mark, reference_mark
FROM hp_account_lines
WHERE tenant = ?
AND line_key IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
LIMIT 18446744073709551615;
SELECT account, day, sums, version
FROM hp_carried_forward
WHERE tenant = ?
AND account = ?
AND day >= ?
AND day < ?
ORDER BY day
LIMIT ?;
SELECT account, currency, balance, by_month, open_session_id, last_day, version
FROM hp_2023_accounts
WHERE tenant = ?
AND account IN (?, ?, ?, ?)
LIMIT 18446744073709551615;
SELECT COUNT(*) AS count_of
FROM hp_payments
WHERE tenant = ?
AND id IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
LIMIT 18446744073709551615;
SELECT COUNT(*) AS count_of
FROM hp_payment_events
WHERE tenant = ?
AND payment_id IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
LIMIT 18446744073709551615;
SELECT COUNT(*) AS count_of
FROM hp_payment_terms
WHERE tenant = ?
AND term IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
AND created_at >= ?
AND created_at <= ?
AND payment_id IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
LIMIT 18446744073709551615;
SELECT COUNT(*) AS count_of
FROM hp_account_lines
WHERE tenant = ?
AND line_key IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
LIMIT 18446744073709551615;
SELECT COUNT(*) AS count_of
FROM hp_line_events
WHERE tenant = ?
AND line_key IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
LIMIT 18446744073709551615;
SELECT COUNT(*) AS count_of
FROM hp_row_events
WHERE tenant = ?
AND stream IN (?, ?, ?, ?)
LIMIT 18446744073709551615;
SELECT COUNT(*) AS count_of
FROM hp_line_notes
WHERE tenant = ?
AND line_key IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
LIMIT 18446744073709551615;
SELECT COUNT(*) AS count_of
FROM hp_payer_entries
WHERE tenant = ?
AND id IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
  ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
LIMIT 18446744073709551615;
SELECT COUNT(*) AS count_of
FROM hp_receipt_parts
WHERE tenant = ?
AND payment_id IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
LIMIT 18446744073709551615;
SELECT COUNT(*) AS count_of
FROM hp_receipts
WHERE tenant = ?
AND id IN (?, ?, ?, ?)
LIMIT 18446744073709551615;
SELECT COUNT(*) AS count_of FROM hp_refunds WHERE tenant = ? AND id IN (?) LIMIT 18446744073709551615;
SELECT COUNT(*) AS count_of FROM hp_waivers WHERE tenant = ? AND id IN (?) LIMIT 18446744073709551615;
INSERT INTO hp_maintenance (tenant, transaction_id) VALUES (?, CAST(CONNECTION_ID() AS CHAR));
SELECT 1 AS stored
FROM hp_payments
WHERE tenant = ?
AND id IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
LIMIT 18446744073709551615 FOR UPDATE;
SELECT COUNT(*) AS count_of
FROM hp_payments
WHERE tenant = ?
AND id IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
GROUP BY tenant
HAVING SUM(version) = ?
LIMIT 18446744073709551615
LOCK IN SHARE MODE;
SELECT 1 AS stored
FROM hp_account_lines
WHERE tenant = ?
AND line_key IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
LIMIT 18446744073709551615 FOR UPDATE;
SELECT COUNT(*) AS count_of
FROM hp_account_lines
WHERE tenant = ?
AND line_key IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
GROUP BY tenant
HAVING SUM(version) = ?
LIMIT 18446744073709551615
LOCK IN SHARE MODE;
SELECT 1 AS stored
FROM hp_receipts
WHERE tenant = ?
AND id IN (?, ?, ?, ?)
LIMIT 18446744073709551615 FOR UPDATE;
SELECT COUNT(*) AS count_of
FROM hp_receipts
WHERE tenant = ?
AND id IN (?, ?, ?, ?)
GROUP BY tenant
HAVING SUM(version) = ?
LIMIT 18446744073709551615
LOCK IN SHARE MODE;
SELECT 1 AS stored FROM hp_refunds WHERE tenant = ? AND id IN (?) LIMIT 18446744073709551615 FOR UPDATE;
SELECT COUNT(*) AS count_of
FROM hp_refunds
WHERE tenant = ?
AND id IN (?)
GROUP BY tenant
HAVING SUM(version) = ?
LIMIT 18446744073709551615
LOCK IN SHARE MODE;
SELECT 1 AS stored FROM hp_waivers WHERE tenant = ? AND id IN (?) LIMIT 18446744073709551615 FOR UPDATE;
SELECT COUNT(*) AS count_of
FROM hp_waivers
WHERE tenant = ?
AND id IN (?)
GROUP BY tenant
HAVING SUM(version) = ?
LIMIT 18446744073709551615
LOCK IN SHARE MODE;
INSERT INTO hp_carried_forward (tenant, account, day, sums, version)
VALUES (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?);
INSERT INTO hp_moved_lines (tenant, line_key, account, import_id, direction, amount, currency, value_date,
  reference, provider_transaction_id, line_version, digest, session_id, moved_to, identity_mark,
  receipt_mark, entry_mark, reference_mark)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
  ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
  ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
  ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?,
  ?, ?, ?, ?, ?, ?, ?, ?, ?);
INSERT INTO hp_moved_lines (tenant, line_key, account, import_id, direction, amount, currency, value_date,
  reference, provider_transaction_id, line_version, digest, session_id, moved_to, identity_mark,
  receipt_mark, entry_mark, reference_mark)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
  ?, ?, ?);
INSERT INTO hp_moved_lines (tenant, line_key, account, import_id, direction, amount, currency, value_date,
  reference, provider_transaction_id, line_version, digest, session_id, moved_to, identity_mark,
  receipt_mark, entry_mark, reference_mark)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
INSERT INTO hp_2023_accounts (tenant, account, currency, balance, by_month, open_session_id, last_day,
  version)
VALUES (?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?);
INSERT INTO hp_2023_accounts (tenant, account, currency, balance, by_month, open_session_id, last_day,
  version)
VALUES (?, ?, ?, ?, ?, ?, ?, ?);
INSERT INTO hp_2023_payments (tenant, id, reference, amount, currency, channel, created_at, status,
  instructions, updated_at, expires_at, paid_at, reversed_at, canceled_at, late, amount_reconciled,
  amount_refund_pending, amount_refunded, amount_written_off, amount_waived, attempt_id, version,
  description, metadata, status_reason, provider_transaction_id, has_customer, customer_name, customer_phone,
  customer_id, imported, transaction_key, money_memory, given_back_unproved, live_reference, idempotency_key,
  fingerprint) SELECT tenant, id, reference, amount, currency, channel, created_at, status, instructions,
  updated_at, expires_at, paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending,
  amount_refunded, amount_written_off, amount_waived, attempt_id, version, description, metadata,
  status_reason, provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved, live_reference, idempotency_key, fingerprint
FROM hp_payments
WHERE tenant = ?
AND id IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
DELETE FROM hp_payments WHERE tenant = ? AND id IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
INSERT INTO hp_2023_payment_events (tenant, id, created_at, type, payment_id, reference, amount, currency,
  status, previous_status, amount_reconciled, version, actor, reason, evidence, details) SELECT tenant, id,
  created_at, type, payment_id, reference, amount, currency, status, previous_status, amount_reconciled,
  version, actor, reason, evidence, details
FROM hp_payment_events
WHERE tenant = ?
AND payment_id IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
DELETE
FROM hp_payment_events
WHERE tenant = ?
AND payment_id IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
INSERT INTO hp_2023_payment_terms (tenant, term, created_at, payment_id) SELECT tenant, term, created_at,
  payment_id
FROM hp_payment_terms
WHERE tenant = ?
AND term IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
AND created_at >= ?
AND created_at <= ?
AND payment_id IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
DELETE
FROM hp_payment_terms
WHERE tenant = ?
AND term IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
AND created_at >= ?
AND created_at <= ?
AND payment_id IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
INSERT INTO hp_2023_account_lines (tenant, line_key, account, import_id, file_row, direction, amount,
  currency, value_date, booked_at, outcome, status, held, allocated, given_back, allocations, assignee,
  session_id, payer_id, payer_by_rule, transfer_to, version, created_at, updated_at, reference,
  provider_transaction_id, narration, search_text, narration_text, identity_mark, receipt_mark, entry_mark,
  reference_mark) SELECT tenant, line_key, account, import_id, file_row, direction, amount, currency,
  value_date, booked_at, outcome, status, held, allocated, given_back, allocations, assignee, session_id,
  payer_id, payer_by_rule, transfer_to, version, created_at, updated_at, reference, provider_transaction_id,
  narration, search_text, narration_text, identity_mark, receipt_mark, entry_mark, reference_mark
FROM hp_account_lines
WHERE tenant = ?
AND line_key IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
DELETE FROM hp_account_lines WHERE tenant = ? AND line_key IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
INSERT INTO hp_2023_line_events (tenant, line_key, version, id, type, created_at, actor, reason, allocations,
  counted) SELECT tenant, line_key, version, id, type, created_at, actor, reason, allocations, counted
FROM hp_line_events
WHERE tenant = ?
AND line_key IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
DELETE FROM hp_line_events WHERE tenant = ? AND line_key IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
INSERT INTO hp_2023_row_events (tenant, stream, version, id, type, created_at, actor, reason,
  document) SELECT tenant, stream, version, id, type, created_at, actor, reason, document
FROM hp_row_events
WHERE tenant = ?
AND stream IN (?, ?, ?, ?);
DELETE FROM hp_row_events WHERE tenant = ? AND stream IN (?, ?, ?, ?);
INSERT INTO hp_2023_line_notes (tenant, line_key, id, note, actor, created_at) SELECT tenant, line_key, id,
  note, actor, created_at
FROM hp_line_notes
WHERE tenant = ?
AND line_key IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
DELETE FROM hp_line_notes WHERE tenant = ? AND line_key IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
INSERT INTO hp_2023_payer_entries (tenant, id, payer_id, at, kind, payment_id, line_key, amount,
  currency) SELECT tenant, id, payer_id, at, kind, payment_id, line_key, amount, currency
FROM hp_payer_entries
WHERE tenant = ?
AND id IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
  ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
DELETE
FROM hp_payer_entries
WHERE tenant = ?
AND id IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
  ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
INSERT INTO hp_2023_receipt_parts (tenant, payment_id, ordinal, receipt_id, amount) SELECT tenant,
  payment_id, ordinal, receipt_id, amount
FROM hp_receipt_parts
WHERE tenant = ?
AND payment_id IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
DELETE
FROM hp_receipt_parts
WHERE tenant = ?
AND payment_id IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
INSERT INTO hp_2023_receipts (tenant, id, year, number, line_key, received, currency, tendered, change_given,
  payer_id, allocations, issued_at, issued_by, copies, version) SELECT tenant, id, year, number, line_key,
  received, currency, tendered, change_given, payer_id, allocations, issued_at, issued_by, copies, version
FROM hp_receipts
WHERE tenant = ?
AND id IN (?, ?, ?, ?);
DELETE FROM hp_receipts WHERE tenant = ? AND id IN (?, ?, ?, ?);
INSERT INTO hp_2023_refunds (tenant, id, status, payment_id, line_key, amount, currency, reason, note,
  reference, requested_by, approved_by, provider_transaction_id, amount_reconciled, returned_by, created_at,
  updated_at, paid_at, version, channel, idempotency_key, fingerprint, transaction_key) SELECT tenant, id,
  status, payment_id, line_key, amount, currency, reason, note, reference, requested_by, approved_by,
  provider_transaction_id, amount_reconciled, returned_by, created_at, updated_at, paid_at, version, channel,
  idempotency_key, fingerprint, transaction_key
FROM hp_refunds
WHERE tenant = ?
AND id IN (?);
DELETE FROM hp_refunds WHERE tenant = ? AND id IN (?);
INSERT INTO hp_2023_waivers (tenant, id, status, payment_id, reference, amount, currency, scheme, reason,
  note, requested_by, decided_by, decided_at, revoked_by, revoked_at, line_key, created_at, updated_at,
  version) SELECT tenant, id, status, payment_id, reference, amount, currency, scheme, reason, note,
  requested_by, decided_by, decided_at, revoked_by, revoked_at, line_key, created_at, updated_at, version
FROM hp_waivers
WHERE tenant = ?
AND id IN (?);
DELETE FROM hp_waivers WHERE tenant = ? AND id IN (?);
DELETE FROM hp_maintenance WHERE tenant = ?;
SELECT line_key, id, note, actor, created_at
FROM hp_line_notes
WHERE tenant = ?
AND line_key IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
LIMIT 18446744073709551615;
SELECT line_key, account, import_id, file_row, direction, amount, currency, value_date, booked_at, outcome,
  status, held, allocated, given_back, allocations, assignee, session_id, payer_id, payer_by_rule,
  transfer_to, version, created_at, updated_at, reference, provider_transaction_id, narration
FROM hp_account_lines
WHERE tenant = ?
AND status = ?
AND value_date <= ?
ORDER BY value_date, line_key
LIMIT ?;
SELECT line_key, account, import_id, file_row, direction, amount, currency, value_date, booked_at, outcome,
  status, held, allocated, given_back, allocations, assignee, session_id, payer_id, payer_by_rule,
  transfer_to, version, created_at, updated_at, reference, provider_transaction_id, narration
FROM hp_account_lines
WHERE tenant = ?
AND line_key IN (?, ?, ?, ?, ?, ?, ?, ?)
LIMIT 18446744073709551615;
SELECT line_key, version, id, type, created_at, actor, reason, allocations
FROM hp_line_events
WHERE tenant = ?
AND line_key IN (?, ?, ?, ?, ?, ?, ?, ?)
ORDER BY line_key, version
LIMIT 18446744073709551615;
SELECT id, year, number, line_key, received, currency, tendered, change_given, payer_id, allocations,
  issued_at, issued_by, copies, version
FROM hp_receipts
WHERE tenant = ?
AND line_key IN (?, ?, ?, ?, ?, ?, ?, ?)
LIMIT 18446744073709551615;
SELECT id, status, payment_id, line_key, amount, currency, reason, note, reference, requested_by,
  approved_by, provider_transaction_id, amount_reconciled, returned_by, created_at, updated_at, paid_at,
  version, channel, idempotency_key, fingerprint
FROM hp_refunds
WHERE tenant = ?
AND line_key IN (?, ?, ?, ?, ?, ?, ?, ?)
LIMIT 18446744073709551615;
SELECT id, status, payment_id, provider, account, amount, currency, instructions, failure, line_key, checks,
  next_check_at, created_by, created_at, updated_at, payment_reference, reference, code, phone, had_phone,
  phone_mark, return_url, is_answered, session, session_mark, receipt, receipt_key, met_by, fee_key,
  fee_met_by, polls, poll_at, wakes, woken_at, leased_until, events, request_key, fingerprint, version
FROM hp_attempts
WHERE tenant = ?
AND line_key IN (?, ?, ?, ?, ?, ?, ?, ?)
LIMIT 18446744073709551615;
SELECT id, status, payment_id, provider, account, amount, currency, instructions, failure, line_key, checks,
  next_check_at, created_by, created_at, updated_at, payment_reference, reference, code, phone, had_phone,
  phone_mark, return_url, is_answered, session, session_mark, receipt, receipt_key, met_by, fee_key,
  fee_met_by, polls, poll_at, wakes, woken_at, leased_until, events, request_key, fingerprint, version
FROM hp_attempts
WHERE tenant = ?
AND fee_key IN (?, ?, ?, ?, ?, ?, ?, ?)
LIMIT 18446744073709551615;
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = ?
AND id IN (?, ?, ?, ?)
LIMIT 18446744073709551615;
SELECT id, created_at, type, payment_id, reference, amount, currency, status, previous_status,
  amount_reconciled, version, actor, reason, evidence, details
FROM hp_payment_events
WHERE tenant = ?
AND payment_id IN (?, ?, ?, ?)
ORDER BY payment_id, version
LIMIT 18446744073709551615;
SELECT DISTINCT payment_id
FROM hp_deliveries
WHERE tenant = ?
AND payment_id IN (?, ?, ?, ?)
LIMIT 18446744073709551615;
SELECT payment_id, ordinal, receipt_id, amount
FROM hp_receipt_parts
WHERE tenant = ?
AND payment_id IN (?, ?, ?, ?)
LIMIT 18446744073709551615;
SELECT id, status, payment_id, line_key, amount, currency, reason, note, reference, requested_by,
  approved_by, provider_transaction_id, amount_reconciled, returned_by, created_at, updated_at, paid_at,
  version, channel, idempotency_key, fingerprint
FROM hp_refunds
WHERE tenant = ?
AND payment_id IN (?, ?, ?, ?)
LIMIT 18446744073709551615;
SELECT id, status, payment_id, reference, amount, currency, scheme, reason, note, requested_by, decided_by,
  decided_at, revoked_by, revoked_at, line_key, created_at, updated_at, version
FROM hp_waivers
WHERE tenant = ?
AND payment_id IN (?, ?, ?, ?)
LIMIT 18446744073709551615;
SELECT id, status, payment_id, provider, account, amount, currency, instructions, failure, line_key, checks,
  next_check_at, created_by, created_at, updated_at, payment_reference, reference, code, phone, had_phone,
  phone_mark, return_url, is_answered, session, session_mark, receipt, receipt_key, met_by, fee_key,
  fee_met_by, polls, poll_at, wakes, woken_at, leased_until, events, request_key, fingerprint, version
FROM hp_attempts
WHERE tenant = ?
AND payment_id IN (?, ?, ?, ?)
LIMIT 18446744073709551615;
SELECT line_key, identity_mark, receipt_mark, entry_mark, reference_mark
FROM hp_account_lines
WHERE tenant = ?
AND line_key IN (?, ?)
LIMIT 18446744073709551615;
SELECT account, currency, balance, by_month, open_session_id, last_day, version
FROM hp_2023_accounts
WHERE tenant = ?
AND account IN (?, ?)
LIMIT 18446744073709551615;
SELECT COUNT(*) AS count_of
FROM hp_account_lines
WHERE tenant = ?
AND line_key IN (?, ?)
LIMIT 18446744073709551615;
SELECT COUNT(*) AS count_of
FROM hp_line_events
WHERE tenant = ?
AND line_key IN (?, ?)
LIMIT 18446744073709551615;
SELECT COUNT(*) AS count_of
FROM hp_line_notes
WHERE tenant = ?
AND line_key IN (?, ?)
LIMIT 18446744073709551615;
SELECT 1 AS stored
FROM hp_account_lines
WHERE tenant = ?
AND line_key IN (?, ?)
LIMIT 18446744073709551615 FOR UPDATE;
SELECT COUNT(*) AS count_of
FROM hp_account_lines
WHERE tenant = ?
AND line_key IN (?, ?)
GROUP BY tenant
HAVING SUM(version) = ?
LIMIT 18446744073709551615
LOCK IN SHARE MODE;
UPDATE hp_carried_forward
SET sums = ?, version = ?
WHERE tenant = ?
AND account = ?
AND day = ?
AND version = ?;
UPDATE hp_2023_accounts
SET balance = ?, by_month = ?, open_session_id = ?, last_day = ?, version = ?
WHERE tenant = ?
AND account = ?
AND currency = ?
AND version = ?;
INSERT INTO hp_2023_account_lines (tenant, line_key, account, import_id, file_row, direction, amount,
  currency, value_date, booked_at, outcome, status, held, allocated, given_back, allocations, assignee,
  session_id, payer_id, payer_by_rule, transfer_to, version, created_at, updated_at, reference,
  provider_transaction_id, narration, search_text, narration_text, identity_mark, receipt_mark, entry_mark,
  reference_mark) SELECT tenant, line_key, account, import_id, file_row, direction, amount, currency,
  value_date, booked_at, outcome, status, held, allocated, given_back, allocations, assignee, session_id,
  payer_id, payer_by_rule, transfer_to, version, created_at, updated_at, reference, provider_transaction_id,
  narration, search_text, narration_text, identity_mark, receipt_mark, entry_mark, reference_mark
FROM hp_account_lines
WHERE tenant = ?
AND line_key IN (?, ?);
DELETE FROM hp_account_lines WHERE tenant = ? AND line_key IN (?, ?);
INSERT INTO hp_2023_line_events (tenant, line_key, version, id, type, created_at, actor, reason, allocations,
  counted) SELECT tenant, line_key, version, id, type, created_at, actor, reason, allocations, counted
FROM hp_line_events
WHERE tenant = ?
AND line_key IN (?, ?);
DELETE FROM hp_line_events WHERE tenant = ? AND line_key IN (?, ?);
SELECT line_key, id, note, actor, created_at
FROM hp_line_notes
WHERE tenant = ?
AND line_key IN (?, ?)
LIMIT 18446744073709551615;
SELECT id, point, account, currency, status, opened_by, opened_at, opening_float, float_difference,
  float_reason, received, paid_out, sent, confirmed, closed_by, closed_at, expected, counted, difference,
  denominations, reason, version
FROM hp_cash_sessions
WHERE tenant = ?
AND opened_at < ?
ORDER BY opened_at, id
LIMIT ?;
SELECT line_key, account, import_id, file_row, direction, amount, currency, value_date, booked_at, outcome,
  status, held, allocated, given_back, allocations, assignee, session_id, payer_id, payer_by_rule,
  transfer_to, version, created_at, updated_at, reference, provider_transaction_id, narration
FROM hp_account_lines
WHERE tenant = ?
AND session_id = ?
ORDER BY value_date, line_key
LIMIT ?;
SELECT line_key, account, import_id, direction, amount, currency, value_date, reference,
  provider_transaction_id, line_version, digest, session_id, moved_to, identity_mark, receipt_mark,
  entry_mark, reference_mark
FROM hp_moved_lines
WHERE tenant = ?
AND session_id IN (?)
LIMIT 18446744073709551615;
SELECT COUNT(*) AS count_of FROM hp_row_events WHERE tenant = ? AND stream IN (?) LIMIT 18446744073709551615;
SELECT COUNT(*) AS count_of FROM hp_cash_sessions WHERE tenant = ? AND id IN (?) LIMIT 18446744073709551615;
SELECT 1 AS stored FROM hp_cash_sessions WHERE tenant = ? AND id IN (?) LIMIT 18446744073709551615 FOR UPDATE;
SELECT COUNT(*) AS count_of
FROM hp_cash_sessions
WHERE tenant = ?
AND id IN (?)
GROUP BY tenant
HAVING SUM(version) = ?
LIMIT 18446744073709551615
LOCK IN SHARE MODE;
INSERT INTO hp_2023_row_events (tenant, stream, version, id, type, created_at, actor, reason,
  document) SELECT tenant, stream, version, id, type, created_at, actor, reason, document
FROM hp_row_events
WHERE tenant = ?
AND stream IN (?);
DELETE FROM hp_row_events WHERE tenant = ? AND stream IN (?);
INSERT INTO hp_2023_cash_sessions (tenant, id, point, account, currency, status, opened_by, opened_at,
  opening_float, float_difference, float_reason, received, paid_out, sent, confirmed, closed_by, closed_at,
  expected, counted, difference, denominations, reason, version, unexplained) SELECT tenant, id, point,
  account, currency, status, opened_by, opened_at, opening_float, float_difference, float_reason, received,
  paid_out, sent, confirmed, closed_by, closed_at, expected, counted, difference, denominations, reason,
  version, unexplained
FROM hp_cash_sessions
WHERE tenant = ?
AND id IN (?);
DELETE FROM hp_cash_sessions WHERE tenant = ? AND id IN (?);

-- in the host's transaction: insert: stored
SAVEPOINT hp_call;
ROLLBACK TO SAVEPOINT hp_call;
-- INSERT INTO hp_payments (tenant, id, reference, am … (as under "insert: stored")
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
RELEASE SAVEPOINT hp_call;

-- in the host's transaction: insert: another payment has the idempotency key
SAVEPOINT hp_call;
ROLLBACK TO SAVEPOINT hp_call;
-- INSERT INTO hp_payments (tenant, id, reference, am … (as under "insert: stored")
ROLLBACK TO SAVEPOINT hp_call;
RELEASE SAVEPOINT hp_call;
SAVEPOINT hp_call;
ROLLBACK TO SAVEPOINT hp_call;
-- SELECT id, reference, amount, currency, channel, c … (as under "insert: another payment has the idempotency key")
RELEASE SAVEPOINT hp_call;

-- in the host's transaction: replace: one change
SAVEPOINT hp_call;
ROLLBACK TO SAVEPOINT hp_call;
-- UPDATE hp_payments SET status = ?, instructions = … (as under "replace: one change")
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
RELEASE SAVEPOINT hp_call;

-- in the host's transaction: replace: one change, with the key of a statement line
SAVEPOINT hp_call;
ROLLBACK TO SAVEPOINT hp_call;
-- UPDATE hp_payments SET status = ?, instructions = … (as under "replace: one change")
INSERT INTO hp_statement_lines (tenant, line_key, payment_ids) VALUES (?, ?, ?);
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
RELEASE SAVEPOINT hp_call;

-- in the host's transaction: replace: two changes, with the key of a statement line
SAVEPOINT hp_call;
ROLLBACK TO SAVEPOINT hp_call;
-- SELECT 1 FROM hp_payments FORCE INDEX (PRIMARY) WH … (as under "replace: two changes, with the key of a statement line")
-- INSERT INTO hp_payments (tenant, id, reference, am … (as under "replace: two changes, with the key of a statement line")
INSERT INTO hp_statement_lines (tenant, line_key, payment_ids) VALUES (?, ?, ?);
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: three payments")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: three payments")
RELEASE SAVEPOINT hp_call;

-- in the host's transaction: get
SAVEPOINT hp_call;
ROLLBACK TO SAVEPOINT hp_call;
-- SELECT id, reference, amount, currency, channel, c … (as under "get")
RELEASE SAVEPOINT hp_call;

-- in the host's transaction: scan
SAVEPOINT hp_call;
ROLLBACK TO SAVEPOINT hp_call;
SELECT id AS cell0, amount AS cell1
FROM hp_payments
WHERE tenant = ?
ORDER BY created_at, id
LIMIT 18446744073709551615;
RELEASE SAVEPOINT hp_call;

-- in the host's transaction: replace: a new line
SAVEPOINT hp_call;
ROLLBACK TO SAVEPOINT hp_call;
INSERT INTO hp_statement_lines (tenant, line_key, payment_ids) VALUES (?, ?, ?);
-- INSERT INTO hp_account_lines (tenant, line_key, ac … (as under "replace: one change and a new line")
-- INSERT INTO hp_line_events (tenant, line_key, vers … (as under "replace: one change and a new line")
RELEASE SAVEPOINT hp_call;
SAVEPOINT hp_call;
ROLLBACK TO SAVEPOINT hp_call;
INSERT INTO hp_statement_lines (tenant, line_key, payment_ids) VALUES (?, ?, ?);
ROLLBACK TO SAVEPOINT hp_call;
RELEASE SAVEPOINT hp_call;
SAVEPOINT hp_call;
ROLLBACK TO SAVEPOINT hp_call;
-- SELECT line_key FROM hp_statement_lines WHERE tena … (as under "replace: the statement line is stored already")
RELEASE SAVEPOINT hp_call;
SAVEPOINT hp_call;
ROLLBACK TO SAVEPOINT hp_call;
-- SELECT line_key, account, import_id, file_row, dir … (as under "replace: a line has another version")
RELEASE SAVEPOINT hp_call;

-- in the host's transaction: replace: the next version of a line
SAVEPOINT hp_call;
ROLLBACK TO SAVEPOINT hp_call;
-- SELECT 1 AS stored FROM hp_account_lines FORCE IND … (as under "replace: the next version of a line")
-- INSERT INTO hp_account_lines (tenant, line_key, ac … (as under "replace: the next version of a line")
-- INSERT INTO hp_statement_lines (tenant, line_key, … (as under "replace: the next version of a line")
-- INSERT INTO hp_line_events (tenant, line_key, vers … (as under "replace: one change and a new line")
RELEASE SAVEPOINT hp_call;
SAVEPOINT hp_call;
ROLLBACK TO SAVEPOINT hp_call;
-- SELECT 1 AS stored FROM hp_account_lines FORCE IND … (as under "replace: the next version of a line")
ROLLBACK TO SAVEPOINT hp_call;
RELEASE SAVEPOINT hp_call;
SAVEPOINT hp_call;
ROLLBACK TO SAVEPOINT hp_call;
-- SELECT line_key FROM hp_statement_lines WHERE tena … (as under "replace: the statement line is stored already")
RELEASE SAVEPOINT hp_call;
SAVEPOINT hp_call;
ROLLBACK TO SAVEPOINT hp_call;
-- SELECT line_key, account, import_id, file_row, dir … (as under "replace: a line has another version")
RELEASE SAVEPOINT hp_call;

-- on Galera: migrate: into an empty database
-- SELECT @@autocommit, /*M!100000 @@tx_isolation */ … (as under "migrate: into an empty database")
-- SELECT 1 FROM information_schema.tables WHERE tabl … (as under "migrate: into an empty database")
-- SET @hp_sql_mode = @@SESSION.sql_mode, @hp_lock_wa … (as under "migrate: into an empty database")
SHOW GLOBAL VARIABLES LIKE 'wsrep_on';
SET @hp_table_wait = @@SESSION.lock_wait_timeout, SESSION lock_wait_timeout = 5;
CREATE TABLE IF NOT EXISTS hp_migration_lock (name VARCHAR(64) NOT NULL PRIMARY KEY,
  owner VARCHAR(64) NOT NULL, beat BIGINT NOT NULL) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
COMMIT AND NO CHAIN NO RELEASE;
SELECT UUID();
COMMIT AND NO CHAIN NO RELEASE;
SELECT owner, beat FROM hp_migration_lock WHERE name = 'migrate';
COMMIT AND NO CHAIN NO RELEASE;
INSERT IGNORE INTO hp_migration_lock (name, owner, beat) VALUES ('migrate', '', 0);
COMMIT AND NO CHAIN NO RELEASE;
SELECT owner, beat FROM hp_migration_lock WHERE name = 'migrate';
COMMIT AND NO CHAIN NO RELEASE;
-- SELECT 1 FROM information_schema.tables WHERE tabl … (as under "migrate: into an empty database")
COMMIT AND NO CHAIN NO RELEASE;
UPDATE hp_migration_lock SET owner = ?, beat = beat + 1 WHERE name = 'migrate' AND owner = ? AND beat = ?;
COMMIT AND NO CHAIN NO RELEASE;
SELECT owner, beat FROM hp_migration_lock WHERE name = 'migrate';
COMMIT AND NO CHAIN NO RELEASE;
-- SELECT 1 FROM information_schema.tables WHERE tabl … (as under "migrate: into an empty database")
DROP TRIGGER IF EXISTS hp_payment_events_no_update;
-- CREATE TRIGGER hp_payment_events_no_update BEFORE … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_migrations ( name VA … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_payments ( tenant VA … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_payment_events ( ten … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_deliveries ( tenant … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_statement_lines ( te … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_payment_terms ( tena … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_account_lines ( tena … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_line_events ( tenant … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_closing_chains ( ten … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_closings ( tenant VA … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_closing_lines ( tena … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_counters ( tenant VA … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_row_events ( tenant … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_maintenance ( tenant … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_accounts ( tenant VA … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_moved_lines ( tenant … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_attempts ( tenant VA … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_carried_forward ( te … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_statement_imports ( … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_layouts ( tenant VAR … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_layout_versions ( te … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_provider_messages ( … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_line_notes ( tenant … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_payer_entries ( tena … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_receipt_parts ( tena … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_receipts ( tenant VA … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_refunds ( tenant VAR … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_request_keys ( tenan … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_rules ( tenant VARBI … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_saved_filters ( tena … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_cash_sessions ( tena … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_uploads ( tenant VAR … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_upload_parts ( tenan … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_waivers ( tenant VAR … (as under "mysql-schema.sql")
INSERT INTO hp_migrations (name) VALUES (?);
COMMIT AND NO CHAIN NO RELEASE;
-- CREATE TABLE IF NOT EXISTS hp_migrations ( name VA … (as under "mysql-schema.sql")
DROP TRIGGER IF EXISTS hp_payment_events_no_update;
-- CREATE TRIGGER hp_payment_events_no_update BEFORE … (as under "mysql-schema.sql")
DROP TRIGGER IF EXISTS hp_payment_events_no_delete;
-- CREATE TRIGGER hp_payment_events_no_delete BEFORE … (as under "mysql-schema.sql")
DROP TRIGGER IF EXISTS hp_line_events_no_update;
-- CREATE TRIGGER hp_line_events_no_update BEFORE UPD … (as under "mysql-schema.sql")
DROP TRIGGER IF EXISTS hp_line_events_no_delete;
-- CREATE TRIGGER hp_line_events_no_delete BEFORE DEL … (as under "mysql-schema.sql")
DROP TRIGGER IF EXISTS hp_row_events_no_update;
-- CREATE TRIGGER hp_row_events_no_update BEFORE UPDA … (as under "mysql-schema.sql")
DROP TRIGGER IF EXISTS hp_row_events_no_delete;
-- CREATE TRIGGER hp_row_events_no_delete BEFORE DELE … (as under "mysql-schema.sql")
DROP TRIGGER IF EXISTS hp_closings_no_update;
-- CREATE TRIGGER hp_closings_no_update BEFORE UPDATE … (as under "mysql-schema.sql")
DROP TRIGGER IF EXISTS hp_closings_no_delete;
-- CREATE TRIGGER hp_closings_no_delete BEFORE DELETE … (as under "mysql-schema.sql")
DROP TRIGGER IF EXISTS hp_closing_lines_no_update;
-- CREATE TRIGGER hp_closing_lines_no_update BEFORE U … (as under "mysql-schema.sql")
DROP TRIGGER IF EXISTS hp_closing_lines_no_delete;
-- CREATE TRIGGER hp_closing_lines_no_delete BEFORE D … (as under "mysql-schema.sql")
DROP TRIGGER IF EXISTS hp_moved_lines_no_update;
-- CREATE TRIGGER hp_moved_lines_no_update BEFORE UPD … (as under "mysql-schema.sql")
DROP TRIGGER IF EXISTS hp_moved_lines_no_delete;
-- CREATE TRIGGER hp_moved_lines_no_delete BEFORE DEL … (as under "mysql-schema.sql")
DROP TRIGGER IF EXISTS hp_layout_versions_no_update;
-- CREATE TRIGGER hp_layout_versions_no_update BEFORE … (as under "mysql-schema.sql")
DROP TRIGGER IF EXISTS hp_layout_versions_no_delete;
-- CREATE TRIGGER hp_layout_versions_no_delete BEFORE … (as under "mysql-schema.sql")
DROP TRIGGER IF EXISTS hp_payer_entries_no_update;
-- CREATE TRIGGER hp_payer_entries_no_update BEFORE U … (as under "mysql-schema.sql")
DROP TRIGGER IF EXISTS hp_payer_entries_no_delete;
-- CREATE TRIGGER hp_payer_entries_no_delete BEFORE D … (as under "mysql-schema.sql")
DROP TRIGGER IF EXISTS hp_receipt_parts_no_update;
-- CREATE TRIGGER hp_receipt_parts_no_update BEFORE U … (as under "mysql-schema.sql")
DROP TRIGGER IF EXISTS hp_receipt_parts_no_delete;
-- CREATE TRIGGER hp_receipt_parts_no_delete BEFORE D … (as under "mysql-schema.sql")
DROP TRIGGER IF EXISTS hp_request_keys_no_update;
-- CREATE TRIGGER hp_request_keys_no_update BEFORE UP … (as under "mysql-schema.sql")
DROP TRIGGER IF EXISTS hp_request_keys_no_delete;
-- CREATE TRIGGER hp_request_keys_no_delete BEFORE DE … (as under "mysql-schema.sql")
DROP TRIGGER IF EXISTS hp_receipts_no_update;
-- CREATE TRIGGER hp_receipts_no_update BEFORE UPDATE … (as under "mysql-schema.sql")
DROP TRIGGER IF EXISTS hp_receipts_no_delete;
-- CREATE TRIGGER hp_receipts_no_delete BEFORE DELETE … (as under "mysql-schema.sql")
-- CREATE TABLE IF NOT EXISTS hp_refusals (refusal VA … (as under "mysql-schema.sql")
DROP TRIGGER IF EXISTS hp_refusals_refuse;
-- CREATE TRIGGER hp_refusals_refuse BEFORE INSERT ON … (as under "mysql-schema.sql")
INSERT INTO hp_migrations (name) VALUES (?);
COMMIT AND NO CHAIN NO RELEASE;
UPDATE hp_migration_lock SET owner = '' WHERE name = 'migrate' AND owner = ?;
COMMIT AND NO CHAIN NO RELEASE;
SET SESSION lock_wait_timeout = @hp_table_wait, @hp_table_wait = NULL;
-- SET SESSION sql_mode = @hp_sql_mode, SESSION innod … (as under "migrate: into an empty database")

-- on Galera: migrate: nothing is left to do
-- SELECT 1 FROM information_schema.tables WHERE tabl … (as under "migrate: into an empty database")
SELECT name FROM hp_migrations;
