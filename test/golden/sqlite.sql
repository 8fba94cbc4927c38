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
CREATE INDEX hp_payments_by_created ON hp_payments (tenant, created_at, id);
-- CREATE INDEX hp_payments_by_status ON hp_payments … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_payments_by_reference ON hp_paymen … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_payments_by_customer ON hp_payment … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_payments_by_reversed ON hp_payment … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_payments_by_expires ON hp_payments … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_payments_given_back ON hp_payments … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_payments_by_reason ON hp_payments … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_payments_paid ON hp_payments (tena … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_payments_pending_of ON hp_payments … (as under "sqlite-schema.sql")
-- CREATE UNIQUE INDEX hp_payments_idempotency_key ON … (as under "sqlite-schema.sql")
-- CREATE UNIQUE INDEX hp_payments_live_reference ON … (as under "sqlite-schema.sql")
-- CREATE UNIQUE INDEX hp_payments_provider_transacti … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_payments_unproved ON hp_payments ( … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_payments_under_paid ON hp_payments … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_payments_canceled ON hp_payments ( … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_payments_due ON hp_payments (expir … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_payment_events ( tenant TEXT NOT N … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_payment_events_by_time ON hp_payme … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_deliveries ( tenant TEXT NOT NULL, … (as under "sqlite-schema.sql")
-- CREATE UNIQUE INDEX hp_deliveries_by_payment ON hp … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_deliveries_by_free ON hp_deliverie … (as under "sqlite-schema.sql")
CREATE INDEX hp_deliveries_due ON hp_deliveries (free_at, tenant) WHERE dead = 0;
-- CREATE TABLE hp_statement_lines ( tenant TEXT NOT … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_payment_terms ( tenant TEXT NOT NU … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_account_lines ( tenant TEXT NOT NU … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_account_lines_by_date ON hp_accoun … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_account_lines_by_status ON hp_acco … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_account_lines_by_account ON hp_acc … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_account_lines_by_import ON hp_acco … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_account_lines_by_session ON hp_acc … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_account_lines_by_payer ON hp_accou … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_account_lines_by_payer_time ON hp_ … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_account_lines_by_transfer ON hp_ac … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_account_lines_by_identity ON hp_ac … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_account_lines_by_receipt ON hp_acc … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_account_lines_by_entry ON hp_accou … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_account_lines_by_reference ON hp_a … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_account_lines_open ON hp_account_l … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_line_events ( tenant TEXT NOT NULL … (as under "sqlite-schema.sql")
CREATE INDEX hp_line_events_by_time ON hp_line_events (tenant, created_at, id);
-- CREATE TABLE hp_closing_chains ( tenant TEXT NOT N … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_closings ( tenant TEXT NOT NULL, a … (as under "sqlite-schema.sql")
CREATE INDEX hp_closings_by_day ON hp_closings (tenant, account, day, sequence);
-- CREATE INDEX hp_closings_by_created ON hp_closings … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_closings_by_account ON hp_closings … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_closings_by_date ON hp_closings (t … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_closing_lines ( tenant TEXT NOT NU … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_counters ( tenant TEXT NOT NULL, c … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_row_events ( tenant TEXT NOT NULL, … (as under "sqlite-schema.sql")
CREATE INDEX hp_row_events_by_time ON hp_row_events (tenant, created_at, id);
-- CREATE TABLE hp_maintenance ( tenant TEXT NOT NULL … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_accounts ( tenant TEXT NOT NULL, a … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_moved_lines ( tenant TEXT NOT NULL … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_moved_lines_by_account ON hp_moved … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_moved_lines_of_identity_mark ON hp … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_moved_lines_of_receipt_mark ON hp_ … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_moved_lines_of_entry_mark ON hp_mo … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_moved_lines_of_reference_mark ON h … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_moved_lines_of_session_id ON hp_mo … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_attempts ( tenant TEXT NOT NULL, i … (as under "sqlite-schema.sql")
-- CREATE UNIQUE INDEX hp_attempts_unique_request ON … (as under "sqlite-schema.sql")
CREATE UNIQUE INDEX hp_attempts_unique_code ON hp_attempts (tenant, code);
-- CREATE UNIQUE INDEX hp_attempts_unique_living ON h … (as under "sqlite-schema.sql")
-- CREATE UNIQUE INDEX hp_attempts_unique_session ON … (as under "sqlite-schema.sql")
-- CREATE UNIQUE INDEX hp_attempts_unique_line ON hp_ … (as under "sqlite-schema.sql")
-- CREATE UNIQUE INDEX hp_attempts_unique_fee ON hp_a … (as under "sqlite-schema.sql")
CREATE INDEX hp_attempts_by_created ON hp_attempts (tenant, created_at, id);
-- CREATE INDEX hp_attempts_by_status ON hp_attempts … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_attempts_by_provider ON hp_attempt … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_attempts_by_payment ON hp_attempts … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_attempts_by_account ON hp_attempts … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_attempts_by_due ON hp_attempts (te … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_attempts_by_stuck ON hp_attempts ( … (as under "sqlite-schema.sql")
CREATE INDEX hp_attempts_of_reference ON hp_attempts (tenant, reference);
-- CREATE INDEX hp_attempts_of_receipt_key ON hp_atte … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_attempts_of_met_by ON hp_attempts … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_attempts_of_fee_met_by ON hp_attem … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_attempts_due ON hp_attempts (next_ … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_carried_forward ( tenant TEXT NOT … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_statement_imports ( tenant TEXT NO … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_statement_imports_by_created ON hp … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_statement_imports_by_account ON hp … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_statement_imports_by_begin ON hp_s … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_statement_imports_by_end ON hp_sta … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_statement_imports_by_layout ON hp_ … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_layouts ( tenant TEXT NOT NULL, na … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_layout_versions ( tenant TEXT NOT … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_layout_versions_of_csv_digest ON h … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_layout_versions_of_xlsx_digest ON … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_provider_messages ( tenant TEXT NO … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_provider_messages_by_status ON hp_ … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_provider_messages_due ON hp_provid … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_line_notes ( tenant TEXT NOT NULL, … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_payer_entries ( tenant TEXT NOT NU … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_payer_entries_by_payer ON hp_payer … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_receipt_parts ( tenant TEXT NOT NU … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_receipts ( tenant TEXT NOT NULL, i … (as under "sqlite-schema.sql")
-- CREATE UNIQUE INDEX hp_receipts_unique_number ON h … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_receipts_by_payer ON hp_receipts ( … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_receipts_by_actor ON hp_receipts ( … (as under "sqlite-schema.sql")
CREATE INDEX hp_receipts_by_issued ON hp_receipts (tenant, issued_at, id);
-- CREATE INDEX hp_receipts_of_line_key ON hp_receipt … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_refunds ( tenant TEXT NOT NULL, id … (as under "sqlite-schema.sql")
-- CREATE UNIQUE INDEX hp_refunds_unique_key ON hp_re … (as under "sqlite-schema.sql")
-- CREATE UNIQUE INDEX hp_refunds_unique_transaction … (as under "sqlite-schema.sql")
CREATE INDEX hp_refunds_by_created ON hp_refunds (tenant, created_at, id);
-- CREATE INDEX hp_refunds_by_paid ON hp_refunds (ten … (as under "sqlite-schema.sql")
CREATE INDEX hp_refunds_by_status ON hp_refunds (tenant, status, created_at, id);
-- CREATE INDEX hp_refunds_by_payment ON hp_refunds ( … (as under "sqlite-schema.sql")
CREATE INDEX hp_refunds_of_reference ON hp_refunds (tenant, reference);
-- CREATE INDEX hp_refunds_of_line_key ON hp_refunds … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_request_keys ( tenant TEXT NOT NUL … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_rules ( tenant TEXT NOT NULL, id T … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_rules_by_living ON hp_rules (tenan … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_saved_filters ( tenant TEXT NOT NU … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_saved_filters_by_name ON hp_saved_ … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_cash_sessions ( tenant TEXT NOT NU … (as under "sqlite-schema.sql")
-- CREATE UNIQUE INDEX hp_cash_sessions_unique_open O … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_cash_sessions_by_opened ON hp_cash … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_cash_sessions_by_point ON hp_cash_ … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_cash_sessions_by_status ON hp_cash … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_cash_sessions_by_opener ON hp_cash … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_cash_sessions_by_unexplained ON hp … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_uploads ( tenant TEXT NOT NULL, id … (as under "sqlite-schema.sql")
CREATE INDEX hp_uploads_by_created ON hp_uploads (tenant, created_at, id);
CREATE INDEX hp_uploads_by_actor ON hp_uploads (tenant, actor, created_at, id);
-- CREATE TABLE hp_upload_parts ( tenant TEXT NOT NUL … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_waivers ( tenant TEXT NOT NULL, id … (as under "sqlite-schema.sql")
CREATE INDEX hp_waivers_by_created ON hp_waivers (tenant, created_at, id);
CREATE INDEX hp_waivers_by_status ON hp_waivers (tenant, status, created_at, id);
CREATE INDEX hp_waivers_by_scheme ON hp_waivers (tenant, scheme, created_at, id);
-- CREATE INDEX hp_waivers_by_payment ON hp_waivers ( … (as under "sqlite-schema.sql")
-- INSERT INTO hp_migrations (name) VALUES (?) ON CON … (as under "migrate: into an empty database")
-- CREATE TRIGGER hp_payment_events_no_update BEFORE … (as under "sqlite-schema.sql")
-- CREATE TRIGGER hp_payment_events_no_delete BEFORE … (as under "sqlite-schema.sql")
-- CREATE TRIGGER hp_line_events_no_update BEFORE UPD … (as under "sqlite-schema.sql")
-- CREATE TRIGGER hp_line_events_no_delete BEFORE DEL … (as under "sqlite-schema.sql")
-- CREATE TRIGGER hp_row_events_no_update BEFORE UPDA … (as under "sqlite-schema.sql")
-- CREATE TRIGGER hp_row_events_no_delete BEFORE DELE … (as under "sqlite-schema.sql")
-- CREATE TRIGGER hp_closings_no_update BEFORE UPDATE … (as under "sqlite-schema.sql")
-- CREATE TRIGGER hp_closings_no_delete BEFORE DELETE … (as under "sqlite-schema.sql")
-- CREATE TRIGGER hp_closing_lines_no_update BEFORE U … (as under "sqlite-schema.sql")
-- CREATE TRIGGER hp_closing_lines_no_delete BEFORE D … (as under "sqlite-schema.sql")
-- CREATE TRIGGER hp_moved_lines_no_update BEFORE UPD … (as under "sqlite-schema.sql")
-- CREATE TRIGGER hp_moved_lines_no_delete BEFORE DEL … (as under "sqlite-schema.sql")
-- CREATE TRIGGER hp_layout_versions_no_update BEFORE … (as under "sqlite-schema.sql")
-- CREATE TRIGGER hp_layout_versions_no_delete BEFORE … (as under "sqlite-schema.sql")
-- CREATE TRIGGER hp_payer_entries_no_update BEFORE U … (as under "sqlite-schema.sql")
-- CREATE TRIGGER hp_payer_entries_no_delete BEFORE D … (as under "sqlite-schema.sql")
-- CREATE TRIGGER hp_receipt_parts_no_update BEFORE U … (as under "sqlite-schema.sql")
-- CREATE TRIGGER hp_receipt_parts_no_delete BEFORE D … (as under "sqlite-schema.sql")
-- CREATE TRIGGER hp_request_keys_no_update BEFORE UP … (as under "sqlite-schema.sql")
-- CREATE TRIGGER hp_request_keys_no_delete BEFORE DE … (as under "sqlite-schema.sql")
-- CREATE TRIGGER hp_receipts_no_update BEFORE UPDATE … (as under "sqlite-schema.sql")
-- CREATE TRIGGER hp_receipts_no_delete BEFORE DELETE … (as under "sqlite-schema.sql")
COMMIT;

-- migrate: nothing is left to do
SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ? COLLATE NOCASE;
SELECT name FROM hp_migrations;
PRAGMA journal_mode;

-- insert: stored
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
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
COMMIT;

-- insert: a payment that is paid already
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
-- INSERT INTO hp_payments (tenant, id, reference, am … (as under "insert: stored")
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
COMMIT;

-- insert: another payment has the idempotency key
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
-- INSERT INTO hp_payments (tenant, id, reference, am … (as under "insert: stored")
ROLLBACK;
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved, live_reference, idempotency_key, fingerprint
FROM hp_payments
WHERE tenant = ?
AND idempotency_key IN (SELECT value FROM json_each(?));

-- insert: another payment has the id
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
-- INSERT INTO hp_payments (tenant, id, reference, am … (as under "insert: stored")
ROLLBACK;
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved, live_reference, idempotency_key, fingerprint
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
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved, live_reference, idempotency_key, fingerprint
FROM hp_payments
WHERE tenant = ?
AND live_reference IN (SELECT value FROM json_each(?));

-- insert: three payments
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
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
COMMIT;

-- insert: three payments, of which another payment has the idempotency key of the second
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
-- INSERT INTO hp_payments (tenant, id, reference, am … (as under "insert: three payments")
ROLLBACK;
-- SELECT id, reference, amount, currency, channel, c … (as under "insert: another payment has the idempotency key")
-- SELECT id, reference, amount, currency, channel, c … (as under "insert: another payment has the id")
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
-- INSERT INTO hp_payments (tenant, id, reference, am … (as under "insert: three payments")
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: three payments")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: three payments")
COMMIT;

-- replace: one change
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
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
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved, live_reference, idempotency_key, fingerprint
FROM hp_payments
WHERE tenant = ?
AND transaction_key IN (SELECT value FROM json_each(?));

-- replace: one change, with the key of a statement line
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
-- UPDATE hp_payments SET status = ?, instructions = … (as under "replace: one change")
INSERT INTO hp_statement_lines (tenant, line_key, payment_ids) VALUES (?, ?, ?);
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: stored")
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
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: three payments")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: three payments")
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
INSERT INTO hp_statement_lines (tenant, line_key, payment_ids) VALUES (?, ?, ?), (?, ?, ?);
INSERT INTO hp_statement_lines (tenant, line_key, payment_ids) VALUES (?, ?, ?);
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: three payments")
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: three payments")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
COMMIT;

-- replace: one of three statement lines is stored already
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
-- UPDATE hp_payments SET status = ?, instructions = … (as under "replace: one change")
-- UPDATE hp_payments SET status = ?, instructions = … (as under "replace: one change")
-- UPDATE hp_payments SET status = ?, instructions = … (as under "replace: one change")
-- INSERT INTO hp_statement_lines (tenant, line_key, … (as under "replace: three changes, with the keys of three statement lines")
ROLLBACK;
-- SELECT line_key FROM hp_statement_lines WHERE tena … (as under "replace: the statement line is stored already")

-- get
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = ?
AND id = ?;

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
AND (created_at, id) > (?, ?)
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
AND (created_at, id) < (?, ?)
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
AND (paid_at, id) > (?, ?)
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
AND (paid_at, id) < (?, ?)
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
AND (reversed_at, id) > (?, ?)
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
AND (reversed_at, id) < (?, ?)
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
AND (expires_at, id) > (?, ?)
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
AND (expires_at, id) < (?, ?)
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
AND channel IN (SELECT value FROM json_each(?))
ORDER BY created_at asc, id asc
LIMIT ?;

-- page: of three channels
-- SELECT id, reference, amount, currency, channel, c … (as under "page: of one channel")

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
FROM hp_payments INDEXED BY hp_payments_by_reason
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
FROM hp_payments INDEXED BY hp_payments_by_reason
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
FROM hp_payments INDEXED BY hp_payments_under_paid
WHERE tenant = ?
AND amount_reconciled > 0
AND amount_reconciled < amount - amount_waived
ORDER BY created_at asc, id asc
LIMIT ?;

-- page: of the flag unproved
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments INDEXED BY hp_payments_unproved
WHERE tenant = ?
AND status = 'succeeded'
AND amount_reconciled < amount - amount_waived
AND imported = 0
ORDER BY created_at + 0 asc, id asc
LIMIT ?;

-- page: of the flag unpaid_with_money
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments INDEXED BY hp_payments_under_paid
WHERE tenant = ?
AND amount_reconciled > 0
AND amount_reconciled < amount - amount_waived
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
FROM hp_payments INDEXED BY hp_payments_given_back
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
FROM hp_payments INDEXED BY hp_payments_canceled
WHERE tenant = ?
AND canceled_at IS NOT NULL
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
FROM hp_payments INDEXED BY hp_payments_unproved
WHERE tenant = ?
AND status = 'succeeded'
AND amount_reconciled < amount - amount_waived
AND imported = 0
ORDER BY created_at + 0 desc, id desc
LIMIT ?;

-- page: of the flag unproved, by paidAt, asc
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments INDEXED BY hp_payments_unproved
WHERE tenant = ?
AND status = 'succeeded'
AND amount_reconciled < amount - amount_waived
AND imported = 0
AND paid_at IS NOT NULL
ORDER BY paid_at + 0 asc, id asc
LIMIT ?;

-- page: of the flag unproved, by paidAt, desc
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments INDEXED BY hp_payments_unproved
WHERE tenant = ?
AND status = 'succeeded'
AND amount_reconciled < amount - amount_waived
AND imported = 0
AND paid_at IS NOT NULL
ORDER BY paid_at + 0 desc, id desc
LIMIT ?;

-- page: of the flag unproved, by reversedAt, asc
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments INDEXED BY hp_payments_unproved
WHERE tenant = ?
AND status = 'succeeded'
AND amount_reconciled < amount - amount_waived
AND imported = 0
AND reversed_at IS NOT NULL
ORDER BY reversed_at + 0 asc, id asc
LIMIT ?;

-- page: of the flag unproved, by reversedAt, desc
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments INDEXED BY hp_payments_unproved
WHERE tenant = ?
AND status = 'succeeded'
AND amount_reconciled < amount - amount_waived
AND imported = 0
AND reversed_at IS NOT NULL
ORDER BY reversed_at + 0 desc, id desc
LIMIT ?;

-- page: of the flag unproved, by expiresAt, asc
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments INDEXED BY hp_payments_unproved
WHERE tenant = ?
AND status = 'succeeded'
AND amount_reconciled < amount - amount_waived
AND imported = 0
AND expires_at IS NOT NULL
ORDER BY expires_at + 0 asc, id asc
LIMIT ?;

-- page: of the flag unproved, by expiresAt, desc
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments INDEXED BY hp_payments_unproved
WHERE tenant = ?
AND status = 'succeeded'
AND amount_reconciled < amount - amount_waived
AND imported = 0
AND expires_at IS NOT NULL
ORDER BY expires_at + 0 desc, id desc
LIMIT ?;

-- page: of the flag unproved, by paidAt, of two channels
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments INDEXED BY hp_payments_unproved
WHERE tenant = ?
AND channel IN (SELECT value FROM json_each(?))
AND status = 'succeeded'
AND amount_reconciled < amount - amount_waived
AND imported = 0
AND paid_at IS NOT NULL
ORDER BY paid_at + 0 asc, id asc
LIMIT ?;

-- page: of the flag under_paid and two statuses
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments INDEXED BY hp_payments_under_paid
WHERE tenant = ?
AND status IN (?, ?)
AND amount_reconciled > 0
AND amount_reconciled < amount - amount_waived
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
AND status = 'succeeded'
AND amount_reconciled < amount - amount_waived
AND imported = 0
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
AND channel IN (SELECT value FROM json_each(?))
AND created_at < ?
AND (created_at, id) > (?, ?)
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
AND reference IN (SELECT value FROM json_each(?));
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = ?
AND transaction_key IN (SELECT value FROM json_each(?));
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
  description AS cell14, status_reason AS cell15, canceled_at AS cell16, amount_refund_pending AS cell17,
  amount_refunded AS cell18, provider_transaction_id AS cell19, customer_id AS cell20,
  customer_name AS cell21, customer_phone AS cell22, created_at AS part_at, id AS part_id
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
  CAST(SUM(amount % 1000000000) AS TEXT) AS sum1, CAST(SUM(amount_waived / 1000000000) AS TEXT) AS sum2,
  CAST(SUM(amount_waived % 1000000000) AS TEXT) AS sum3
FROM hp_payments
WHERE tenant = ?
GROUP BY currency, channel, status;

-- totals: within a period, of two statuses, one channel and one reference
SELECT currency, channel, status, COUNT(*) AS count_of, CAST(SUM(amount / 1000000000) AS TEXT) AS sum0,
  CAST(SUM(amount % 1000000000) AS TEXT) AS sum1, CAST(SUM(amount_waived / 1000000000) AS TEXT) AS sum2,
  CAST(SUM(amount_waived % 1000000000) AS TEXT) AS sum3
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
SELECT event.id, event.created_at, event.type, event.payment_id, event.reference, event.amount,
  event.currency, event.status, event.previous_status, event.amount_reconciled, event.version, event.actor,
  event.reason, event.evidence, event.details
FROM hp_payment_events AS event
WHERE tenant = ?
AND payment_id = ?
ORDER BY version;

-- claimEvents: nothing is due
SELECT event_id FROM hp_deliveries AS delivery
WHERE tenant = ? AND dead = 0 AND free_at <= ? AND NOT EXISTS (
    SELECT 1 FROM hp_deliveries AS earlier WHERE earlier.tenant = ?
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
SELECT event.id, event.created_at, event.type, event.payment_id, event.reference, event.amount,
  event.currency, event.status, event.previous_status, event.amount_reconciled, event.version, event.actor,
  event.reason, event.evidence, event.details, delivery.attempts
FROM hp_deliveries AS delivery
JOIN hp_payment_events AS event
ON event.tenant = ?
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
SET owner = NULL, free_at = ?, attempts = CASE WHEN dead = 1 THEN 0 ELSE attempts + 1 END, dead = 0
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
SET owner = NULL, free_at = ?, attempts = CASE WHEN dead = 1 THEN 0 ELSE attempts + 1 END, dead = 0
WHERE tenant = ?
AND event_id IN (SELECT value FROM json_each(?))
AND owner = ?;
COMMIT;

-- completeEvents: two due again, each at a time of its own
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
UPDATE hp_deliveries
SET owner = NULL,
  free_at = CASE WHEN event_id = ? THEN ? WHEN event_id = ? THEN ? WHEN event_id = ? THEN ? WHEN event_id = ? THEN ? WHEN event_id = ? THEN ? WHEN event_id = ? THEN ? WHEN event_id = ? THEN ? WHEN event_id = ? THEN ? ELSE free_at END,
  attempts = CASE WHEN dead = 1 THEN 0 ELSE attempts + 1 END, dead = 0
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
-- SELECT event.id, event.created_at, event.type, eve … (as under "claimEvents: due events")

-- insert: a payment with search terms
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
-- INSERT INTO hp_payments (tenant, id, reference, am … (as under "insert: stored")
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
INSERT INTO hp_payment_terms (tenant, term, created_at, payment_id) VALUES (?, ?, ?, ?), (?, ?, ?, ?);
COMMIT;

-- replace: a change with more search terms
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
-- UPDATE hp_payments SET status = ?, instructions = … (as under "replace: one change")
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
INSERT INTO hp_payment_terms (tenant, term, created_at, payment_id)
VALUES (?, ?, ?, ?)
ON CONFLICT (tenant, term, created_at, payment_id) DO NOTHING;
COMMIT;

-- replace: one change and a new line
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
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
COMMIT;

-- replace: the next version of a line
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
SELECT 1 AS stored
FROM hp_account_lines
WHERE tenant = ?
AND ((line_key = ? AND version = ? AND given_back = ? AND account = ? AND COALESCE(session_id,
  '') = COALESCE(?, '') AND COALESCE(transfer_to, '') = COALESCE(?,
  '') AND created_at = ? AND (allocations = '[]' OR (direction = ? AND amount = ? AND currency = ?))))
ORDER BY line_key
LIMIT 1;
INSERT INTO hp_account_lines (tenant, line_key, account, import_id, file_row, direction, amount, currency,
  value_date, booked_at, outcome, status, held, allocated, given_back, allocations, assignee, session_id,
  payer_id, payer_by_rule, transfer_to, version, created_at, updated_at, reference, provider_transaction_id,
  narration, search_text, narration_text, identity_mark, receipt_mark, entry_mark, reference_mark)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (tenant, line_key) DO UPDATE
SET account = excluded.account, import_id = excluded.import_id, file_row = excluded.file_row,
  direction = excluded.direction, amount = excluded.amount, currency = excluded.currency,
  value_date = excluded.value_date, booked_at = excluded.booked_at, outcome = excluded.outcome,
  status = excluded.status, held = excluded.held, allocated = excluded.allocated,
  given_back = excluded.given_back, allocations = excluded.allocations, assignee = excluded.assignee,
  session_id = excluded.session_id, payer_id = excluded.payer_id, payer_by_rule = excluded.payer_by_rule,
  transfer_to = excluded.transfer_to, version = excluded.version, created_at = excluded.created_at,
  updated_at = excluded.updated_at, reference = excluded.reference,
  provider_transaction_id = excluded.provider_transaction_id,
  narration = CASE WHEN narration IS NULL THEN NULL ELSE excluded.narration END,
  search_text = excluded.search_text,
  narration_text = CASE WHEN narration_text IS NULL THEN NULL ELSE excluded.narration_text END;
INSERT INTO hp_statement_lines (tenant, line_key, payment_ids)
VALUES (?, ?, ?)
ON CONFLICT (tenant, line_key) DO UPDATE
SET payment_ids = excluded.payment_ids;
-- INSERT INTO hp_line_events (tenant, line_key, vers … (as under "replace: one change and a new line")
COMMIT;

-- replace: a line has another version
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
-- SELECT 1 AS stored FROM hp_account_lines WHERE ten … (as under "replace: the next version of a line")
ROLLBACK;
-- SELECT line_key FROM hp_statement_lines WHERE tena … (as under "replace: the statement line is stored already")
SELECT line_key, account, import_id, file_row, direction, amount, currency, value_date, booked_at, outcome,
  status, held, allocated, given_back, allocations, assignee, session_id, payer_id, payer_by_rule,
  transfer_to, version, created_at, updated_at, reference, provider_transaction_id, narration
FROM hp_account_lines
WHERE tenant = ?
AND line_key IN (SELECT value FROM json_each(?));

-- replace: a line is stored already
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
-- INSERT INTO hp_statement_lines (tenant, line_key, … (as under "replace: three changes, with the keys of three statement lines")
ROLLBACK;
-- SELECT line_key FROM hp_statement_lines WHERE tena … (as under "replace: the statement line is stored already")
-- SELECT line_key, account, import_id, file_row, dir … (as under "replace: a line has another version")

-- replace: three new lines
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
-- INSERT INTO hp_statement_lines (tenant, line_key, … (as under "replace: three changes, with the keys of three statement lines")
INSERT INTO hp_statement_lines (tenant, line_key, payment_ids) VALUES (?, ?, ?);
-- INSERT INTO hp_account_lines (tenant, line_key, ac … (as under "replace: one change and a new line")
-- INSERT INTO hp_account_lines (tenant, line_key, ac … (as under "replace: one change and a new line")
-- INSERT INTO hp_account_lines (tenant, line_key, ac … (as under "replace: one change and a new line")
-- INSERT INTO hp_line_events (tenant, line_key, vers … (as under "replace: one change and a new line")
-- INSERT INTO hp_line_events (tenant, line_key, vers … (as under "replace: one change and a new line")
-- INSERT INTO hp_line_events (tenant, line_key, vers … (as under "replace: one change and a new line")
COMMIT;

-- replace: the next versions of three lines
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
-- SELECT 1 AS stored FROM hp_account_lines WHERE ten … (as under "replace: the next version of a line")
-- SELECT 1 AS stored FROM hp_account_lines WHERE ten … (as under "replace: the next version of a line")
-- SELECT 1 AS stored FROM hp_account_lines WHERE ten … (as under "replace: the next version of a line")
-- INSERT INTO hp_account_lines (tenant, line_key, ac … (as under "replace: the next version of a line")
-- INSERT INTO hp_account_lines (tenant, line_key, ac … (as under "replace: the next version of a line")
-- INSERT INTO hp_account_lines (tenant, line_key, ac … (as under "replace: the next version of a line")
-- INSERT INTO hp_statement_lines (tenant, line_key, … (as under "replace: the next version of a line")
-- INSERT INTO hp_statement_lines (tenant, line_key, … (as under "replace: the next version of a line")
-- INSERT INTO hp_statement_lines (tenant, line_key, … (as under "replace: the next version of a line")
-- INSERT INTO hp_line_events (tenant, line_key, vers … (as under "replace: one change and a new line")
-- INSERT INTO hp_line_events (tenant, line_key, vers … (as under "replace: one change and a new line")
-- INSERT INTO hp_line_events (tenant, line_key, vers … (as under "replace: one change and a new line")
COMMIT;

-- replace: a new line and the first row of its account
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
INSERT INTO hp_statement_lines (tenant, line_key, payment_ids) VALUES (?, ?, ?);
-- INSERT INTO hp_account_lines (tenant, line_key, ac … (as under "replace: one change and a new line")
-- INSERT INTO hp_line_events (tenant, line_key, vers … (as under "replace: one change and a new line")
INSERT INTO hp_accounts (tenant, account, currency, balance, by_month, open_session_id, last_day, version)
VALUES (?, ?, ?, ?, ?, ?, ?, ?);
COMMIT;

-- replace: a new line and the next row of its account
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
INSERT INTO hp_statement_lines (tenant, line_key, payment_ids) VALUES (?, ?, ?);
-- INSERT INTO hp_account_lines (tenant, line_key, ac … (as under "replace: one change and a new line")
-- INSERT INTO hp_line_events (tenant, line_key, vers … (as under "replace: one change and a new line")
UPDATE hp_accounts
SET balance = ?, by_month = ?, open_session_id = ?, last_day = ?, version = ?
WHERE tenant = ?
AND account = ?
AND currency = ?
AND version = ?;
COMMIT;

-- replace: an account has another version
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
INSERT INTO hp_statement_lines (tenant, line_key, payment_ids) VALUES (?, ?, ?);
-- INSERT INTO hp_account_lines (tenant, line_key, ac … (as under "replace: one change and a new line")
-- INSERT INTO hp_line_events (tenant, line_key, vers … (as under "replace: one change and a new line")
-- UPDATE hp_accounts SET balance = ?, by_month = ?, … (as under "replace: a new line and the next row of its account")
ROLLBACK;
-- SELECT line_key FROM hp_statement_lines WHERE tena … (as under "replace: the statement line is stored already")
-- SELECT line_key, account, import_id, file_row, dir … (as under "replace: a line has another version")
SELECT account, currency, balance, by_month, open_session_id, last_day, version
FROM hp_accounts
WHERE tenant = ?
AND account = ?
AND currency = ?;

-- replace: the next rows of two accounts
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
-- UPDATE hp_accounts SET balance = ?, by_month = ?, … (as under "replace: a new line and the next row of its account")
-- UPDATE hp_accounts SET balance = ?, by_month = ?, … (as under "replace: a new line and the next row of its account")
COMMIT;

-- findRows: an account in all currencies
SELECT account, currency, balance, by_month, open_session_id, last_day, version
FROM hp_accounts
WHERE tenant = ?
AND account IN (SELECT value FROM json_each(?));

-- findLines
-- SELECT line_key, account, import_id, file_row, dir … (as under "replace: a line has another version")

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
AND (value_date, line_key) > (?, ?)
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
AND (instr(search_text, ?) > 0 OR instr(narration_text, ?) > 0)
AND (value_date, line_key) > (?, ?)
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
PRAGMA journal_mode;
PRAGMA busy_timeout = 0; BEGIN; SELECT 1 FROM sqlite_master LIMIT 1;
SELECT line_key, account, import_id, file_row, direction, amount, currency, value_date, booked_at, outcome,
  status, held, allocated, given_back, allocations, assignee, session_id, payer_id, payer_by_rule,
  transfer_to, version, created_at, updated_at, reference, provider_transaction_id, narration
FROM hp_account_lines
WHERE tenant = ?
AND account = ?
ORDER BY value_date, line_key
LIMIT ?;
COMMIT;

-- lineHistory
SELECT line_key, version, id, type, created_at, actor, reason, allocations
FROM hp_line_events
WHERE tenant = ?
AND line_key = ?
ORDER BY version;

-- countLines
SELECT value_date, COUNT(*) AS count_of, SUM(version) AS versions
FROM hp_account_lines
WHERE tenant = ?
AND account = ?
AND value_date >= ?
AND value_date <= ?
GROUP BY value_date
ORDER BY value_date;

-- lineHistories
SELECT line_key, version, id, type, created_at, actor, reason, allocations
FROM hp_line_events
WHERE tenant = ?
AND line_key IN (SELECT value FROM json_each(?))
ORDER BY line_key, version;

-- scanLineMovements
PRAGMA journal_mode;
PRAGMA busy_timeout = 0; BEGIN; SELECT 1 FROM sqlite_master LIMIT 1;
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
FROM hp_line_events AS event INDEXED BY hp_line_events_by_time
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
COMMIT;

-- scanLineMovements: of two accounts
PRAGMA journal_mode;
PRAGMA busy_timeout = 0; BEGIN; SELECT 1 FROM sqlite_master LIMIT 1;
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
FROM hp_line_events AS event INDEXED BY hp_line_events_by_time
JOIN hp_account_lines AS line ON line.tenant = ? AND line.line_key = event.line_key
LEFT JOIN hp_line_events AS earlier
ON earlier.tenant = ?
AND earlier.line_key = event.line_key
AND earlier.version = event.version - 1
WHERE event.tenant = ?
AND event.created_at >= ?
AND event.created_at < ?
AND line.account IN (SELECT value FROM json_each(?))
ORDER BY event.created_at, event.id
LIMIT ?;
COMMIT;

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
FROM hp_line_events AS event INDEXED BY hp_line_events_by_time
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
FROM hp_line_events AS event INDEXED BY hp_line_events_by_time
JOIN hp_account_lines AS line ON line.tenant = ? AND line.line_key = event.line_key
LEFT JOIN hp_line_events AS earlier
ON earlier.tenant = ?
AND earlier.line_key = event.line_key
AND earlier.version = event.version - 1
WHERE event.tenant = ?
AND event.created_at >= ?
AND event.created_at < ?
AND event.actor = ?
AND (event.created_at, event.id) < (?, ?)
ORDER BY event.created_at DESC, event.id DESC
LIMIT ?;

-- pageEvents
SELECT event.id, event.created_at, event.type, event.payment_id, event.reference, event.amount,
  event.currency, event.status, event.previous_status, event.amount_reconciled, event.version, event.actor,
  event.reason, event.evidence, event.details
FROM hp_payment_events AS event INDEXED BY hp_payment_events_by_time
WHERE event.tenant = ?
AND event.created_at >= ?
AND event.created_at < ?
ORDER BY event.created_at DESC, event.id DESC
LIMIT ?;

-- pageEvents: of one person, behind an event
SELECT event.id, event.created_at, event.type, event.payment_id, event.reference, event.amount,
  event.currency, event.status, event.previous_status, event.amount_reconciled, event.version, event.actor,
  event.reason, event.evidence, event.details
FROM hp_payment_events AS event INDEXED BY hp_payment_events_by_time
WHERE event.tenant = ?
AND event.created_at >= ?
AND event.created_at < ?
AND event.actor = ?
AND (event.created_at, event.id) < (?, ?)
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
SELECT actor, type, is_confirmation, currency, COUNT(*) AS count_of,
  CAST(SUM(amount / 1000000000) AS TEXT) AS sum0, CAST(SUM(amount % 1000000000) AS TEXT) AS sum1
FROM (SELECT event.actor, event.type,
  CASE WHEN event.evidence LIKE '%"kind":"confirmation"%' THEN 1 ELSE 0 END AS is_confirmation,
  event.currency, event.amount
FROM hp_payment_events AS event INDEXED BY hp_payment_events_by_time
WHERE event.tenant = ?
AND event.created_at >= ?
AND event.created_at < ?
AND (event.previous_status IS NULL OR event.previous_status <> event.status)) AS changed
GROUP BY actor, type, is_confirmation, currency;

-- sumOpenLines
SELECT account, currency, direction, outcome, COUNT(*) AS count_of, MIN(value_date) AS oldest,
  CAST(SUM(amount / 1000000000) AS TEXT) AS sum0, CAST(SUM(amount % 1000000000) AS TEXT) AS sum1
FROM (
  SELECT account, currency, direction, outcome, value_date, amount - allocated AS amount
  FROM hp_account_lines WHERE tenant = ? AND status = 'open'
) AS open_line GROUP BY account, currency, direction, outcome;

-- sumOpenLines: up to a day
SELECT account, currency, direction, outcome, COUNT(*) AS count_of, MIN(value_date) AS oldest,
  CAST(SUM(amount / 1000000000) AS TEXT) AS sum0, CAST(SUM(amount % 1000000000) AS TEXT) AS sum1
FROM (
  SELECT account, currency, direction, outcome, value_date, amount - allocated AS amount
  FROM hp_account_lines WHERE tenant = ? AND status = 'open' AND value_date <= ?
) AS open_line GROUP BY account, currency, direction, outcome;

-- sumLines
SELECT account, currency, direction, outcome, COUNT(*) AS count_of,
  CAST(SUM(amount / 1000000000) AS TEXT) AS sum0, CAST(SUM(amount % 1000000000) AS TEXT) AS sum1,
  CAST(SUM(allocated / 1000000000) AS TEXT) AS sum2, CAST(SUM(allocated % 1000000000) AS TEXT) AS sum3
FROM hp_account_lines
WHERE tenant = ?
GROUP BY account, currency, direction, outcome;

-- sumLines: of an account, with a text
SELECT account, currency, direction, outcome, COUNT(*) AS count_of,
  CAST(SUM(amount / 1000000000) AS TEXT) AS sum0, CAST(SUM(amount % 1000000000) AS TEXT) AS sum1,
  CAST(SUM(allocated / 1000000000) AS TEXT) AS sum2, CAST(SUM(allocated % 1000000000) AS TEXT) AS sum3
FROM hp_account_lines
WHERE tenant = ?
AND status = ?
AND account = ?
AND value_date >= ?
AND (instr(search_text, ?) > 0 OR instr(narration_text, ?) > 0)
GROUP BY account, currency, direction, outcome;

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
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
INSERT INTO hp_line_notes (tenant, line_key, id, note, actor, created_at) VALUES (?, ?, ?, ?, ?, ?);
COMMIT;

-- pageRows: the notes of a line
SELECT line_key, id, note, actor, created_at
FROM hp_line_notes
WHERE tenant = ?
AND line_key = ?
ORDER BY id
LIMIT ?;

-- replace: the erasure of a payer
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
-- UPDATE hp_payments SET status = ?, instructions = … (as under "replace: one change")
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
-- SELECT 1 AS stored FROM hp_account_lines WHERE ten … (as under "replace: the next version of a line")
-- INSERT INTO hp_account_lines (tenant, line_key, ac … (as under "replace: the next version of a line")
UPDATE hp_payments SET fingerprint = NULL WHERE tenant = ? AND id IN (SELECT value FROM json_each(?));
DELETE
FROM hp_payment_terms
WHERE tenant = ?
AND term IN (SELECT value FROM json_each(?))
AND created_at = ?
AND payment_id = ?;
UPDATE hp_attempts
SET phone = NULL, phone_mark = NULL
WHERE tenant = ?
AND payment_id IN (SELECT value FROM json_each(?));
UPDATE hp_refunds SET note = NULL WHERE tenant = ? AND payment_id IN (SELECT value FROM json_each(?));
UPDATE hp_waivers SET note = NULL WHERE tenant = ? AND payment_id IN (SELECT value FROM json_each(?));
UPDATE hp_attempts
SET phone = NULL, phone_mark = NULL
WHERE tenant = ?
AND line_key IN (SELECT value FROM json_each(?));
DELETE FROM hp_line_notes WHERE tenant = ? AND line_key IN (SELECT value FROM json_each(?));
UPDATE hp_refunds SET note = NULL WHERE tenant = ? AND line_key IN (SELECT value FROM json_each(?));
COMMIT;

-- eraseLineTexts
SELECT line_key, value_date, CASE WHEN narration IS NOT NULL OR EXISTS (
  SELECT 1 FROM hp_line_notes AS note WHERE note.tenant = ? AND note.line_key = line.line_key
) THEN 1 ELSE 0 END AS has_any
FROM hp_account_lines AS line
WHERE tenant = ?
AND value_date < ?
ORDER BY value_date, line_key
LIMIT ?;
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
UPDATE hp_account_lines
SET narration = NULL, narration_text = NULL
WHERE tenant = ?
AND line_key IN (SELECT value FROM json_each(?))
AND narration IS NOT NULL;
-- DELETE FROM hp_line_notes WHERE tenant = ? AND lin … (as under "replace: the erasure of a payer")
COMMIT;

-- eraseLineTexts: behind a line
SELECT line_key, value_date, CASE WHEN narration IS NOT NULL OR EXISTS (
  SELECT 1 FROM hp_line_notes AS note WHERE note.tenant = ? AND note.line_key = line.line_key
) THEN 1 ELSE 0 END AS has_any
FROM hp_account_lines AS line
WHERE tenant = ?
AND value_date < ?
AND (value_date, line_key) > (?, ?)
ORDER BY value_date, line_key
LIMIT ?;

-- replace: an import
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
INSERT INTO hp_statement_imports (tenant, id, document, account, created_at, completed_at, from_day, to_day,
  format, layout)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (tenant, id) DO UPDATE
SET id = excluded.id, document = excluded.document, account = excluded.account,
  created_at = excluded.created_at, completed_at = excluded.completed_at, from_day = excluded.from_day,
  to_day = excluded.to_day, format = excluded.format, layout = excluded.layout;
COMMIT;

-- findRows: an import
SELECT id, document FROM hp_statement_imports WHERE tenant = ? AND id IN (SELECT value FROM json_each(?));

-- pageRows: imports of all accounts
SELECT id, document FROM hp_statement_imports WHERE tenant = ? ORDER BY created_at DESC, id DESC LIMIT ?;

-- pageRows: imports of one account, behind one
SELECT id, document
FROM hp_statement_imports
WHERE tenant = ?
AND account = ?
AND (created_at, id) < (?, ?)
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
AND (payment.created_at, payment.id) < (?, ?)
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
  found.payment_id FROM hp_payment_terms AS found CROSS JOIN hp_payments AS payment WHERE found.tenant = ? AND term = ? AND payment.tenant = ? AND payment.id = found.payment_id ORDER BY found.created_at DESC,
  found.payment_id DESC LIMIT ?) AS part0) AS hit CROSS
JOIN hp_payments AS payment
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
  found.payment_id FROM hp_payment_terms AS found CROSS JOIN hp_payments AS payment WHERE found.tenant = ? AND term = ? AND payment.tenant = ? AND payment.id = found.payment_id ORDER BY found.created_at DESC,
  found.payment_id DESC LIMIT ?) AS part0 UNION SELECT * FROM (SELECT found.created_at,
  found.payment_id FROM hp_payment_terms AS found CROSS JOIN hp_payments AS payment WHERE found.tenant = ? AND term = ? AND payment.tenant = ? AND payment.id = found.payment_id ORDER BY found.created_at DESC,
  found.payment_id DESC LIMIT ?) AS part1 UNION SELECT * FROM (SELECT DISTINCT found.created_at,
  found.payment_id FROM hp_payment_terms AS found CROSS JOIN hp_payments AS payment WHERE found.tenant = ? AND term >= ? AND term < ? AND instr(substr(term,
  ?), ?) > 0 AND payment.tenant = ? AND payment.id = found.payment_id ORDER BY found.created_at DESC,
  found.payment_id DESC LIMIT ?) AS part2 UNION SELECT * FROM (SELECT payment.created_at,
  payment.id AS payment_id FROM hp_payments AS payment WHERE payment.tenant = ? AND payment.transaction_key = ? ORDER BY payment.created_at DESC,
  payment.id DESC LIMIT ?) AS part3) AS hit CROSS
JOIN hp_payments AS payment
WHERE payment.tenant = ?
AND payment.id = hit.payment_id
ORDER BY hit.created_at DESC, hit.payment_id DESC
LIMIT ?;

-- searchPayments: of three clauses and everything else
SELECT COUNT(*) AS count_of
FROM (SELECT 1 AS one FROM hp_payment_terms WHERE tenant = ? AND term = ? ORDER BY term, created_at,
  payment_id LIMIT ?) AS some_terms;
SELECT COUNT(*) AS count_of
FROM (SELECT 1 AS one FROM hp_payment_terms WHERE tenant = ? AND term >= ? AND term < ? ORDER BY term,
  created_at, payment_id LIMIT ?) AS some_terms;
SELECT payment.id, payment.reference, payment.amount, payment.currency, payment.channel, payment.created_at,
  payment.status, payment.instructions, payment.updated_at, payment.expires_at, payment.paid_at,
  payment.reversed_at, payment.canceled_at, payment.late, payment.amount_reconciled,
  payment.amount_refund_pending, payment.amount_refunded, payment.amount_written_off, payment.amount_waived,
  payment.attempt_id, payment.version, payment.description, payment.metadata, payment.status_reason,
  payment.provider_transaction_id, payment.has_customer, payment.customer_name, payment.customer_phone,
  payment.customer_id, payment.imported, payment.transaction_key, payment.money_memory,
  payment.given_back_unproved
FROM (SELECT * FROM (SELECT found.created_at,
  found.payment_id FROM hp_payment_terms AS found CROSS JOIN hp_payments AS payment WHERE found.tenant = ? AND term = ? AND found.created_at >= ? AND found.created_at < ? AND (found.created_at,
  found.payment_id) < (?,
  ?) AND payment.tenant = ? AND payment.id = found.payment_id AND payment.currency = ? AND payment.status IN (?,
  ?) AND payment.channel IN (SELECT value FROM json_each(?)) AND (payment.id IN (SELECT payment_id FROM hp_payment_terms WHERE tenant = ? AND ((term >= ? AND term < ?)))) AND (payment.transaction_key = ?) ORDER BY found.created_at DESC,
  found.payment_id DESC LIMIT ?) AS part0) AS hit CROSS
JOIN hp_payments AS payment
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
  found.payment_id FROM hp_payment_terms AS found CROSS JOIN hp_payments AS payment WHERE found.tenant = ? AND term = ? AND payment.tenant = ? AND payment.id = found.payment_id AND (EXISTS (SELECT 1 FROM hp_payment_terms AS other WHERE other.tenant = ? AND other.term = ? AND other.created_at = payment.created_at AND other.payment_id = payment.id) OR EXISTS (SELECT 1 FROM hp_payment_terms AS other WHERE other.tenant = ? AND other.term = ? AND other.created_at = payment.created_at AND other.payment_id = payment.id) OR payment.id IN (SELECT payment_id FROM hp_payment_terms WHERE tenant = ? AND ((term >= ? AND term < ? AND instr(substr(term,
  ?), ?) > 0)))) ORDER BY found.created_at DESC, found.payment_id DESC LIMIT ?) AS part0) AS hit CROSS
JOIN hp_payments AS payment
WHERE payment.tenant = ?
AND payment.id = hit.payment_id
ORDER BY hit.created_at DESC, hit.payment_id DESC
LIMIT ?;

-- findCandidates
SELECT DISTINCT payment_id
FROM hp_payment_terms
WHERE tenant = ?
AND term IN (SELECT value FROM json_each(?))
LIMIT ?;
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
  payment_id ASC LIMIT ?) AS part3;
SELECT 0 AS place, part0.*
FROM (SELECT created_at,
  payment_id FROM hp_payment_terms WHERE tenant = ? AND term = ? AND created_at < ? ORDER BY created_at DESC,
  payment_id DESC LIMIT ?) AS part0
UNION ALL SELECT 1 AS place, part1.*
FROM (SELECT created_at,
  payment_id FROM hp_payment_terms WHERE tenant = ? AND term = ? AND created_at >= ? ORDER BY created_at ASC,
  payment_id ASC LIMIT ?) AS part1;
SELECT 0 AS place, part0.*
FROM (SELECT DISTINCT created_at,
  payment_id FROM hp_payment_terms WHERE tenant = ? AND term >= ? AND term < ? AND created_at < ? ORDER BY created_at DESC,
  payment_id DESC LIMIT ?) AS part0
UNION ALL SELECT 1 AS place, part1.*
FROM (SELECT DISTINCT created_at,
  payment_id FROM hp_payment_terms WHERE tenant = ? AND term >= ? AND term < ? AND created_at >= ? ORDER BY created_at ASC,
  payment_id ASC LIMIT ?) AS part1;
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = ?
AND id IN (SELECT value FROM json_each(?));

-- findCandidates: of several lines
-- SELECT DISTINCT payment_id FROM hp_payment_terms W … (as under "findCandidates")
-- SELECT 0 AS place, part0.* FROM (SELECT created_at … (as under "findCandidates")
-- SELECT 0 AS place, part0.* FROM (SELECT DISTINCT c … (as under "findCandidates")
-- SELECT id, reference, amount, currency, channel, c … (as under "findCandidates")

-- histories
SELECT id, created_at, type, payment_id, reference, amount, currency, status, previous_status,
  amount_reconciled, version, actor, reason, evidence, details
FROM hp_payment_events
WHERE tenant = ?
AND payment_id IN (SELECT value FROM json_each(?))
ORDER BY payment_id, version;

-- sumUnproved
SELECT currency, COUNT(*) AS count_of, CAST(SUM(amount / 1000000000) AS TEXT) AS sum0,
  CAST(SUM(amount % 1000000000) AS TEXT) AS sum1
FROM (SELECT currency,
  amount - amount_waived - amount_reconciled AS amount FROM hp_payments INDEXED BY hp_payments_unproved WHERE tenant = ? AND status = 'succeeded' AND amount_reconciled < amount - amount_waived AND imported = 0 AND paid_at < ?) AS unproved
GROUP BY currency;

-- sumUnproved: of two channels
SELECT currency, COUNT(*) AS count_of, CAST(SUM(amount / 1000000000) AS TEXT) AS sum0,
  CAST(SUM(amount % 1000000000) AS TEXT) AS sum1
FROM (SELECT currency,
  amount - amount_waived - amount_reconciled AS amount FROM hp_payments INDEXED BY hp_payments_unproved WHERE tenant = ? AND status = 'succeeded' AND amount_reconciled < amount - amount_waived AND imported = 0 AND paid_at < ? AND channel IN (SELECT value FROM json_each(?))) AS unproved
GROUP BY currency;

-- sumUnproved: up to so many
SELECT currency, COUNT(*) AS count_of, CAST(SUM(amount / 1000000000) AS TEXT) AS sum0,
  CAST(SUM(amount % 1000000000) AS TEXT) AS sum1
FROM (SELECT currency,
  amount - amount_waived - amount_reconciled AS amount FROM hp_payments INDEXED BY hp_payments_unproved WHERE tenant = ? AND status = 'succeeded' AND amount_reconciled < amount - amount_waived AND imported = 0 AND paid_at < ? LIMIT ?) AS unproved
GROUP BY currency;

-- sumWaiting: underPaid
SELECT currency, COUNT(*) AS count_of, CAST(SUM(asked / 1000000000) AS TEXT) AS sum0,
  CAST(SUM(asked % 1000000000) AS TEXT) AS sum1, CAST(SUM(amount / 1000000000) AS TEXT) AS sum2,
  CAST(SUM(amount % 1000000000) AS TEXT) AS sum3
FROM (SELECT currency, amount - amount_waived AS asked,
  amount_reconciled AS amount FROM hp_payments WHERE tenant = ? AND amount_reconciled > 0 AND amount_reconciled < amount - amount_waived AND status IN ('pending',
  'succeeded')) AS waiting
GROUP BY currency;

-- sumWaiting: unpaidWithMoney
SELECT currency, COUNT(*) AS count_of, CAST(SUM(asked / 1000000000) AS TEXT) AS sum0,
  CAST(SUM(asked % 1000000000) AS TEXT) AS sum1, CAST(SUM(amount / 1000000000) AS TEXT) AS sum2,
  CAST(SUM(amount % 1000000000) AS TEXT) AS sum3
FROM (SELECT currency, amount - amount_waived AS asked,
  amount_reconciled - amount_written_off - (amount_refund_pending + amount_refunded) AS amount FROM hp_payments WHERE tenant = ? AND amount_reconciled > 0 AND amount_reconciled < amount - amount_waived AND status IN ('expired',
  'failed') AND amount_reconciled - amount_written_off - (amount_refund_pending + amount_refunded) > 0) AS waiting
GROUP BY currency;

-- sumWaiting: refundedUnproved
SELECT currency, COUNT(*) AS count_of, CAST(SUM(asked / 1000000000) AS TEXT) AS sum0,
  CAST(SUM(asked % 1000000000) AS TEXT) AS sum1, CAST(SUM(amount / 1000000000) AS TEXT) AS sum2,
  CAST(SUM(amount % 1000000000) AS TEXT) AS sum3
FROM (SELECT currency, amount - amount_waived AS asked,
  given_back_unproved AS amount FROM hp_payments WHERE tenant = ? AND given_back_unproved IS NOT NULL) AS waiting
GROUP BY currency;

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
AND (created_at, id) > (?, ?)
ORDER BY created_at, id
LIMIT ?;
SELECT line_key, account, import_id, file_row, direction, amount, currency, value_date, booked_at, outcome,
  status, held, allocated, given_back, allocations, assignee, session_id, payer_id, payer_by_rule,
  transfer_to, version, created_at, updated_at, reference, provider_transaction_id, narration
FROM hp_account_lines
WHERE tenant = ?
AND payer_id = ?
AND (created_at, line_key) > (?, ?)
ORDER BY created_at, line_key
LIMIT ?;

-- sumPayer
SELECT currency, CAST(SUM(asked / 1000000000) AS TEXT) AS sum0,
  CAST(SUM(asked % 1000000000) AS TEXT) AS sum1, CAST(SUM(amount / 1000000000) AS TEXT) AS sum2,
  CAST(SUM(amount % 1000000000) AS TEXT) AS sum3
FROM (
  SELECT currency, amount AS asked, amount - amount_waived - amount_reconciled AS amount
  FROM hp_payments WHERE tenant = ? AND customer_id = ? AND status = 'pending'
) AS bill GROUP BY currency;
SELECT currency, CAST(SUM(amount / 1000000000) AS TEXT) AS sum0,
  CAST(SUM(amount % 1000000000) AS TEXT) AS sum1
FROM (
  SELECT currency, amount - allocated - given_back AS amount
  FROM hp_account_lines WHERE tenant = ? AND payer_id = ? AND status = 'open' AND direction = 'credit'
  AND outcome NOT IN ('possible_duplicate', 'unproved')
  AND account NOT LIKE 'waiver.%'
  AND amount - allocated > given_back
) AS deposit GROUP BY currency;

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
WHERE delivery.tenant = ? AND delivery.dead = 1 AND (event.created_at, event.id) > (?, ?)
ORDER BY event.created_at, event.id LIMIT ?;

-- replace: a new refund with the change of its payment
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
-- UPDATE hp_payments SET status = ?, instructions = … (as under "replace: one change")
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
INSERT INTO hp_refunds (tenant, id, status, payment_id, line_key, amount, currency, reason, note, reference,
  requested_by, approved_by, provider_transaction_id, amount_reconciled, returned_by, created_at, updated_at,
  paid_at, version, channel, idempotency_key, fingerprint, transaction_key)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
COMMIT;

-- replace: a refund's next version
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
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
COMMIT;

-- replace: a new refund of a line, with an event of its own
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
-- INSERT INTO hp_refunds (tenant, id, status, paymen … (as under "replace: a new refund with the change of its payment")
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
COMMIT;

-- replace: a refund has another version
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
-- INSERT INTO hp_refunds (tenant, id, status, paymen … (as under "replace: a new refund with the change of its payment")
ROLLBACK;
SELECT id, status, payment_id, line_key, amount, currency, reason, note, reference, requested_by,
  approved_by, provider_transaction_id, amount_reconciled, returned_by, created_at, updated_at, paid_at,
  version, channel, idempotency_key, fingerprint
FROM hp_refunds
WHERE tenant = ?
AND id IN (SELECT value FROM json_each(?));

-- findRefunds: by every key
-- SELECT id, status, payment_id, line_key, amount, c … (as under "replace: a refund has another version")
SELECT id, status, payment_id, line_key, amount, currency, reason, note, reference, requested_by,
  approved_by, provider_transaction_id, amount_reconciled, returned_by, created_at, updated_at, paid_at,
  version, channel, idempotency_key, fingerprint
FROM hp_refunds
WHERE tenant = ?
AND reference IN (SELECT value FROM json_each(?));
SELECT id, status, payment_id, line_key, amount, currency, reason, note, reference, requested_by,
  approved_by, provider_transaction_id, amount_reconciled, returned_by, created_at, updated_at, paid_at,
  version, channel, idempotency_key, fingerprint
FROM hp_refunds
WHERE tenant = ?
AND transaction_key IN (SELECT value FROM json_each(?));
SELECT id, status, payment_id, line_key, amount, currency, reason, note, reference, requested_by,
  approved_by, provider_transaction_id, amount_reconciled, returned_by, created_at, updated_at, paid_at,
  version, channel, idempotency_key, fingerprint
FROM hp_refunds
WHERE tenant = ?
AND line_key IN (SELECT value FROM json_each(?));

-- refundOfKey
SELECT id, status, payment_id, line_key, amount, currency, reason, note, reference, requested_by,
  approved_by, provider_transaction_id, amount_reconciled, returned_by, created_at, updated_at, paid_at,
  version, channel, idempotency_key, fingerprint
FROM hp_refunds
WHERE tenant = ?
AND idempotency_key IN (SELECT value FROM json_each(?));

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
AND (created_at, id) < (?, ?)
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
PRAGMA journal_mode;
PRAGMA busy_timeout = 0; BEGIN; SELECT 1 FROM sqlite_master LIMIT 1;
SELECT id, status, payment_id, line_key, amount, currency, reason, note, reference, requested_by,
  approved_by, provider_transaction_id, amount_reconciled, returned_by, created_at, updated_at, paid_at,
  version, channel, idempotency_key, fingerprint
FROM hp_refunds
WHERE tenant = ?
AND status = ?
ORDER BY created_at, id
LIMIT ?;
COMMIT;

-- totalsOfRefunds
SELECT currency, channel, reason, status, COUNT(*) AS count_of,
  CAST(SUM(amount / 1000000000) AS TEXT) AS sum0, CAST(SUM(amount % 1000000000) AS TEXT) AS sum1
FROM hp_refunds
WHERE tenant = ?
AND created_at >= ?
GROUP BY currency, channel, reason, status;

-- addClosing: the first of a chain, with lines
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
INSERT INTO hp_closing_chains (tenant, account, sequence, hash, taken_back)
VALUES (?, ?, ?, ?, ?)
ON CONFLICT (tenant, account) DO NOTHING;
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
COMMIT;

-- addClosing: the next one, without lines
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
-- UPDATE hp_closing_chains SET sequence = ?, hash = … (as under "addClosing: the first of a chain, with lines")
-- INSERT INTO hp_closings (tenant, account, sequence … (as under "addClosing: the first of a chain, with lines")
COMMIT;

-- addClosing: the chain ends elsewhere
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
-- UPDATE hp_closing_chains SET sequence = ?, hash = … (as under "addClosing: the first of a chain, with lines")
ROLLBACK;

-- replace: a line, where the chain ends as it was read
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
-- SELECT 1 AS stored FROM hp_account_lines WHERE ten … (as under "replace: the next version of a line")
-- INSERT INTO hp_account_lines (tenant, line_key, ac … (as under "replace: the next version of a line")
-- INSERT INTO hp_statement_lines (tenant, line_key, … (as under "replace: the next version of a line")
-- INSERT INTO hp_line_events (tenant, line_key, vers … (as under "replace: one change and a new line")
UPDATE hp_closing_chains SET taken_back = taken_back + 1 WHERE tenant = ? AND account = ? AND sequence = ?;
COMMIT;

-- addClosing: money was taken back since
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
-- UPDATE hp_closing_chains SET sequence = ?, hash = … (as under "addClosing: the first of a chain, with lines")
ROLLBACK;

-- replace: the chain ends elsewhere
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
INSERT INTO hp_statement_lines (tenant, line_key, payment_ids) VALUES (?, ?, ?);
-- INSERT INTO hp_account_lines (tenant, line_key, ac … (as under "replace: one change and a new line")
-- INSERT INTO hp_line_events (tenant, line_key, vers … (as under "replace: one change and a new line")
-- UPDATE hp_closing_chains SET taken_back = taken_ba … (as under "replace: a line, where the chain ends as it was read")
ROLLBACK;
-- SELECT line_key FROM hp_statement_lines WHERE tena … (as under "replace: the statement line is stored already")
-- SELECT line_key, account, import_id, file_row, dir … (as under "replace: a line has another version")
SELECT account, sequence, hash, taken_back
FROM hp_closing_chains
WHERE tenant = ?
AND account IN (SELECT value FROM json_each(?));

-- chainStates
SELECT account, sequence, hash, taken_back, (
  SELECT COUNT(*) FROM hp_closings AS link WHERE link.tenant = ? AND link.account = chain.account
) AS links FROM hp_closing_chains AS chain WHERE tenant = ? AND account IN (SELECT value FROM json_each(?))
UNION ALL
SELECT account, 0, NULL, 0, COUNT(*)
FROM hp_closings AS link
WHERE tenant = ?
AND account IN (SELECT value FROM json_each(?))
AND NOT EXISTS (
  SELECT 1 FROM hp_closing_chains AS chain WHERE chain.tenant = ? AND chain.account = link.account
) GROUP BY account;

-- findClosings
SELECT account, sequence, day, kind, created_at, hash, lines_hash, document
FROM hp_closings
WHERE tenant = ?
AND account = ?
AND day IN (SELECT value FROM json_each(?))
ORDER BY sequence;

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
PRAGMA journal_mode;
PRAGMA busy_timeout = 0; BEGIN; SELECT 1 FROM sqlite_master LIMIT 1;
SELECT account, sequence, day, kind, created_at, hash, lines_hash, document
FROM hp_closings
WHERE tenant = ?
AND account = ?
AND sequence > ?
ORDER BY sequence
LIMIT ?;
COMMIT;

-- closingLines
SELECT document FROM hp_closing_lines WHERE tenant = ? AND account = ? AND sequence = ? ORDER BY part;

-- lineVersions
SELECT line_key, version FROM hp_account_lines WHERE tenant = ? AND account = ? AND value_date = ?;

-- unclosedDays
SELECT account, value_date FROM (
WITH RECURSIVE day (account, value_date) AS (
  SELECT line.account, line.value_date
  FROM hp_account_lines AS line
  WHERE line.tenant = ?
  AND line.line_key = (SELECT line_key FROM hp_account_lines WHERE tenant = ? ORDER BY account, value_date,
    line_key LIMIT 1)
  UNION ALL
  SELECT line.account, line.value_date
  FROM day CROSS
  JOIN hp_account_lines AS line
  WHERE line.tenant = ?
  AND line.line_key = (SELECT line_key FROM hp_account_lines WHERE tenant = ? AND (account,
    value_date) > (day.account, day.value_date) ORDER BY account, value_date, line_key LIMIT 1)
) SELECT account, value_date FROM day
) AS line_day WHERE value_date < ? AND NOT EXISTS (
  SELECT 1 FROM hp_closings AS link WHERE link.tenant = ? AND link.account = line_day.account
  AND link.day = line_day.value_date AND link.kind = 'closing' AND NOT EXISTS (
    SELECT 1 FROM hp_closings AS later WHERE later.tenant = ? AND later.account = link.account
    AND later.day = link.day AND later.sequence > link.sequence
  )
);

-- unclosedDays of an account
SELECT account, value_date FROM (
WITH RECURSIVE day (account, value_date) AS (
  SELECT line.account, line.value_date
  FROM hp_account_lines AS line
  WHERE line.tenant = ?
  AND line.account = ?
  AND line.line_key = (SELECT line_key FROM hp_account_lines WHERE tenant = ? AND account = ? ORDER BY account,
    value_date, line_key LIMIT 1)
  UNION ALL
  SELECT line.account, line.value_date
  FROM day CROSS
  JOIN hp_account_lines AS line
  WHERE line.tenant = ?
  AND line.account = ?
  AND line.line_key = (SELECT line_key FROM hp_account_lines WHERE tenant = ? AND account = ? AND value_date > day.value_date ORDER BY account,
    value_date, line_key LIMIT 1)
) SELECT account, value_date FROM day
) AS line_day WHERE value_date < ? AND NOT EXISTS (
  SELECT 1 FROM hp_closings AS link WHERE link.tenant = ? AND link.account = line_day.account
  AND link.day = line_day.value_date AND link.kind = 'closing' AND NOT EXISTS (
    SELECT 1 FROM hp_closings AS later WHERE later.tenant = ? AND later.account = link.account
    AND later.day = link.day AND later.sequence > link.sequence
  )
);

-- replace: a receipt, the first of a year
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
INSERT INTO hp_receipt_parts (tenant, payment_id, ordinal, receipt_id, amount) VALUES (?, ?, ?, ?, ?);
INSERT INTO hp_counters (tenant, counter, scope, last)
VALUES (?, ?, ?, ?)
ON CONFLICT (tenant, counter, scope) DO UPDATE
SET last = last + 1;
INSERT INTO hp_receipts (tenant, id, year, number, line_key, received, currency, tendered, change_given,
  payer_id, allocations, issued_at, issued_by, copies, version) SELECT tenant, ?, ?, last, ?, ?, ?, ?, ?, ?,
  ?, ?, ?, ?, ?
FROM hp_counters
WHERE tenant = ?
AND counter = ?
AND scope = ?;
COMMIT;
SELECT id, year, number, line_key, received, currency, tendered, change_given, payer_id, allocations,
  issued_at, issued_by, copies, version
FROM hp_receipts
WHERE tenant = ?
AND id IN (SELECT value FROM json_each(?));

-- replace: a receipt, the next one
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
-- INSERT INTO hp_receipt_parts (tenant, payment_id, … (as under "replace: a receipt, the first of a year")
-- INSERT INTO hp_counters (tenant, counter, scope, l … (as under "replace: a receipt, the first of a year")
-- INSERT INTO hp_receipts (tenant, id, year, number, … (as under "replace: a receipt, the first of a year")
COMMIT;
-- SELECT id, year, number, line_key, received, curre … (as under "replace: a receipt, the first of a year")

-- replace: a receipt of a payment that has one, by its next part
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
-- INSERT INTO hp_receipt_parts (tenant, payment_id, … (as under "replace: a receipt, the first of a year")
-- INSERT INTO hp_counters (tenant, counter, scope, l … (as under "replace: a receipt, the first of a year")
-- INSERT INTO hp_receipts (tenant, id, year, number, … (as under "replace: a receipt, the first of a year")
COMMIT;
-- SELECT id, year, number, line_key, received, curre … (as under "replace: a receipt, the first of a year")

-- replace: a receipt is printed
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
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
COMMIT;

-- replace: a receipt, the part of the payment has one
BEGIN;
PRAGMA user_version; PRAGMA incremental_vacuum(1);
-- INSERT INTO hp_receipt_parts (tenant, payment_id, … (as under "replace: a receipt, the first of a year")
ROLLBACK;
SELECT payment_id, ordinal, receipt_id, amount
FROM hp_receipt_parts
WHERE tenant = ?
AND payment_id = ?
AND ordinal = ?;
-- SELECT id, year, number, line_key, received, curre … (as under "replace: a receipt, the first of a year")
-- SELECT id, year, number, line_key, received, curre … (as under "replace: a receipt, the first of a year")

-- findRows: of a payment with a receipt
SELECT payment_id, ordinal, receipt_id, amount
FROM hp_receipt_parts
WHERE tenant = ?
AND payment_id IN (SELECT value FROM json_each(?));
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
AND (number) > (?)
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
AND (year, number) > (?, ?)
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
AND line_key IN (SELECT value FROM json_each(?));

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
SELECT DISTINCT payment_id
FROM hp_deliveries
WHERE tenant = ?
AND payment_id IN (SELECT value FROM json_each(?));
SELECT id, status, payment_id, line_key, amount, currency, reason, note, reference, requested_by,
  approved_by, provider_transaction_id, amount_reconciled, returned_by, created_at, updated_at, paid_at,
  version, channel, idempotency_key, fingerprint
FROM hp_refunds
WHERE tenant = ?
AND payment_id IN (SELECT value FROM json_each(?));
SELECT id, status, payment_id, reference, amount, currency, scheme, reason, note, requested_by, decided_by,
  decided_at, revoked_by, revoked_at, line_key, created_at, updated_at, version
FROM hp_waivers
WHERE tenant = ?
AND payment_id IN (SELECT value FROM json_each(?));
SELECT id, status, payment_id, provider, account, amount, currency, instructions, failure, line_key, checks,
  next_check_at, created_by, created_at, updated_at, payment_reference, reference, code, phone, had_phone,
  phone_mark, return_url, is_answered, session, session_mark, receipt, receipt_key, met_by, fee_key,
  fee_met_by, polls, poll_at, wakes, woken_at, leased_until, events, request_key, fingerprint, version
FROM hp_attempts
WHERE tenant = ?
AND payment_id IN (SELECT value FROM json_each(?));
SELECT id, status, payment_id, provider, account, amount, currency, instructions, failure, line_key, checks,
  next_check_at, created_by, created_at, updated_at, payment_reference, reference, code, phone, had_phone,
  phone_mark, return_url, is_answered, session, session_mark, receipt, receipt_key, met_by, fee_key,
  fee_met_by, polls, poll_at, wakes, woken_at, leased_until, events, request_key, fingerprint, version
FROM hp_attempts
WHERE tenant = ?
AND line_key IN (SELECT value FROM json_each(?));
SELECT id, status, payment_id, provider, account, amount, currency, instructions, failure, line_key, checks,
  next_check_at, created_by, created_at, updated_at, payment_reference, reference, code, phone, had_phone,
  phone_mark, return_url, is_answered, session, session_mark, receipt, receipt_key, met_by, fee_key,
  fee_met_by, polls, poll_at, wakes, woken_at, leased_until, events, request_key, fingerprint, version
FROM hp_attempts
WHERE tenant = ?
AND fee_key IN (SELECT value FROM json_each(?));
SELECT id, status, payment_id, reference, amount, currency, scheme, reason, note, requested_by, decided_by,
  decided_at, revoked_by, revoked_at, line_key, created_at, updated_at, version
FROM hp_waivers
WHERE tenant = ?
AND id IN (SELECT value FROM json_each(?));
SELECT line_key, identity_mark, receipt_mark, entry_mark, reference_mark
FROM hp_account_lines
WHERE tenant = ?
AND line_key IN (SELECT value FROM json_each(?));
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
AND account IN (SELECT value FROM json_each(?));
SELECT COUNT(*) AS count_of FROM hp_payments WHERE tenant = ? AND id IN (SELECT value FROM json_each(?));
SELECT COUNT(*) AS count_of
FROM hp_payment_events
WHERE tenant = ?
AND payment_id IN (SELECT value FROM json_each(?));
SELECT COUNT(*) AS count_of
FROM hp_payment_terms
WHERE tenant = ?
AND term IN (SELECT value FROM json_each(?))
AND created_at >= ?
AND created_at <= ?
AND payment_id IN (SELECT value FROM json_each(?));
SELECT COUNT(*) AS count_of
FROM hp_account_lines
WHERE tenant = ?
AND line_key IN (SELECT value FROM json_each(?));
SELECT COUNT(*) AS count_of
FROM hp_line_events
WHERE tenant = ?
AND line_key IN (SELECT value FROM json_each(?));
SELECT COUNT(*) AS count_of FROM hp_row_events WHERE tenant = ? AND stream IN (SELECT value FROM json_each(?));
SELECT COUNT(*) AS count_of
FROM hp_line_notes
WHERE tenant = ?
AND line_key IN (SELECT value FROM json_each(?));
SELECT COUNT(*) AS count_of FROM hp_payer_entries WHERE tenant = ? AND id IN (SELECT value FROM json_each(?));
SELECT COUNT(*) AS count_of
FROM hp_receipt_parts
WHERE tenant = ?
AND payment_id IN (SELECT value FROM json_each(?));
SELECT COUNT(*) AS count_of FROM hp_receipts WHERE tenant = ? AND id IN (SELECT value FROM json_each(?));
SELECT COUNT(*) AS count_of FROM hp_refunds WHERE tenant = ? AND id IN (SELECT value FROM json_each(?));
SELECT COUNT(*) AS count_of FROM hp_waivers WHERE tenant = ? AND id IN (SELECT value FROM json_each(?));
INSERT INTO hp_maintenance (tenant, transaction_id) VALUES (?, 'this');
SELECT 1 AS stored FROM hp_payments WHERE tenant = ? AND id IN (SELECT value FROM json_each(?));
SELECT COUNT(*) AS count_of
FROM hp_payments
WHERE tenant = ?
AND id IN (SELECT value FROM json_each(?))
GROUP BY tenant
HAVING SUM(version) = ?;
SELECT 1 AS stored FROM hp_account_lines WHERE tenant = ? AND line_key IN (SELECT value FROM json_each(?));
SELECT COUNT(*) AS count_of
FROM hp_account_lines
WHERE tenant = ?
AND line_key IN (SELECT value FROM json_each(?))
GROUP BY tenant
HAVING SUM(version) = ?;
SELECT 1 AS stored FROM hp_receipts WHERE tenant = ? AND id IN (SELECT value FROM json_each(?));
SELECT COUNT(*) AS count_of
FROM hp_receipts
WHERE tenant = ?
AND id IN (SELECT value FROM json_each(?))
GROUP BY tenant
HAVING SUM(version) = ?;
SELECT 1 AS stored FROM hp_refunds WHERE tenant = ? AND id IN (SELECT value FROM json_each(?));
SELECT COUNT(*) AS count_of
FROM hp_refunds
WHERE tenant = ?
AND id IN (SELECT value FROM json_each(?))
GROUP BY tenant
HAVING SUM(version) = ?;
SELECT 1 AS stored FROM hp_waivers WHERE tenant = ? AND id IN (SELECT value FROM json_each(?));
SELECT COUNT(*) AS count_of
FROM hp_waivers
WHERE tenant = ?
AND id IN (SELECT value FROM json_each(?))
GROUP BY tenant
HAVING SUM(version) = ?;
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
AND id IN (SELECT value FROM json_each(?));
DELETE FROM hp_payments WHERE tenant = ? AND id IN (SELECT value FROM json_each(?));
INSERT INTO hp_2023_payment_events (tenant, id, created_at, type, payment_id, reference, amount, currency,
  status, previous_status, amount_reconciled, version, actor, reason, evidence, details) SELECT tenant, id,
  created_at, type, payment_id, reference, amount, currency, status, previous_status, amount_reconciled,
  version, actor, reason, evidence, details
FROM hp_payment_events
WHERE tenant = ?
AND payment_id IN (SELECT value FROM json_each(?));
DELETE FROM hp_payment_events WHERE tenant = ? AND payment_id IN (SELECT value FROM json_each(?));
INSERT INTO hp_2023_payment_terms (tenant, term, created_at, payment_id) SELECT tenant, term, created_at,
  payment_id
FROM hp_payment_terms
WHERE tenant = ?
AND term IN (SELECT value FROM json_each(?))
AND created_at >= ?
AND created_at <= ?
AND payment_id IN (SELECT value FROM json_each(?));
DELETE
FROM hp_payment_terms
WHERE tenant = ?
AND term IN (SELECT value FROM json_each(?))
AND created_at >= ?
AND created_at <= ?
AND payment_id IN (SELECT value FROM json_each(?));
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
AND line_key IN (SELECT value FROM json_each(?));
DELETE FROM hp_account_lines WHERE tenant = ? AND line_key IN (SELECT value FROM json_each(?));
INSERT INTO hp_2023_line_events (tenant, line_key, version, id, type, created_at, actor, reason, allocations,
  counted) SELECT tenant, line_key, version, id, type, created_at, actor, reason, allocations, counted
FROM hp_line_events
WHERE tenant = ?
AND line_key IN (SELECT value FROM json_each(?));
DELETE FROM hp_line_events WHERE tenant = ? AND line_key IN (SELECT value FROM json_each(?));
INSERT INTO hp_2023_row_events (tenant, stream, version, id, type, created_at, actor, reason,
  document) SELECT tenant, stream, version, id, type, created_at, actor, reason, document
FROM hp_row_events
WHERE tenant = ?
AND stream IN (SELECT value FROM json_each(?));
DELETE FROM hp_row_events WHERE tenant = ? AND stream IN (SELECT value FROM json_each(?));
INSERT INTO hp_2023_line_notes (tenant, line_key, id, note, actor, created_at) SELECT tenant, line_key, id,
  note, actor, created_at
FROM hp_line_notes
WHERE tenant = ?
AND line_key IN (SELECT value FROM json_each(?));
INSERT INTO hp_2023_payer_entries (tenant, id, payer_id, at, kind, payment_id, line_key, amount,
  currency) SELECT tenant, id, payer_id, at, kind, payment_id, line_key, amount, currency
FROM hp_payer_entries
WHERE tenant = ?
AND id IN (SELECT value FROM json_each(?));
DELETE FROM hp_payer_entries WHERE tenant = ? AND id IN (SELECT value FROM json_each(?));
INSERT INTO hp_2023_receipt_parts (tenant, payment_id, ordinal, receipt_id, amount) SELECT tenant,
  payment_id, ordinal, receipt_id, amount
FROM hp_receipt_parts
WHERE tenant = ?
AND payment_id IN (SELECT value FROM json_each(?));
DELETE FROM hp_receipt_parts WHERE tenant = ? AND payment_id IN (SELECT value FROM json_each(?));
INSERT INTO hp_2023_receipts (tenant, id, year, number, line_key, received, currency, tendered, change_given,
  payer_id, allocations, issued_at, issued_by, copies, version) SELECT tenant, id, year, number, line_key,
  received, currency, tendered, change_given, payer_id, allocations, issued_at, issued_by, copies, version
FROM hp_receipts
WHERE tenant = ?
AND id IN (SELECT value FROM json_each(?));
DELETE FROM hp_receipts WHERE tenant = ? AND id IN (SELECT value FROM json_each(?));
INSERT INTO hp_2023_refunds (tenant, id, status, payment_id, line_key, amount, currency, reason, note,
  reference, requested_by, approved_by, provider_transaction_id, amount_reconciled, returned_by, created_at,
  updated_at, paid_at, version, channel, idempotency_key, fingerprint, transaction_key) SELECT tenant, id,
  status, payment_id, line_key, amount, currency, reason, note, reference, requested_by, approved_by,
  provider_transaction_id, amount_reconciled, returned_by, created_at, updated_at, paid_at, version, channel,
  idempotency_key, fingerprint, transaction_key
FROM hp_refunds
WHERE tenant = ?
AND id IN (SELECT value FROM json_each(?));
DELETE FROM hp_refunds WHERE tenant = ? AND id IN (SELECT value FROM json_each(?));
INSERT INTO hp_2023_waivers (tenant, id, status, payment_id, reference, amount, currency, scheme, reason,
  note, requested_by, decided_by, decided_at, revoked_by, revoked_at, line_key, created_at, updated_at,
  version) SELECT tenant, id, status, payment_id, reference, amount, currency, scheme, reason, note,
  requested_by, decided_by, decided_at, revoked_by, revoked_at, line_key, created_at, updated_at, version
FROM hp_waivers
WHERE tenant = ?
AND id IN (SELECT value FROM json_each(?));
DELETE FROM hp_waivers WHERE tenant = ? AND id IN (SELECT value FROM json_each(?));
DELETE FROM hp_maintenance WHERE tenant = ?;
SELECT line_key, id, note, actor, created_at
FROM hp_line_notes
WHERE tenant = ?
AND line_key IN (SELECT value FROM json_each(?));
SELECT line_key, account, import_id, file_row, direction, amount, currency, value_date, booked_at, outcome,
  status, held, allocated, given_back, allocations, assignee, session_id, payer_id, payer_by_rule,
  transfer_to, version, created_at, updated_at, reference, provider_transaction_id, narration
FROM hp_account_lines
WHERE tenant = ?
AND status = ?
AND value_date <= ?
ORDER BY value_date, line_key
LIMIT ?;
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
AND session_id IN (SELECT value FROM json_each(?));
SELECT COUNT(*) AS count_of FROM hp_cash_sessions WHERE tenant = ? AND id IN (SELECT value FROM json_each(?));
SELECT 1 AS stored FROM hp_cash_sessions WHERE tenant = ? AND id IN (SELECT value FROM json_each(?));
SELECT COUNT(*) AS count_of
FROM hp_cash_sessions
WHERE tenant = ?
AND id IN (SELECT value FROM json_each(?))
GROUP BY tenant
HAVING SUM(version) = ?;
INSERT INTO hp_2023_cash_sessions (tenant, id, point, account, currency, status, opened_by, opened_at,
  opening_float, float_difference, float_reason, received, paid_out, sent, confirmed, closed_by, closed_at,
  expected, counted, difference, denominations, reason, version, unexplained) SELECT tenant, id, point,
  account, currency, status, opened_by, opened_at, opening_float, float_difference, float_reason, received,
  paid_out, sent, confirmed, closed_by, closed_at, expected, counted, difference, denominations, reason,
  version, unexplained
FROM hp_cash_sessions
WHERE tenant = ?
AND id IN (SELECT value FROM json_each(?));
DELETE FROM hp_cash_sessions WHERE tenant = ? AND id IN (SELECT value FROM json_each(?));

-- in the host's transaction: insert: stored
SAVEPOINT hp_call;
PRAGMA incremental_vacuum(1);
-- INSERT INTO hp_payments (tenant, id, reference, am … (as under "insert: stored")
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: stored")
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
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
RELEASE hp_call;

-- in the host's transaction: replace: one change, with the key of a statement line
SAVEPOINT hp_call;
PRAGMA incremental_vacuum(1);
-- UPDATE hp_payments SET status = ?, instructions = … (as under "replace: one change")
INSERT INTO hp_statement_lines (tenant, line_key, payment_ids) VALUES (?, ?, ?);
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
RELEASE hp_call;

-- in the host's transaction: replace: two changes, with the key of a statement line
SAVEPOINT hp_call;
PRAGMA incremental_vacuum(1);
-- UPDATE hp_payments SET status = ?, instructions = … (as under "replace: one change")
-- UPDATE hp_payments SET status = ?, instructions = … (as under "replace: one change")
INSERT INTO hp_statement_lines (tenant, line_key, payment_ids) VALUES (?, ?, ?);
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: three payments")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: three payments")
RELEASE hp_call;

-- in the host's transaction: get
-- SELECT id, reference, amount, currency, channel, c … (as under "get")

-- in the host's transaction: scan
SELECT id AS cell0, amount AS cell1 FROM hp_payments WHERE tenant = ? ORDER BY created_at, id;

-- in the host's transaction: replace: a new line
SAVEPOINT hp_call;
PRAGMA incremental_vacuum(1);
INSERT INTO hp_statement_lines (tenant, line_key, payment_ids) VALUES (?, ?, ?);
-- INSERT INTO hp_account_lines (tenant, line_key, ac … (as under "replace: one change and a new line")
-- INSERT INTO hp_line_events (tenant, line_key, vers … (as under "replace: one change and a new line")
RELEASE hp_call;
SAVEPOINT hp_call;
PRAGMA incremental_vacuum(1);
INSERT INTO hp_statement_lines (tenant, line_key, payment_ids) VALUES (?, ?, ?);
ROLLBACK TO hp_call; RELEASE hp_call;
-- SELECT line_key FROM hp_statement_lines WHERE tena … (as under "replace: the statement line is stored already")
-- SELECT line_key, account, import_id, file_row, dir … (as under "replace: a line has another version")

-- in the host's transaction: replace: the next version of a line
SAVEPOINT hp_call;
PRAGMA incremental_vacuum(1);
-- SELECT 1 AS stored FROM hp_account_lines WHERE ten … (as under "replace: the next version of a line")
-- INSERT INTO hp_account_lines (tenant, line_key, ac … (as under "replace: the next version of a line")
-- INSERT INTO hp_statement_lines (tenant, line_key, … (as under "replace: the next version of a line")
-- INSERT INTO hp_line_events (tenant, line_key, vers … (as under "replace: one change and a new line")
RELEASE hp_call;
SAVEPOINT hp_call;
PRAGMA incremental_vacuum(1);
-- SELECT 1 AS stored FROM hp_account_lines WHERE ten … (as under "replace: the next version of a line")
ROLLBACK TO hp_call; RELEASE hp_call;
-- SELECT line_key FROM hp_statement_lines WHERE tena … (as under "replace: the statement line is stored already")
-- SELECT line_key, account, import_id, file_row, dir … (as under "replace: a line has another version")

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
CREATE INDEX hp_payments_by_created ON hp_payments (tenant, created_at, id);
-- CREATE INDEX hp_payments_by_status ON hp_payments … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_payments_by_reference ON hp_paymen … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_payments_by_customer ON hp_payment … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_payments_by_reversed ON hp_payment … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_payments_by_expires ON hp_payments … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_payments_given_back ON hp_payments … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_payments_by_reason ON hp_payments … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_payments_paid ON hp_payments (tena … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_payments_pending_of ON hp_payments … (as under "sqlite-schema.sql")
-- CREATE UNIQUE INDEX hp_payments_idempotency_key ON … (as under "sqlite-schema.sql")
-- CREATE UNIQUE INDEX hp_payments_live_reference ON … (as under "sqlite-schema.sql")
-- CREATE UNIQUE INDEX hp_payments_provider_transacti … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_payments_unproved ON hp_payments ( … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_payments_under_paid ON hp_payments … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_payments_canceled ON hp_payments ( … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_payments_due ON hp_payments (expir … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_payment_events ( tenant TEXT NOT N … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_payment_events_by_time ON hp_payme … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_deliveries ( tenant TEXT NOT NULL, … (as under "sqlite-schema.sql")
-- CREATE UNIQUE INDEX hp_deliveries_by_payment ON hp … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_deliveries_by_free ON hp_deliverie … (as under "sqlite-schema.sql")
CREATE INDEX hp_deliveries_due ON hp_deliveries (free_at, tenant) WHERE dead = 0;
-- CREATE TABLE hp_statement_lines ( tenant TEXT NOT … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_payment_terms ( tenant TEXT NOT NU … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_account_lines ( tenant TEXT NOT NU … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_account_lines_by_date ON hp_accoun … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_account_lines_by_status ON hp_acco … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_account_lines_by_account ON hp_acc … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_account_lines_by_import ON hp_acco … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_account_lines_by_session ON hp_acc … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_account_lines_by_payer ON hp_accou … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_account_lines_by_payer_time ON hp_ … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_account_lines_by_transfer ON hp_ac … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_account_lines_by_identity ON hp_ac … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_account_lines_by_receipt ON hp_acc … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_account_lines_by_entry ON hp_accou … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_account_lines_by_reference ON hp_a … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_account_lines_open ON hp_account_l … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_line_events ( tenant TEXT NOT NULL … (as under "sqlite-schema.sql")
CREATE INDEX hp_line_events_by_time ON hp_line_events (tenant, created_at, id);
-- CREATE TABLE hp_closing_chains ( tenant TEXT NOT N … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_closings ( tenant TEXT NOT NULL, a … (as under "sqlite-schema.sql")
CREATE INDEX hp_closings_by_day ON hp_closings (tenant, account, day, sequence);
-- CREATE INDEX hp_closings_by_created ON hp_closings … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_closings_by_account ON hp_closings … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_closings_by_date ON hp_closings (t … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_closing_lines ( tenant TEXT NOT NU … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_counters ( tenant TEXT NOT NULL, c … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_row_events ( tenant TEXT NOT NULL, … (as under "sqlite-schema.sql")
CREATE INDEX hp_row_events_by_time ON hp_row_events (tenant, created_at, id);
-- CREATE TABLE hp_maintenance ( tenant TEXT NOT NULL … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_accounts ( tenant TEXT NOT NULL, a … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_moved_lines ( tenant TEXT NOT NULL … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_moved_lines_by_account ON hp_moved … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_moved_lines_of_identity_mark ON hp … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_moved_lines_of_receipt_mark ON hp_ … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_moved_lines_of_entry_mark ON hp_mo … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_moved_lines_of_reference_mark ON h … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_moved_lines_of_session_id ON hp_mo … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_attempts ( tenant TEXT NOT NULL, i … (as under "sqlite-schema.sql")
-- CREATE UNIQUE INDEX hp_attempts_unique_request ON … (as under "sqlite-schema.sql")
CREATE UNIQUE INDEX hp_attempts_unique_code ON hp_attempts (tenant, code);
-- CREATE UNIQUE INDEX hp_attempts_unique_living ON h … (as under "sqlite-schema.sql")
-- CREATE UNIQUE INDEX hp_attempts_unique_session ON … (as under "sqlite-schema.sql")
-- CREATE UNIQUE INDEX hp_attempts_unique_line ON hp_ … (as under "sqlite-schema.sql")
-- CREATE UNIQUE INDEX hp_attempts_unique_fee ON hp_a … (as under "sqlite-schema.sql")
CREATE INDEX hp_attempts_by_created ON hp_attempts (tenant, created_at, id);
-- CREATE INDEX hp_attempts_by_status ON hp_attempts … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_attempts_by_provider ON hp_attempt … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_attempts_by_payment ON hp_attempts … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_attempts_by_account ON hp_attempts … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_attempts_by_due ON hp_attempts (te … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_attempts_by_stuck ON hp_attempts ( … (as under "sqlite-schema.sql")
CREATE INDEX hp_attempts_of_reference ON hp_attempts (tenant, reference);
-- CREATE INDEX hp_attempts_of_receipt_key ON hp_atte … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_attempts_of_met_by ON hp_attempts … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_attempts_of_fee_met_by ON hp_attem … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_attempts_due ON hp_attempts (next_ … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_carried_forward ( tenant TEXT NOT … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_statement_imports ( tenant TEXT NO … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_statement_imports_by_created ON hp … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_statement_imports_by_account ON hp … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_statement_imports_by_begin ON hp_s … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_statement_imports_by_end ON hp_sta … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_statement_imports_by_layout ON hp_ … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_layouts ( tenant TEXT NOT NULL, na … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_layout_versions ( tenant TEXT NOT … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_layout_versions_of_csv_digest ON h … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_layout_versions_of_xlsx_digest ON … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_provider_messages ( tenant TEXT NO … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_provider_messages_by_status ON hp_ … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_provider_messages_due ON hp_provid … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_line_notes ( tenant TEXT NOT NULL, … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_payer_entries ( tenant TEXT NOT NU … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_payer_entries_by_payer ON hp_payer … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_receipt_parts ( tenant TEXT NOT NU … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_receipts ( tenant TEXT NOT NULL, i … (as under "sqlite-schema.sql")
-- CREATE UNIQUE INDEX hp_receipts_unique_number ON h … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_receipts_by_payer ON hp_receipts ( … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_receipts_by_actor ON hp_receipts ( … (as under "sqlite-schema.sql")
CREATE INDEX hp_receipts_by_issued ON hp_receipts (tenant, issued_at, id);
-- CREATE INDEX hp_receipts_of_line_key ON hp_receipt … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_refunds ( tenant TEXT NOT NULL, id … (as under "sqlite-schema.sql")
-- CREATE UNIQUE INDEX hp_refunds_unique_key ON hp_re … (as under "sqlite-schema.sql")
-- CREATE UNIQUE INDEX hp_refunds_unique_transaction … (as under "sqlite-schema.sql")
CREATE INDEX hp_refunds_by_created ON hp_refunds (tenant, created_at, id);
-- CREATE INDEX hp_refunds_by_paid ON hp_refunds (ten … (as under "sqlite-schema.sql")
CREATE INDEX hp_refunds_by_status ON hp_refunds (tenant, status, created_at, id);
-- CREATE INDEX hp_refunds_by_payment ON hp_refunds ( … (as under "sqlite-schema.sql")
CREATE INDEX hp_refunds_of_reference ON hp_refunds (tenant, reference);
-- CREATE INDEX hp_refunds_of_line_key ON hp_refunds … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_request_keys ( tenant TEXT NOT NUL … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_rules ( tenant TEXT NOT NULL, id T … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_rules_by_living ON hp_rules (tenan … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_saved_filters ( tenant TEXT NOT NU … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_saved_filters_by_name ON hp_saved_ … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_cash_sessions ( tenant TEXT NOT NU … (as under "sqlite-schema.sql")
-- CREATE UNIQUE INDEX hp_cash_sessions_unique_open O … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_cash_sessions_by_opened ON hp_cash … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_cash_sessions_by_point ON hp_cash_ … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_cash_sessions_by_status ON hp_cash … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_cash_sessions_by_opener ON hp_cash … (as under "sqlite-schema.sql")
-- CREATE INDEX hp_cash_sessions_by_unexplained ON hp … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_uploads ( tenant TEXT NOT NULL, id … (as under "sqlite-schema.sql")
CREATE INDEX hp_uploads_by_created ON hp_uploads (tenant, created_at, id);
CREATE INDEX hp_uploads_by_actor ON hp_uploads (tenant, actor, created_at, id);
-- CREATE TABLE hp_upload_parts ( tenant TEXT NOT NUL … (as under "sqlite-schema.sql")
-- CREATE TABLE hp_waivers ( tenant TEXT NOT NULL, id … (as under "sqlite-schema.sql")
CREATE INDEX hp_waivers_by_created ON hp_waivers (tenant, created_at, id);
CREATE INDEX hp_waivers_by_status ON hp_waivers (tenant, status, created_at, id);
CREATE INDEX hp_waivers_by_scheme ON hp_waivers (tenant, scheme, created_at, id);
-- CREATE INDEX hp_waivers_by_payment ON hp_waivers ( … (as under "sqlite-schema.sql")
-- INSERT INTO hp_migrations (name) VALUES (?) ON CON … (as under "migrate: into an empty database")
-- CREATE TRIGGER hp_payment_events_no_update BEFORE … (as under "sqlite-schema.sql")
-- CREATE TRIGGER hp_payment_events_no_delete BEFORE … (as under "sqlite-schema.sql")
-- CREATE TRIGGER hp_line_events_no_update BEFORE UPD … (as under "sqlite-schema.sql")
-- CREATE TRIGGER hp_line_events_no_delete BEFORE DEL … (as under "sqlite-schema.sql")
-- CREATE TRIGGER hp_row_events_no_update BEFORE UPDA … (as under "sqlite-schema.sql")
-- CREATE TRIGGER hp_row_events_no_delete BEFORE DELE … (as under "sqlite-schema.sql")
-- CREATE TRIGGER hp_closings_no_update BEFORE UPDATE … (as under "sqlite-schema.sql")
-- CREATE TRIGGER hp_closings_no_delete BEFORE DELETE … (as under "sqlite-schema.sql")
-- CREATE TRIGGER hp_closing_lines_no_update BEFORE U … (as under "sqlite-schema.sql")
-- CREATE TRIGGER hp_closing_lines_no_delete BEFORE D … (as under "sqlite-schema.sql")
-- CREATE TRIGGER hp_moved_lines_no_update BEFORE UPD … (as under "sqlite-schema.sql")
-- CREATE TRIGGER hp_moved_lines_no_delete BEFORE DEL … (as under "sqlite-schema.sql")
-- CREATE TRIGGER hp_layout_versions_no_update BEFORE … (as under "sqlite-schema.sql")
-- CREATE TRIGGER hp_layout_versions_no_delete BEFORE … (as under "sqlite-schema.sql")
-- CREATE TRIGGER hp_payer_entries_no_update BEFORE U … (as under "sqlite-schema.sql")
-- CREATE TRIGGER hp_payer_entries_no_delete BEFORE D … (as under "sqlite-schema.sql")
-- CREATE TRIGGER hp_receipt_parts_no_update BEFORE U … (as under "sqlite-schema.sql")
-- CREATE TRIGGER hp_receipt_parts_no_delete BEFORE D … (as under "sqlite-schema.sql")
-- CREATE TRIGGER hp_request_keys_no_update BEFORE UP … (as under "sqlite-schema.sql")
-- CREATE TRIGGER hp_request_keys_no_delete BEFORE DE … (as under "sqlite-schema.sql")
-- CREATE TRIGGER hp_receipts_no_update BEFORE UPDATE … (as under "sqlite-schema.sql")
-- CREATE TRIGGER hp_receipts_no_delete BEFORE DELETE … (as under "sqlite-schema.sql")
COMMIT;
