-- Every statement that is sent to PostgreSQL

-- migrate: into an empty database
SHOW default_transaction_isolation;
SELECT 1 WHERE to_regclass($1) IS NOT NULL;
SELECT substring(pg_get_expr(part.relpartbound, part.oid) from 'modulus (\d+)')
FROM pg_inherits
JOIN pg_class AS part ON part.oid = inhrelid
WHERE inhparent = to_regclass($1)
LIMIT 1;
SELECT 1 FROM pg_extension WHERE extname = 'citus';
SELECT 1
FROM pg_class
WHERE oid = to_regclass($1)
AND relnamespace <> (SELECT oid FROM pg_namespace WHERE nspname = current_schema());
BEGIN ISOLATION LEVEL READ COMMITTED;
SELECT set_config('lock_timeout', $1, true), set_config('statement_timeout', $2, true),
  set_config('idle_in_transaction_session_timeout', $2, true);
SELECT pg_advisory_xact_lock(hashtextextended('hospital-payments ' || coalesce(current_schema(),
  '') || '.' || lower($1::text), 0));
-- CREATE TABLE IF NOT EXISTS hp_migrations ( name te … (as under "postgres-schema.sql")
INSERT INTO hp_migrations (name) VALUES ($1) ON CONFLICT DO NOTHING RETURNING name;
-- CREATE TABLE hp_payments ( tenant text COLLATE "C" … (as under "postgres-schema.sql")
CREATE INDEX hp_payments_by_created ON hp_payments (tenant, created_at, id);
-- CREATE INDEX hp_payments_by_status ON hp_payments … (as under "postgres-schema.sql")
-- CREATE INDEX hp_payments_by_reference ON hp_paymen … (as under "postgres-schema.sql")
-- CREATE INDEX hp_payments_by_customer ON hp_payment … (as under "postgres-schema.sql")
-- CREATE INDEX hp_payments_by_reversed ON hp_payment … (as under "postgres-schema.sql")
-- CREATE INDEX hp_payments_by_expires ON hp_payments … (as under "postgres-schema.sql")
-- CREATE INDEX hp_payments_given_back ON hp_payments … (as under "postgres-schema.sql")
-- CREATE INDEX hp_payments_by_reason ON hp_payments … (as under "postgres-schema.sql")
-- CREATE INDEX hp_payments_paid ON hp_payments (tena … (as under "postgres-schema.sql")
-- CREATE INDEX hp_payments_pending_of ON hp_payments … (as under "postgres-schema.sql")
-- CREATE UNIQUE INDEX hp_payments_idempotency_key ON … (as under "postgres-schema.sql")
-- CREATE UNIQUE INDEX hp_payments_live_reference ON … (as under "postgres-schema.sql")
-- CREATE UNIQUE INDEX hp_payments_provider_transacti … (as under "postgres-schema.sql")
-- CREATE INDEX hp_payments_unproved ON hp_payments ( … (as under "postgres-schema.sql")
-- CREATE INDEX hp_payments_under_paid ON hp_payments … (as under "postgres-schema.sql")
-- CREATE INDEX hp_payments_canceled ON hp_payments ( … (as under "postgres-schema.sql")
-- CREATE INDEX hp_payments_due ON hp_payments (expir … (as under "postgres-schema.sql")
-- CREATE TABLE hp_payment_events ( tenant text COLLA … (as under "postgres-schema.sql")
-- CREATE INDEX hp_payment_events_by_time ON hp_payme … (as under "postgres-schema.sql")
-- CREATE TABLE hp_deliveries ( tenant text COLLATE " … (as under "postgres-schema.sql")
-- CREATE UNIQUE INDEX hp_deliveries_by_payment ON hp … (as under "postgres-schema.sql")
-- CREATE INDEX hp_deliveries_by_free ON hp_deliverie … (as under "postgres-schema.sql")
CREATE INDEX hp_deliveries_due ON hp_deliveries (free_at, tenant) WHERE dead = 0;
-- CREATE TABLE hp_statement_lines ( tenant text COLL … (as under "postgres-schema.sql")
-- CREATE TABLE hp_payment_terms ( tenant text COLLAT … (as under "postgres-schema.sql")
-- CREATE TABLE hp_account_lines ( tenant text COLLAT … (as under "postgres-schema.sql")
-- CREATE INDEX hp_account_lines_by_date ON hp_accoun … (as under "postgres-schema.sql")
-- CREATE INDEX hp_account_lines_by_status ON hp_acco … (as under "postgres-schema.sql")
-- CREATE INDEX hp_account_lines_by_account ON hp_acc … (as under "postgres-schema.sql")
-- CREATE INDEX hp_account_lines_by_import ON hp_acco … (as under "postgres-schema.sql")
-- CREATE INDEX hp_account_lines_by_session ON hp_acc … (as under "postgres-schema.sql")
-- CREATE INDEX hp_account_lines_by_payer ON hp_accou … (as under "postgres-schema.sql")
-- CREATE INDEX hp_account_lines_by_payer_time ON hp_ … (as under "postgres-schema.sql")
-- CREATE INDEX hp_account_lines_by_transfer ON hp_ac … (as under "postgres-schema.sql")
-- CREATE INDEX hp_account_lines_by_identity ON hp_ac … (as under "postgres-schema.sql")
-- CREATE INDEX hp_account_lines_by_receipt ON hp_acc … (as under "postgres-schema.sql")
-- CREATE INDEX hp_account_lines_by_entry ON hp_accou … (as under "postgres-schema.sql")
-- CREATE INDEX hp_account_lines_by_reference ON hp_a … (as under "postgres-schema.sql")
-- CREATE INDEX hp_account_lines_open ON hp_account_l … (as under "postgres-schema.sql")
-- CREATE TABLE hp_line_events ( tenant text COLLATE … (as under "postgres-schema.sql")
CREATE INDEX hp_line_events_by_time ON hp_line_events (tenant, created_at, id);
-- CREATE TABLE hp_closing_chains ( tenant text COLLA … (as under "postgres-schema.sql")
-- CREATE TABLE hp_closings ( tenant text COLLATE "C" … (as under "postgres-schema.sql")
CREATE INDEX hp_closings_by_day ON hp_closings (tenant, account, day, sequence);
-- CREATE INDEX hp_closings_by_created ON hp_closings … (as under "postgres-schema.sql")
-- CREATE INDEX hp_closings_by_account ON hp_closings … (as under "postgres-schema.sql")
-- CREATE INDEX hp_closings_by_date ON hp_closings (t … (as under "postgres-schema.sql")
-- CREATE TABLE hp_closing_lines ( tenant text COLLAT … (as under "postgres-schema.sql")
-- CREATE TABLE hp_counters ( tenant text COLLATE "C" … (as under "postgres-schema.sql")
-- CREATE TABLE hp_row_events ( tenant text COLLATE " … (as under "postgres-schema.sql")
CREATE INDEX hp_row_events_by_time ON hp_row_events (tenant, created_at, id);
-- CREATE TABLE hp_maintenance ( tenant text COLLATE … (as under "postgres-schema.sql")
-- CREATE TABLE hp_accounts ( tenant text COLLATE "C" … (as under "postgres-schema.sql")
-- CREATE TABLE hp_moved_lines ( tenant text COLLATE … (as under "postgres-schema.sql")
-- CREATE INDEX hp_moved_lines_by_account ON hp_moved … (as under "postgres-schema.sql")
-- CREATE INDEX hp_moved_lines_of_identity_mark ON hp … (as under "postgres-schema.sql")
-- CREATE INDEX hp_moved_lines_of_receipt_mark ON hp_ … (as under "postgres-schema.sql")
-- CREATE INDEX hp_moved_lines_of_entry_mark ON hp_mo … (as under "postgres-schema.sql")
-- CREATE INDEX hp_moved_lines_of_reference_mark ON h … (as under "postgres-schema.sql")
-- CREATE INDEX hp_moved_lines_of_session_id ON hp_mo … (as under "postgres-schema.sql")
-- CREATE TABLE hp_attempts ( tenant text COLLATE "C" … (as under "postgres-schema.sql")
-- CREATE UNIQUE INDEX hp_attempts_unique_request ON … (as under "postgres-schema.sql")
CREATE UNIQUE INDEX hp_attempts_unique_code ON hp_attempts (tenant, code);
-- CREATE UNIQUE INDEX hp_attempts_unique_living ON h … (as under "postgres-schema.sql")
-- CREATE UNIQUE INDEX hp_attempts_unique_session ON … (as under "postgres-schema.sql")
-- CREATE UNIQUE INDEX hp_attempts_unique_line ON hp_ … (as under "postgres-schema.sql")
-- CREATE UNIQUE INDEX hp_attempts_unique_fee ON hp_a … (as under "postgres-schema.sql")
CREATE INDEX hp_attempts_by_created ON hp_attempts (tenant, created_at, id);
-- CREATE INDEX hp_attempts_by_status ON hp_attempts … (as under "postgres-schema.sql")
-- CREATE INDEX hp_attempts_by_provider ON hp_attempt … (as under "postgres-schema.sql")
-- CREATE INDEX hp_attempts_by_payment ON hp_attempts … (as under "postgres-schema.sql")
-- CREATE INDEX hp_attempts_by_account ON hp_attempts … (as under "postgres-schema.sql")
-- CREATE INDEX hp_attempts_by_due ON hp_attempts (te … (as under "postgres-schema.sql")
-- CREATE INDEX hp_attempts_by_stuck ON hp_attempts ( … (as under "postgres-schema.sql")
CREATE INDEX hp_attempts_of_reference ON hp_attempts (tenant, reference);
-- CREATE INDEX hp_attempts_of_receipt_key ON hp_atte … (as under "postgres-schema.sql")
-- CREATE INDEX hp_attempts_of_met_by ON hp_attempts … (as under "postgres-schema.sql")
-- CREATE INDEX hp_attempts_of_fee_met_by ON hp_attem … (as under "postgres-schema.sql")
-- CREATE INDEX hp_attempts_due ON hp_attempts (next_ … (as under "postgres-schema.sql")
-- CREATE TABLE hp_carried_forward ( tenant text COLL … (as under "postgres-schema.sql")
-- CREATE TABLE hp_statement_imports ( tenant text CO … (as under "postgres-schema.sql")
-- CREATE INDEX hp_statement_imports_by_created ON hp … (as under "postgres-schema.sql")
-- CREATE INDEX hp_statement_imports_by_account ON hp … (as under "postgres-schema.sql")
-- CREATE INDEX hp_statement_imports_by_begin ON hp_s … (as under "postgres-schema.sql")
-- CREATE INDEX hp_statement_imports_by_end ON hp_sta … (as under "postgres-schema.sql")
-- CREATE INDEX hp_statement_imports_by_layout ON hp_ … (as under "postgres-schema.sql")
-- CREATE TABLE hp_layouts ( tenant text COLLATE "C" … (as under "postgres-schema.sql")
-- CREATE TABLE hp_layout_versions ( tenant text COLL … (as under "postgres-schema.sql")
-- CREATE INDEX hp_layout_versions_of_csv_digest ON h … (as under "postgres-schema.sql")
-- CREATE INDEX hp_layout_versions_of_xlsx_digest ON … (as under "postgres-schema.sql")
-- CREATE TABLE hp_provider_messages ( tenant text CO … (as under "postgres-schema.sql")
-- CREATE INDEX hp_provider_messages_by_status ON hp_ … (as under "postgres-schema.sql")
-- CREATE INDEX hp_provider_messages_due ON hp_provid … (as under "postgres-schema.sql")
-- CREATE TABLE hp_line_notes ( tenant text COLLATE " … (as under "postgres-schema.sql")
-- CREATE TABLE hp_payer_entries ( tenant text COLLAT … (as under "postgres-schema.sql")
-- CREATE INDEX hp_payer_entries_by_payer ON hp_payer … (as under "postgres-schema.sql")
-- CREATE TABLE hp_receipt_parts ( tenant text COLLAT … (as under "postgres-schema.sql")
-- CREATE TABLE hp_receipts ( tenant text COLLATE "C" … (as under "postgres-schema.sql")
-- CREATE UNIQUE INDEX hp_receipts_unique_number ON h … (as under "postgres-schema.sql")
-- CREATE INDEX hp_receipts_by_payer ON hp_receipts ( … (as under "postgres-schema.sql")
-- CREATE INDEX hp_receipts_by_actor ON hp_receipts ( … (as under "postgres-schema.sql")
CREATE INDEX hp_receipts_by_issued ON hp_receipts (tenant, issued_at, id);
-- CREATE INDEX hp_receipts_of_line_key ON hp_receipt … (as under "postgres-schema.sql")
-- CREATE TABLE hp_refunds ( tenant text COLLATE "C" … (as under "postgres-schema.sql")
-- CREATE UNIQUE INDEX hp_refunds_unique_key ON hp_re … (as under "postgres-schema.sql")
-- CREATE UNIQUE INDEX hp_refunds_unique_transaction … (as under "postgres-schema.sql")
CREATE INDEX hp_refunds_by_created ON hp_refunds (tenant, created_at, id);
-- CREATE INDEX hp_refunds_by_paid ON hp_refunds (ten … (as under "postgres-schema.sql")
CREATE INDEX hp_refunds_by_status ON hp_refunds (tenant, status, created_at, id);
-- CREATE INDEX hp_refunds_by_payment ON hp_refunds ( … (as under "postgres-schema.sql")
CREATE INDEX hp_refunds_of_reference ON hp_refunds (tenant, reference);
-- CREATE INDEX hp_refunds_of_line_key ON hp_refunds … (as under "postgres-schema.sql")
-- CREATE TABLE hp_request_keys ( tenant text COLLATE … (as under "postgres-schema.sql")
-- CREATE TABLE hp_rules ( tenant text COLLATE "C" NO … (as under "postgres-schema.sql")
-- CREATE INDEX hp_rules_by_living ON hp_rules (tenan … (as under "postgres-schema.sql")
-- CREATE TABLE hp_saved_filters ( tenant text COLLAT … (as under "postgres-schema.sql")
-- CREATE INDEX hp_saved_filters_by_name ON hp_saved_ … (as under "postgres-schema.sql")
-- CREATE TABLE hp_cash_sessions ( tenant text COLLAT … (as under "postgres-schema.sql")
-- CREATE UNIQUE INDEX hp_cash_sessions_unique_open O … (as under "postgres-schema.sql")
-- CREATE INDEX hp_cash_sessions_by_opened ON hp_cash … (as under "postgres-schema.sql")
-- CREATE INDEX hp_cash_sessions_by_point ON hp_cash_ … (as under "postgres-schema.sql")
-- CREATE INDEX hp_cash_sessions_by_status ON hp_cash … (as under "postgres-schema.sql")
-- CREATE INDEX hp_cash_sessions_by_opener ON hp_cash … (as under "postgres-schema.sql")
-- CREATE INDEX hp_cash_sessions_by_unexplained ON hp … (as under "postgres-schema.sql")
-- CREATE TABLE hp_uploads ( tenant text COLLATE "C" … (as under "postgres-schema.sql")
CREATE INDEX hp_uploads_by_created ON hp_uploads (tenant, created_at, id);
CREATE INDEX hp_uploads_by_actor ON hp_uploads (tenant, actor, created_at, id);
-- CREATE TABLE hp_upload_parts ( tenant text COLLATE … (as under "postgres-schema.sql")
-- CREATE TABLE hp_waivers ( tenant text COLLATE "C" … (as under "postgres-schema.sql")
CREATE INDEX hp_waivers_by_created ON hp_waivers (tenant, created_at, id);
CREATE INDEX hp_waivers_by_status ON hp_waivers (tenant, status, created_at, id);
CREATE INDEX hp_waivers_by_scheme ON hp_waivers (tenant, scheme, created_at, id);
-- CREATE INDEX hp_waivers_by_payment ON hp_waivers ( … (as under "postgres-schema.sql")
-- INSERT INTO hp_migrations (name) VALUES ($1) ON CO … (as under "migrate: into an empty database")
-- CREATE OR REPLACE FUNCTION hp_refuse_change() RETU … (as under "postgres-schema.sql")
-- CREATE TRIGGER hp_payment_events_append_only BEFOR … (as under "postgres-schema.sql")
-- CREATE TRIGGER hp_line_events_append_only BEFORE U … (as under "postgres-schema.sql")
-- CREATE TRIGGER hp_row_events_append_only BEFORE UP … (as under "postgres-schema.sql")
-- CREATE TRIGGER hp_closings_append_only BEFORE UPDA … (as under "postgres-schema.sql")
-- CREATE TRIGGER hp_closing_lines_append_only BEFORE … (as under "postgres-schema.sql")
-- CREATE TRIGGER hp_moved_lines_append_only BEFORE U … (as under "postgres-schema.sql")
-- CREATE TRIGGER hp_layout_versions_append_only BEFO … (as under "postgres-schema.sql")
-- CREATE TRIGGER hp_payer_entries_append_only BEFORE … (as under "postgres-schema.sql")
-- CREATE TRIGGER hp_receipt_parts_append_only BEFORE … (as under "postgres-schema.sql")
-- CREATE TRIGGER hp_request_keys_append_only BEFORE … (as under "postgres-schema.sql")
-- CREATE TRIGGER hp_receipts_fixed BEFORE UPDATE ON … (as under "postgres-schema.sql")
-- CREATE TRIGGER hp_receipts_kept BEFORE DELETE OR T … (as under "postgres-schema.sql")
COMMIT;

-- migrate: nothing is left to do
SELECT 1 WHERE to_regclass($1) IS NOT NULL;
SELECT name FROM hp_migrations;

-- insert: stored
WITH payment AS (
  INSERT INTO hp_payments (tenant, id, reference, amount, currency, channel, created_at, status,
    instructions, updated_at, expires_at, paid_at, reversed_at, canceled_at, late, amount_reconciled,
    amount_refund_pending, amount_refunded, amount_written_off, amount_waived, attempt_id, version,
    description, metadata, status_reason, provider_transaction_id, has_customer, customer_name,
    customer_phone, customer_id, imported, transaction_key, money_memory, given_back_unproved,
    live_reference, idempotency_key, fingerprint)
  VALUES (CASE WHEN true AND set_config('lock_timeout', $22, true) IS NOT NULL THEN $1::text END, $2, $3, $4,
    $5, $6, $7, 'pending', $8, $7, $9, NULL, NULL, NULL, 0, 0, 0, 0, 0, 0, NULL, 1, $10, $11, NULL, NULL,
    $12, $13, $14, $15, 0, NULL, NULL, NULL, $16, $17, $18)
  ON CONFLICT DO NOTHING RETURNING created_at, id
), event AS (
  INSERT INTO hp_payment_events (tenant, id, created_at, type, payment_id, reference, amount, currency,
    status, previous_status, amount_reconciled, version, actor, reason, evidence, details)
  SELECT $1::text, $19::text, $7::bigint, 'payment.created'::text, $2::text, $3::text, $4::bigint, $5::text,
    'pending'::text, NULL::text, 0::bigint, 1::bigint, $20::text, NULL::text, NULL::text, NULL::text
  FROM payment
  RETURNING 1
), delivery AS (
  INSERT INTO hp_deliveries (tenant, event_id, payment_id, version, dead, free_at, attempts, owner)
  SELECT $1::text, $19::text, $2::text, 1::bigint, 0, 0, 0, NULL FROM payment WHERE 1::bigint = 1
  RETURNING 1
), term AS (
  INSERT INTO hp_payment_terms (tenant, term, created_at, payment_id)
  SELECT $1::text, given.term, created_at, id
  FROM payment CROSS
  JOIN unnest($21::text::text[]) AS given (term)
  RETURNING 1
)
SELECT 1 AS stored FROM payment;

-- insert: a payment that is paid already
WITH payment AS (
  INSERT INTO hp_payments (tenant, id, reference, amount, currency, channel, created_at, status,
    instructions, updated_at, expires_at, paid_at, reversed_at, canceled_at, late, amount_reconciled,
    amount_refund_pending, amount_refunded, amount_written_off, amount_waived, attempt_id, version,
    description, metadata, status_reason, provider_transaction_id, has_customer, customer_name,
    customer_phone, customer_id, imported, transaction_key, money_memory, given_back_unproved,
    live_reference, idempotency_key, fingerprint)
  VALUES (CASE WHEN true AND set_config('lock_timeout', $55, true) IS NOT NULL THEN $1::text END, $2, $3, $4,
    $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26,
    $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37)
  ON CONFLICT DO NOTHING RETURNING created_at, id
), event AS (
  INSERT INTO hp_payment_events (tenant, id, created_at, type, payment_id, reference, amount, currency,
    status, previous_status, amount_reconciled, version, actor, reason, evidence, details)
  SELECT $1::text, $38::text, $39::bigint, $40::text, $41::text, $42::text, $43::bigint, $44::text,
    $45::text, $46::text, $47::bigint, $48::bigint, $49::text, $50::text, $51::text, $52::text
  FROM payment
  RETURNING 1
), delivery AS (
  INSERT INTO hp_deliveries (tenant, event_id, payment_id, version, dead, free_at, attempts, owner)
  SELECT $1::text, $38::text, $41::text, $48::bigint, 0, 0, 0, NULL FROM payment WHERE $53::bigint = 1
  RETURNING 1
), term AS (
  INSERT INTO hp_payment_terms (tenant, term, created_at, payment_id)
  SELECT $1::text, given.term, created_at, id
  FROM payment CROSS
  JOIN unnest($54::text::text[]) AS given (term)
  RETURNING 1
)
SELECT 1 AS stored FROM payment;

-- insert: another payment has the idempotency key
-- WITH payment AS ( INSERT INTO hp_payments (tenant, … (as under "insert: stored")
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved, live_reference, idempotency_key, fingerprint
FROM hp_payments
WHERE tenant = $1
AND idempotency_key = ANY ((SELECT $2::text::text[])::text[]);

-- insert: another payment has the id
-- WITH payment AS ( INSERT INTO hp_payments (tenant, … (as under "insert: stored")
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved, live_reference, idempotency_key, fingerprint
FROM hp_payments
WHERE tenant = $1
AND id = ANY ((SELECT $2::text::text[])::text[]);

-- insert: another payment holds the reference
-- WITH payment AS ( INSERT INTO hp_payments (tenant, … (as under "insert: stored")
-- SELECT id, reference, amount, currency, channel, c … (as under "insert: another payment has the idempotency key")
-- SELECT id, reference, amount, currency, channel, c … (as under "insert: another payment has the id")
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved, live_reference, idempotency_key, fingerprint
FROM hp_payments
WHERE tenant = $1
AND live_reference = ANY ((SELECT $2::text::text[])::text[]);

-- insert: three payments
WITH entry AS (
  SELECT *
  FROM unnest($2::text::text[], $3::text::text[], $4::text::bigint[], $5::text::text[], $6::text::text[],
    $7::text::bigint[], $8::text::text[], $9::text::text[], $10::text::bigint[], $11::text::bigint[],
    $12::text::bigint[], $13::text::bigint[], $14::text::bigint[], $15::text::bigint[], $16::text::bigint[],
    $17::text::bigint[], $18::text::bigint[], $19::text::bigint[], $20::text::bigint[], $21::text::text[],
    $22::text::bigint[], $23::text::text[], $24::text::text[], $25::text::text[], $26::text::text[],
    $27::text::bigint[], $28::text::text[], $29::text::text[], $30::text::text[], $31::text::bigint[],
    $32::text::text[], $33::text::text[], $34::text::bigint[], $35::text::text[], $36::text::text[],
    $37::text::text[], $38::text::text[], $39::text::bigint[], $40::text::text[], $41::text::text[],
    $42::text::text[], $43::text::bigint[], $44::text::text[], $45::text::text[], $46::text::text[],
    $47::text::bigint[], $48::text::bigint[], $49::text::text[], $50::text::text[], $51::text::text[],
    $52::text::text[], $53::text::bigint[]) AS entry (id, reference, amount, currency, channel, created_at,
    status, instructions, updated_at, expires_at, paid_at, reversed_at, canceled_at, late, amount_reconciled,
    amount_refund_pending, amount_refunded, amount_written_off, amount_waived, attempt_id, version,
    description, metadata, status_reason, provider_transaction_id, has_customer, customer_name,
    customer_phone, customer_id, imported, transaction_key, money_memory, given_back_unproved,
    live_reference, idempotency_key, fingerprint, event_id, event_created_at, event_type, event_payment_id,
    event_reference, event_amount, event_currency, event_status, event_previous_status,
    event_amount_reconciled, event_version, event_actor, event_reason, event_evidence, event_details,
    is_delivered)
), payment AS (
  INSERT INTO hp_payments (tenant, id, reference, amount, currency, channel, created_at, status,
    instructions, updated_at, expires_at, paid_at, reversed_at, canceled_at, late, amount_reconciled,
    amount_refund_pending, amount_refunded, amount_written_off, amount_waived, attempt_id, version,
    description, metadata, status_reason, provider_transaction_id, has_customer, customer_name,
    customer_phone, customer_id, imported, transaction_key, money_memory, given_back_unproved,
    live_reference, idempotency_key, fingerprint)
  SELECT $1::text, id, reference, amount, currency, channel, created_at, status, instructions, updated_at,
    expires_at, paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending,
    amount_refunded, amount_written_off, amount_waived, attempt_id, version, description, metadata,
    status_reason, provider_transaction_id, has_customer, customer_name, customer_phone, customer_id,
    imported, transaction_key, money_memory, given_back_unproved, live_reference, idempotency_key, fingerprint
  FROM entry
  WHERE true
  AND set_config('lock_timeout', $57, true) IS NOT NULL
  RETURNING 1
), event AS (
  INSERT INTO hp_payment_events (tenant, id, created_at, type, payment_id, reference, amount, currency,
    status, previous_status, amount_reconciled, version, actor, reason, evidence, details)
  SELECT $1::text, entry.event_id, entry.event_created_at, entry.event_type, entry.event_payment_id,
    entry.event_reference, entry.event_amount, entry.event_currency, entry.event_status,
    entry.event_previous_status, entry.event_amount_reconciled, entry.event_version, entry.event_actor,
    entry.event_reason, entry.event_evidence, entry.event_details
  FROM entry
  RETURNING 1
), delivery AS (
  INSERT INTO hp_deliveries (tenant, event_id, payment_id, version, dead, free_at, attempts, owner)
  SELECT $1::text, entry.event_id, entry.event_payment_id, entry.event_version, 0, 0, 0, NULL FROM entry
  WHERE entry.is_delivered = 1
  RETURNING 1
), term AS (
  INSERT INTO hp_payment_terms (tenant, term, created_at, payment_id)
  SELECT $1::text, term.* FROM unnest($54::text::text[], $55::text::bigint[], $56::text::text[]) AS term
  RETURNING 1
)
SELECT 1 AS stored;

-- insert: three payments, of which another payment has the idempotency key of the second
-- WITH entry AS ( SELECT * FROM unnest($2::text::tex … (as under "insert: three payments")
-- SELECT id, reference, amount, currency, channel, c … (as under "insert: another payment has the idempotency key")
-- SELECT id, reference, amount, currency, channel, c … (as under "insert: another payment has the id")
-- WITH entry AS ( SELECT * FROM unnest($2::text::tex … (as under "insert: three payments")

-- replace: one change
WITH expected AS (
  SELECT id FROM hp_payments
  WHERE tenant = $1
  AND id = $2
  AND version = $3
  AND reference = $4
  AND amount = $5
  AND currency = $6
  AND channel = $7
  AND created_at = $8
  AND set_config('lock_timeout', $52, true) IS NOT NULL
  FOR UPDATE
), ready AS (SELECT 1 AS stored FROM expected), changed AS (
  UPDATE hp_payments
  SET status = $9, instructions = $10, updated_at = $11, expires_at = $12, paid_at = $13, reversed_at = $14,
    canceled_at = $15, late = $16, amount_reconciled = $17, amount_refund_pending = $18,
    amount_refunded = $19, amount_written_off = $20, amount_waived = $21, attempt_id = $22, version = $23,
    description = $24, metadata = $25, status_reason = $26, provider_transaction_id = $27,
    has_customer = $28, customer_name = $29, customer_phone = $30, customer_id = $31, imported = $32,
    transaction_key = $33, money_memory = $34, given_back_unproved = $35, live_reference = $36
  FROM ready
  WHERE tenant = $1 AND id = $2
  RETURNING 1 AS stored
), event AS (
  INSERT INTO hp_payment_events (tenant, id, created_at, type, payment_id, reference, amount, currency,
    status, previous_status, amount_reconciled, version, actor, reason, evidence, details)
  SELECT $1::text, $37::text, $38::bigint, $39::text, $40::text, $41::text, $42::bigint, $43::text,
    $44::text, $45::text, $46::bigint, $47::bigint, $48::text, $49::text, $50::text, $51::text
  FROM changed
  RETURNING 1
), delivery AS (
  INSERT INTO hp_deliveries (tenant, event_id, payment_id, version, dead, free_at, attempts, owner)
  SELECT $1::text, $37::text, $40::text, $47::bigint, 0, 0, 0, NULL
  FROM changed
  WHERE $39::text NOT IN ('payment.attempt_started', 'payment.attempt_ended')
  RETURNING 1
)
SELECT stored FROM changed;

-- replace: the payment has another version
-- WITH expected AS ( SELECT id FROM hp_payments WHER … (as under "replace: one change")
-- SELECT id, reference, amount, currency, channel, c … (as under "insert: another payment has the id")

-- replace: another payment holds the reference
-- WITH expected AS ( SELECT id FROM hp_payments WHER … (as under "replace: one change")
-- SELECT id, reference, amount, currency, channel, c … (as under "insert: another payment has the id")
-- SELECT id, reference, amount, currency, channel, c … (as under "insert: another payment holds the reference")

-- replace: another payment has the provider transaction
-- WITH expected AS ( SELECT id FROM hp_payments WHER … (as under "replace: one change")
-- SELECT id, reference, amount, currency, channel, c … (as under "insert: another payment has the id")
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved, live_reference, idempotency_key, fingerprint
FROM hp_payments
WHERE tenant = $1
AND transaction_key = ANY ((SELECT $2::text::text[])::text[]);

-- replace: one change, with the key of a statement line
WITH expected AS (
  SELECT id FROM hp_payments
  WHERE tenant = $1
  AND id = $2
  AND version = $3
  AND reference = $4
  AND amount = $5
  AND currency = $6
  AND channel = $7
  AND created_at = $8
  AND set_config('lock_timeout', $54, true) IS NOT NULL
  FOR UPDATE
), ready AS (
  INSERT INTO hp_statement_lines (tenant, line_key, payment_ids)
  SELECT $1::text, $52::text, $53::text FROM expected
  ON CONFLICT DO NOTHING RETURNING 1 AS stored
), changed AS (
  UPDATE hp_payments
  SET status = $9, instructions = $10, updated_at = $11, expires_at = $12, paid_at = $13, reversed_at = $14,
    canceled_at = $15, late = $16, amount_reconciled = $17, amount_refund_pending = $18,
    amount_refunded = $19, amount_written_off = $20, amount_waived = $21, attempt_id = $22, version = $23,
    description = $24, metadata = $25, status_reason = $26, provider_transaction_id = $27,
    has_customer = $28, customer_name = $29, customer_phone = $30, customer_id = $31, imported = $32,
    transaction_key = $33, money_memory = $34, given_back_unproved = $35, live_reference = $36
  FROM ready
  WHERE tenant = $1 AND id = $2
  RETURNING 1 AS stored
), event AS (
  INSERT INTO hp_payment_events (tenant, id, created_at, type, payment_id, reference, amount, currency,
    status, previous_status, amount_reconciled, version, actor, reason, evidence, details)
  SELECT $1::text, $37::text, $38::bigint, $39::text, $40::text, $41::text, $42::bigint, $43::text,
    $44::text, $45::text, $46::bigint, $47::bigint, $48::text, $49::text, $50::text, $51::text
  FROM changed
  RETURNING 1
), delivery AS (
  INSERT INTO hp_deliveries (tenant, event_id, payment_id, version, dead, free_at, attempts, owner)
  SELECT $1::text, $37::text, $40::text, $47::bigint, 0, 0, 0, NULL
  FROM changed
  WHERE $39::text NOT IN ('payment.attempt_started', 'payment.attempt_ended')
  RETURNING 1
)
SELECT stored FROM changed;

-- replace: the statement line is stored already
-- WITH expected AS ( SELECT id FROM hp_payments WHER … (as under "replace: one change, with the key of a statement line")
SELECT line_key
FROM hp_statement_lines
WHERE tenant = $1
AND line_key = ANY ((SELECT $2::text::text[])::text[]);

-- replace: two changes, with the key of a statement line
WITH change AS (
  SELECT *
  FROM unnest($4::text::text[], $5::text::bigint[], $6::text::text[], $7::text::bigint[], $8::text::text[],
    $9::text::text[], $10::text::bigint[], $11::text::text[], $12::text::text[], $13::text::bigint[],
    $14::text::bigint[], $15::text::bigint[], $16::text::bigint[], $17::text::bigint[], $18::text::bigint[],
    $19::text::bigint[], $20::text::bigint[], $21::text::bigint[], $22::text::bigint[], $23::text::bigint[],
    $24::text::text[], $25::text::bigint[], $26::text::text[], $27::text::text[], $28::text::text[],
    $29::text::text[], $30::text::bigint[], $31::text::text[], $32::text::text[], $33::text::text[],
    $34::text::bigint[], $35::text::text[], $36::text::text[], $37::text::bigint[], $38::text::text[],
    $39::text::text[], $40::text::bigint[], $41::text::text[], $42::text::text[], $43::text::text[],
    $44::text::bigint[], $45::text::text[], $46::text::text[], $47::text::text[], $48::text::bigint[],
    $49::text::bigint[], $50::text::text[], $51::text::text[], $52::text::text[],
    $53::text::text[]) WITH ORDINALITY AS change (id, expected_version, reference, amount, currency, channel,
    created_at, status, instructions, updated_at, expires_at, paid_at, reversed_at, canceled_at, late,
    amount_reconciled, amount_refund_pending, amount_refunded, amount_written_off, amount_waived, attempt_id,
    version, description, metadata, status_reason, provider_transaction_id, has_customer, customer_name,
    customer_phone, customer_id, imported, transaction_key, money_memory, given_back_unproved,
    live_reference, event_id, event_created_at, event_type, event_payment_id, event_reference, event_amount,
    event_currency, event_status, event_previous_status, event_amount_reconciled, event_version, event_actor,
    event_reason, event_evidence, event_details, place)
), expected AS (
  SELECT stored.id FROM (
    SELECT *
    FROM change
    WHERE true
    AND set_config('lock_timeout', $54, true) IS NOT NULL
    ORDER BY id COLLATE "C"
  ) AS change CROSS JOIN LATERAL (
    SELECT id FROM hp_payments AS stored
    WHERE stored.tenant = $1
    AND stored.id = change.id
    AND stored.version = change.expected_version
    AND stored.reference = change.reference
    AND stored.amount = change.amount
    AND stored.currency = change.currency
    AND stored.channel = change.channel
    AND stored.created_at = change.created_at
    FOR UPDATE
  ) AS stored
), line AS (
  INSERT INTO hp_statement_lines (tenant, line_key, payment_ids)
  SELECT $1::text, line.line_key, line.payment_ids
  FROM unnest($2::text::text[], $3::text::text[]) AS line (line_key, payment_ids)
  WHERE (SELECT count(*) FROM expected) = (SELECT count(*) FROM change)
  RETURNING 1
), changed AS (
  INSERT INTO hp_payments AS stored (tenant, id, reference, amount, currency, channel, created_at, status,
    instructions, updated_at, expires_at, paid_at, reversed_at, canceled_at, late, amount_reconciled,
    amount_refund_pending, amount_refunded, amount_written_off, amount_waived, attempt_id, version,
    description, metadata, status_reason, provider_transaction_id, has_customer, customer_name,
    customer_phone, customer_id, imported, transaction_key, money_memory, given_back_unproved, live_reference)
  SELECT $1::text, id, reference, amount, currency, channel, created_at, status, instructions, updated_at,
    expires_at, paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending,
    amount_refunded, amount_written_off, amount_waived, attempt_id, version, description, metadata,
    status_reason, provider_transaction_id, has_customer, customer_name, customer_phone, customer_id,
    imported, transaction_key, money_memory, given_back_unproved, live_reference
  FROM change
  WHERE (SELECT count(*) FROM expected) = (SELECT count(*) FROM change)
  ORDER BY place
  ON CONFLICT (tenant, id) DO UPDATE
  SET status = excluded.status, instructions = excluded.instructions, updated_at = excluded.updated_at,
    expires_at = excluded.expires_at, paid_at = excluded.paid_at, reversed_at = excluded.reversed_at,
    canceled_at = excluded.canceled_at, late = excluded.late, amount_reconciled = excluded.amount_reconciled,
    amount_refund_pending = excluded.amount_refund_pending, amount_refunded = excluded.amount_refunded,
    amount_written_off = excluded.amount_written_off, amount_waived = excluded.amount_waived,
    attempt_id = excluded.attempt_id, version = excluded.version, description = excluded.description,
    metadata = excluded.metadata, status_reason = excluded.status_reason,
    provider_transaction_id = excluded.provider_transaction_id, has_customer = excluded.has_customer,
    customer_name = excluded.customer_name, customer_phone = excluded.customer_phone,
    customer_id = excluded.customer_id, imported = excluded.imported,
    transaction_key = excluded.transaction_key, money_memory = excluded.money_memory,
    given_back_unproved = excluded.given_back_unproved, live_reference = excluded.live_reference
  RETURNING 1
), event AS (
  INSERT INTO hp_payment_events (tenant, id, created_at, type, payment_id, reference, amount, currency,
    status, previous_status, amount_reconciled, version, actor, reason, evidence, details)
  SELECT $1::text, change.event_id, change.event_created_at, change.event_type, change.event_payment_id,
    change.event_reference, change.event_amount, change.event_currency, change.event_status,
    change.event_previous_status, change.event_amount_reconciled, change.event_version, change.event_actor,
    change.event_reason, change.event_evidence, change.event_details
  FROM change
  WHERE (SELECT count(*) FROM changed) > 0
  RETURNING 1
), delivery AS (
  INSERT INTO hp_deliveries (tenant, event_id, payment_id, version, dead, free_at, attempts, owner)
  SELECT $1::text, change.event_id, change.event_payment_id, change.event_version, 0, 0, 0, NULL FROM change
  WHERE (SELECT count(*) FROM changed) > 0
  AND change.event_type NOT IN ('payment.attempt_started', 'payment.attempt_ended')
  RETURNING 1
)
SELECT 1 AS stored FROM changed HAVING count(*) = (SELECT count(*) FROM change);

-- replace: one of two payments has another version
-- WITH change AS ( SELECT * FROM unnest($4::text::te … (as under "replace: two changes, with the key of a statement line")
-- SELECT id, reference, amount, currency, channel, c … (as under "insert: another payment has the id")

-- replace: three changes, with the keys of three statement lines
-- WITH change AS ( SELECT * FROM unnest($4::text::te … (as under "replace: two changes, with the key of a statement line")

-- replace: one of three statement lines is stored already
-- WITH change AS ( SELECT * FROM unnest($4::text::te … (as under "replace: two changes, with the key of a statement line")
-- SELECT line_key FROM hp_statement_lines WHERE tena … (as under "replace: the statement line is stored already")

-- get
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = $1
AND id = $2;

-- page: of which nothing is reconciled
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = $1
AND status = $2
AND amount_reconciled = 0
AND amount_waived = 0
AND attempt_id IS NULL
AND expires_at IS NOT NULL
ORDER BY expires_at asc, id asc
LIMIT $3;

-- page: by createdAt, asc
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = $1
ORDER BY created_at asc, id asc
LIMIT $2;

-- page: by createdAt, desc
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = $1
ORDER BY created_at desc, id desc
LIMIT $2;

-- page: by paidAt, asc
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = $1
AND paid_at IS NOT NULL
ORDER BY paid_at asc, id asc
LIMIT $2;

-- page: by paidAt, desc
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = $1
AND paid_at IS NOT NULL
ORDER BY paid_at desc, id desc
LIMIT $2;

-- page: by reversedAt, asc
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = $1
AND reversed_at IS NOT NULL
ORDER BY reversed_at asc, id asc
LIMIT $2;

-- page: by reversedAt, desc
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = $1
AND reversed_at IS NOT NULL
ORDER BY reversed_at desc, id desc
LIMIT $2;

-- page: by expiresAt, asc
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = $1
AND expires_at IS NOT NULL
ORDER BY expires_at asc, id asc
LIMIT $2;

-- page: by expiresAt, desc
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = $1
AND expires_at IS NOT NULL
ORDER BY expires_at desc, id desc
LIMIT $2;

-- page: by createdAt, within a period
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = $1
AND created_at >= $2
AND created_at < $3
ORDER BY created_at asc, id asc
LIMIT $4;

-- page: by paidAt, within a period
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = $1
AND paid_at IS NOT NULL
AND paid_at >= $2
AND paid_at < $3
ORDER BY paid_at asc, id asc
LIMIT $4;

-- page: by reversedAt, within a period
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = $1
AND reversed_at IS NOT NULL
AND reversed_at >= $2
AND reversed_at < $3
ORDER BY reversed_at asc, id asc
LIMIT $4;

-- page: by expiresAt, within a period
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = $1
AND expires_at IS NOT NULL
AND expires_at >= $2
AND expires_at < $3
ORDER BY expires_at asc, id asc
LIMIT $4;

-- page: by createdAt, asc, after a row
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = $1
AND created_at < $2
AND (created_at, id) > ($3, $4)
ORDER BY created_at asc, id asc
LIMIT $5;

-- page: by createdAt, desc, after a row
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = $1
AND created_at >= $2
AND (created_at, id) < ($3, $4)
ORDER BY created_at desc, id desc
LIMIT $5;

-- page: by paidAt, asc, after a row
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = $1
AND paid_at IS NOT NULL
AND paid_at < $2
AND (paid_at, id) > ($3, $4)
ORDER BY paid_at asc, id asc
LIMIT $5;

-- page: by paidAt, desc, after a row
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = $1
AND paid_at IS NOT NULL
AND paid_at >= $2
AND (paid_at, id) < ($3, $4)
ORDER BY paid_at desc, id desc
LIMIT $5;

-- page: by reversedAt, asc, after a row
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = $1
AND reversed_at IS NOT NULL
AND reversed_at < $2
AND (reversed_at, id) > ($3, $4)
ORDER BY reversed_at asc, id asc
LIMIT $5;

-- page: by reversedAt, desc, after a row
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = $1
AND reversed_at IS NOT NULL
AND reversed_at >= $2
AND (reversed_at, id) < ($3, $4)
ORDER BY reversed_at desc, id desc
LIMIT $5;

-- page: by expiresAt, asc, after a row
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = $1
AND expires_at IS NOT NULL
AND expires_at < $2
AND (expires_at, id) > ($3, $4)
ORDER BY expires_at asc, id asc
LIMIT $5;

-- page: by expiresAt, desc, after a row
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = $1
AND expires_at IS NOT NULL
AND expires_at >= $2
AND (expires_at, id) < ($3, $4)
ORDER BY expires_at desc, id desc
LIMIT $5;

-- page: of one reference, asc
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = $1
AND reference = $2
ORDER BY created_at asc, id asc
LIMIT $3;

-- page: of one reference, desc
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = $1
AND reference = $2
ORDER BY created_at desc, id desc
LIMIT $3;

-- page: of one reference and one status, within a period
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = $1
AND status = $2
AND reference = $3
AND created_at >= $4
AND created_at < $5
ORDER BY created_at asc, id asc
LIMIT $6;

-- page: of one reference and two statuses
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = $1
AND status IN ($2, $3)
AND reference = $4
ORDER BY created_at asc, id asc
LIMIT $5;

-- page: of one status
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = $1
AND status = $2
ORDER BY created_at asc, id asc
LIMIT $3;

-- page: of four statuses, by createdAt
SELECT *
FROM (
  SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
    paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
    amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
    provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
    transaction_key, money_memory, given_back_unproved
  FROM hp_payments
  WHERE tenant = $1
  AND status = $2
  ORDER BY created_at asc, id asc
  LIMIT $3
) AS part0
UNION ALL SELECT *
FROM (
  SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
    paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
    amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
    provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
    transaction_key, money_memory, given_back_unproved
  FROM hp_payments
  WHERE tenant = $4
  AND status = $5
  ORDER BY created_at asc, id asc
  LIMIT $6
) AS part1
UNION ALL SELECT *
FROM (
  SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
    paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
    amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
    provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
    transaction_key, money_memory, given_back_unproved
  FROM hp_payments
  WHERE tenant = $7
  AND status = $8
  ORDER BY created_at asc, id asc
  LIMIT $9
) AS part2
UNION ALL SELECT *
FROM (
  SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
    paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
    amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
    provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
    transaction_key, money_memory, given_back_unproved
  FROM hp_payments
  WHERE tenant = $10
  AND status = $11
  ORDER BY created_at asc, id asc
  LIMIT $12
) AS part3
ORDER BY created_at asc, id asc
LIMIT $13;

-- page: of two statuses, by expiresAt
SELECT *
FROM (
  SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
    paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
    amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
    provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
    transaction_key, money_memory, given_back_unproved
  FROM hp_payments
  WHERE tenant = $1
  AND status = $2
  AND expires_at IS NOT NULL
  ORDER BY expires_at asc, id asc
  LIMIT $3
) AS part0
UNION ALL SELECT *
FROM (
  SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
    paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
    amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
    provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
    transaction_key, money_memory, given_back_unproved
  FROM hp_payments
  WHERE tenant = $4
  AND status = $5
  AND expires_at IS NOT NULL
  ORDER BY expires_at asc, id asc
  LIMIT $6
) AS part1
ORDER BY expires_at asc, id asc
LIMIT $7;

-- page: of two statuses, by paidAt
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = $1
AND status IN ($2, $3)
AND paid_at IS NOT NULL
ORDER BY paid_at asc, id asc
LIMIT $4;

-- page: of three statuses, by paidAt
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = $1
AND status IN ($2, $3, $4)
AND paid_at IS NOT NULL
ORDER BY paid_at asc, id asc
LIMIT $5;

-- page: of four statuses, by paidAt
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = $1
AND status IN ($2, $3, $4, $5)
AND paid_at IS NOT NULL
ORDER BY paid_at asc, id asc
LIMIT $6;

-- page: of one channel
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = $1
AND channel = ANY ((SELECT $2::text::text[])::text[])
ORDER BY created_at asc, id asc
LIMIT $3;

-- page: of three channels
-- SELECT id, reference, amount, currency, channel, c … (as under "page: of one channel")

-- page: of the flag late
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = $1
AND late = 1
ORDER BY created_at asc, id asc
LIMIT $2;

-- page: of the flag duplicate_reference
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = $1
AND status_reason = 'duplicate_reference'
ORDER BY created_at asc, id asc
LIMIT $2;

-- page: of the flag superseded
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = $1
AND status_reason = 'superseded'
ORDER BY created_at asc, id asc
LIMIT $2;

-- page: of the flag under_paid
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = $1
AND amount_reconciled > 0
AND amount_reconciled < amount - amount_waived
ORDER BY created_at asc, id asc
LIMIT $2;

-- page: of the flag unproved
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = $1
AND status = 'succeeded'
AND amount_reconciled < amount - amount_waived
AND imported = 0
ORDER BY created_at + 0 asc, id asc
LIMIT $2;

-- page: of the flag unpaid_with_money
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = $1
AND amount_reconciled > 0
AND amount_reconciled < amount - amount_waived
AND status IN ('expired', 'failed')
AND amount_reconciled - amount_written_off - (amount_refund_pending + amount_refunded) > 0
ORDER BY created_at asc, id asc
LIMIT $2;

-- page: of the flag refunded_unproved
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = $1
AND given_back_unproved IS NOT NULL
ORDER BY created_at + 0 asc, id asc
LIMIT $2;

-- page: of the flag canceled
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = $1
AND canceled_at IS NOT NULL
ORDER BY created_at asc, id asc
LIMIT $2;

-- page: of the flag unproved, by createdAt, asc
-- SELECT id, reference, amount, currency, channel, c … (as under "page: of the flag unproved")

-- page: of the flag unproved, by createdAt, desc
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = $1
AND status = 'succeeded'
AND amount_reconciled < amount - amount_waived
AND imported = 0
ORDER BY created_at + 0 desc, id desc
LIMIT $2;

-- page: of the flag unproved, by paidAt, asc
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = $1
AND status = 'succeeded'
AND amount_reconciled < amount - amount_waived
AND imported = 0
AND paid_at IS NOT NULL
ORDER BY paid_at + 0 asc, id asc
LIMIT $2;

-- page: of the flag unproved, by paidAt, desc
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = $1
AND status = 'succeeded'
AND amount_reconciled < amount - amount_waived
AND imported = 0
AND paid_at IS NOT NULL
ORDER BY paid_at + 0 desc, id desc
LIMIT $2;

-- page: of the flag unproved, by reversedAt, asc
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = $1
AND status = 'succeeded'
AND amount_reconciled < amount - amount_waived
AND imported = 0
AND reversed_at IS NOT NULL
ORDER BY reversed_at + 0 asc, id asc
LIMIT $2;

-- page: of the flag unproved, by reversedAt, desc
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = $1
AND status = 'succeeded'
AND amount_reconciled < amount - amount_waived
AND imported = 0
AND reversed_at IS NOT NULL
ORDER BY reversed_at + 0 desc, id desc
LIMIT $2;

-- page: of the flag unproved, by expiresAt, asc
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = $1
AND status = 'succeeded'
AND amount_reconciled < amount - amount_waived
AND imported = 0
AND expires_at IS NOT NULL
ORDER BY expires_at + 0 asc, id asc
LIMIT $2;

-- page: of the flag unproved, by expiresAt, desc
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = $1
AND status = 'succeeded'
AND amount_reconciled < amount - amount_waived
AND imported = 0
AND expires_at IS NOT NULL
ORDER BY expires_at + 0 desc, id desc
LIMIT $2;

-- page: of the flag unproved, by paidAt, of two channels
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = $1
AND channel = ANY ((SELECT $2::text::text[])::text[])
AND status = 'succeeded'
AND amount_reconciled < amount - amount_waived
AND imported = 0
AND paid_at IS NOT NULL
ORDER BY paid_at + 0 asc, id asc
LIMIT $3;

-- page: of the flag under_paid and two statuses
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = $1
AND status IN ($2, $3)
AND amount_reconciled > 0
AND amount_reconciled < amount - amount_waived
ORDER BY created_at asc, id asc
LIMIT $4;

-- page: of the flag unproved and one reference
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = $1
AND reference = $2
AND status = 'succeeded'
AND amount_reconciled < amount - amount_waived
AND imported = 0
ORDER BY created_at asc, id asc
LIMIT $3;

-- page: of everything at once
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = $1
AND status IN ($2, $3)
AND reference = $4
AND channel = ANY ((SELECT $5::text::text[])::text[])
AND created_at < $6
AND (created_at, id) > ($7, $8)
ORDER BY created_at asc, id asc
LIMIT $9;

-- lookup: by two references, provider transactions and statement lines
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = $1
AND reference = ANY ((SELECT $2::text::text[])::text[]);
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = $1
AND transaction_key = ANY ((SELECT $2::text::text[])::text[]);
SELECT line_key, payment_ids
FROM hp_statement_lines
WHERE tenant = $1
AND line_key = ANY ((SELECT $2::text::text[])::text[]);

-- scan: all fields
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SELECT set_config(name, '0', true)
FROM pg_settings
WHERE name IN ('statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout');
DECLARE hp_scan_0 NO SCROLL CURSOR FOR SELECT ROW(id, status, reference, amount, currency, channel,
  created_at, updated_at, expires_at, paid_at, reversed_at, late, amount_reconciled, version, description,
  status_reason, canceled_at, amount_refund_pending, amount_refunded, provider_transaction_id, customer_id,
  customer_name, customer_phone)::text AS cells
FROM hp_payments
WHERE tenant = $1
ORDER BY created_at, id;
FETCH 2000 FROM hp_scan_0;
CLOSE hp_scan_0;
COMMIT;

-- lookup: by one reference, provider transaction and statement line
-- SELECT id, reference, amount, currency, channel, c … (as under "lookup: by two references, provider transactions and statement lines")
-- SELECT id, reference, amount, currency, channel, c … (as under "lookup: by two references, provider transactions and statement lines")
-- SELECT line_key, payment_ids FROM hp_statement_lin … (as under "lookup: by two references, provider transactions and statement lines")

-- scan: by createdAt
-- BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; S … (as under "scan: all fields")
DECLARE hp_scan_0 NO SCROLL CURSOR FOR SELECT ROW(id, amount)::text AS cells
FROM hp_payments
WHERE tenant = $1
ORDER BY created_at, id;
FETCH 2000 FROM hp_scan_0;
CLOSE hp_scan_0;
COMMIT;

-- scan: by paidAt
-- BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; S … (as under "scan: all fields")
DECLARE hp_scan_0 NO SCROLL CURSOR FOR SELECT ROW(id, amount)::text AS cells
FROM hp_payments
WHERE tenant = $1
AND paid_at IS NOT NULL
ORDER BY paid_at, id;
FETCH 2000 FROM hp_scan_0;
CLOSE hp_scan_0;
COMMIT;

-- scan: by reversedAt
-- BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; S … (as under "scan: all fields")
DECLARE hp_scan_0 NO SCROLL CURSOR FOR SELECT ROW(id, amount)::text AS cells
FROM hp_payments
WHERE tenant = $1
AND reversed_at IS NOT NULL
ORDER BY reversed_at, id;
FETCH 2000 FROM hp_scan_0;
CLOSE hp_scan_0;
COMMIT;

-- scan: by expiresAt
-- BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; S … (as under "scan: all fields")
DECLARE hp_scan_0 NO SCROLL CURSOR FOR SELECT ROW(id, amount)::text AS cells
FROM hp_payments
WHERE tenant = $1
AND expires_at IS NOT NULL
ORDER BY expires_at, id;
FETCH 2000 FROM hp_scan_0;
CLOSE hp_scan_0;
COMMIT;

-- scan: by paidAt, within a period, of two statuses
-- BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; S … (as under "scan: all fields")
DECLARE hp_scan_0 NO SCROLL CURSOR FOR SELECT ROW(id, amount)::text AS cells
FROM hp_payments
WHERE tenant = $1
AND status IN ($2, $3)
AND paid_at IS NOT NULL
AND paid_at >= $4
AND paid_at < $5
ORDER BY paid_at, id;
FETCH 2000 FROM hp_scan_0;
CLOSE hp_scan_0;
COMMIT;

-- totals: of all payments
SELECT currency, channel, status, COUNT(*) AS count_of, SUM(amount)::text AS sum0,
  SUM(amount_waived)::text AS sum1
FROM hp_payments
WHERE tenant = $1
GROUP BY currency, channel, status;

-- totals: within a period, of two statuses, one channel and one reference
SELECT currency, channel, status, COUNT(*) AS count_of, SUM(amount)::text AS sum0,
  SUM(amount_waived)::text AS sum1
FROM hp_payments
WHERE tenant = $1
AND status IN ($2, $3)
AND reference = $4
AND channel = ANY ((SELECT $5::text::text[])::text[])
AND paid_at IS NOT NULL
AND paid_at >= $6
AND paid_at < $7
GROUP BY currency, channel, status;

-- history
SELECT event.id, event.created_at, event.type, event.payment_id, event.reference, event.amount,
  event.currency, event.status, event.previous_status, event.amount_reconciled, event.version, event.actor,
  event.reason, event.evidence, event.details
FROM hp_payment_events AS event
WHERE tenant = $1
AND payment_id = $2
ORDER BY version;

-- claimEvents: nothing is due
WITH free AS (
  SELECT event_id, free_at FROM hp_deliveries AS delivery
  WHERE tenant = $1 AND dead = 0 AND free_at <= $2
    AND NOT EXISTS (
      SELECT 1 FROM hp_deliveries AS earlier WHERE earlier.tenant = $1
      AND earlier.payment_id = delivery.payment_id
      AND earlier.version < delivery.version
      AND earlier.dead <> 1
    )
  ORDER BY free_at, event_id LIMIT $3
  FOR UPDATE SKIP LOCKED
), leased AS (
  UPDATE hp_deliveries AS delivery SET owner = $4, free_at = $5 FROM free
  WHERE delivery.tenant = $1 AND delivery.event_id = free.event_id
  RETURNING delivery.payment_id, delivery.version, delivery.attempts, free.free_at AS free_since
)
SELECT event.id, event.created_at, event.type, event.payment_id, event.reference, event.amount,
  event.currency, event.status, event.previous_status, event.amount_reconciled, event.version, event.actor,
  event.reason, event.evidence, event.details, leased.attempts
FROM leased
JOIN hp_payment_events AS event ON event.tenant = $1
AND event.payment_id = leased.payment_id
AND event.version = leased.version
ORDER BY leased.free_since, event.id;

-- claimEvents: due events
-- WITH free AS ( SELECT event_id, free_at FROM hp_de … (as under "claimEvents: nothing is due")

-- completeEvents: one delivered
DELETE FROM hp_deliveries WHERE tenant = $1 AND event_id = $2 AND owner = $3;

-- completeEvents: one dead, and one due again
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "migrate: into an empty database")
UPDATE hp_deliveries
SET owner = NULL, free_at = 0, dead = 1, attempts = 0
WHERE tenant = $1
AND event_id = $2
AND owner = $3;
UPDATE hp_deliveries
SET owner = NULL, free_at = $1, attempts = CASE WHEN dead = 1 THEN 0 ELSE attempts + 1 END, dead = 0
WHERE tenant = $2
AND event_id = $3
AND owner = $4;
COMMIT;

-- completeEvents: two delivered
DELETE
FROM hp_deliveries
WHERE tenant = $1
AND event_id = ANY ((SELECT $2::text::text[])::text[])
AND owner = $3;

-- completeEvents: two dead
UPDATE hp_deliveries
SET owner = NULL, free_at = 0, dead = 1, attempts = 0
WHERE tenant = $1
AND event_id = ANY ((SELECT $2::text::text[])::text[])
AND owner = $3;

-- completeEvents: two due again, at one time
UPDATE hp_deliveries
SET owner = NULL, free_at = $1, attempts = CASE WHEN dead = 1 THEN 0 ELSE attempts + 1 END, dead = 0
WHERE tenant = $2
AND event_id = ANY ((SELECT $3::text::text[])::text[])
AND owner = $4;

-- completeEvents: two due again, each at a time of its own
UPDATE hp_deliveries
SET owner = NULL,
  free_at = CASE WHEN event_id = $1 THEN $2 WHEN event_id = $3 THEN $4 WHEN event_id = $5 THEN $6 WHEN event_id = $7 THEN $8 WHEN event_id = $9 THEN $10 WHEN event_id = $11 THEN $12 WHEN event_id = $13 THEN $14 WHEN event_id = $15 THEN $16 ELSE free_at END,
  attempts = CASE WHEN dead = 1 THEN 0 ELSE attempts + 1 END, dead = 0
WHERE tenant = $17
AND event_id = ANY ((SELECT $18::text::text[])::text[])
AND owner = $19;

-- claimEvents: dead events
WITH free AS (
  SELECT event_id, free_at FROM hp_deliveries AS delivery
  WHERE tenant = $1 AND dead = 1 AND free_at <= $2
  ORDER BY free_at, event_id LIMIT $3
  FOR UPDATE SKIP LOCKED
), leased AS (
  UPDATE hp_deliveries AS delivery SET owner = $4, free_at = $5 FROM free
  WHERE delivery.tenant = $1 AND delivery.event_id = free.event_id
  RETURNING delivery.payment_id, delivery.version, delivery.attempts, free.free_at AS free_since
)
SELECT event.id, event.created_at, event.type, event.payment_id, event.reference, event.amount,
  event.currency, event.status, event.previous_status, event.amount_reconciled, event.version, event.actor,
  event.reason, event.evidence, event.details, leased.attempts
FROM leased
JOIN hp_payment_events AS event ON event.tenant = $1
AND event.payment_id = leased.payment_id
AND event.version = leased.version
ORDER BY leased.free_since, event.id;

-- insert: a payment with search terms
-- WITH payment AS ( INSERT INTO hp_payments (tenant, … (as under "insert: stored")

-- replace: a change with more search terms
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "migrate: into an empty database")
-- WITH expected AS ( SELECT id FROM hp_payments WHER … (as under "replace: one change")
INSERT INTO hp_payment_terms (tenant, term, created_at, payment_id)
SELECT $1::text, term.*
FROM unnest($2::text::text[], $3::text::bigint[], $4::text::text[]) AS term
ON CONFLICT DO NOTHING
RETURNING 1 AS stored;
COMMIT;

-- replace: one change and a new line
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "migrate: into an empty database")
-- WITH expected AS ( SELECT id FROM hp_payments WHER … (as under "replace: one change, with the key of a statement line")
WITH entry AS (
  SELECT *
  FROM unnest($2::text::text[], $3::text::text[], $4::text::text[], $5::text::bigint[], $6::text::text[],
    $7::text::bigint[], $8::text::text[], $9::text::text[], $10::text::bigint[], $11::text::text[],
    $12::text::text[], $13::text::bigint[], $14::text::bigint[], $15::text::bigint[], $16::text::text[],
    $17::text::text[], $18::text::text[], $19::text::text[], $20::text::bigint[], $21::text::text[],
    $22::text::bigint[], $23::text::bigint[], $24::text::bigint[], $25::text::text[], $26::text::text[],
    $27::text::text[], $28::text::text[], $29::text::text[], $30::text::text[], $31::text::text[],
    $32::text::text[], $33::text::text[], $34::text::text[], $35::text::bigint[], $36::text::bigint[],
    $37::text::text[]) AS entry (line_key, account, import_id, file_row, direction, amount, currency,
    value_date, booked_at, outcome, status, held, allocated, given_back, allocations, assignee, session_id,
    payer_id, payer_by_rule, transfer_to, version, created_at, updated_at, reference,
    provider_transaction_id, narration, search_text, narration_text, identity_mark, receipt_mark, entry_mark,
    reference_mark, payment_ids, expected, expected_given_back, has_event)
  WHERE true AND set_config('lock_timeout', $47, true) IS NOT NULL
), known AS (
  SELECT stored.line_key FROM (
    SELECT * FROM entry WHERE expected > 0 ORDER BY line_key COLLATE "C"
  ) AS entry CROSS JOIN LATERAL (
    SELECT line_key FROM hp_account_lines AS stored
    WHERE stored.tenant = $1 AND stored.line_key = entry.line_key AND stored.version = entry.expected
    AND stored.given_back = entry.expected_given_back
    AND stored.account = entry.account
    AND COALESCE(stored.session_id, '') = COALESCE(entry.session_id, '')
    AND COALESCE(stored.transfer_to, '') = COALESCE(entry.transfer_to, '')
    AND stored.created_at = entry.created_at
    AND (stored.allocations = '[]' OR (stored.direction = entry.direction AND stored.amount = entry.amount AND stored.currency = entry.currency))
    FOR UPDATE
  ) AS stored
), added AS (
  INSERT INTO hp_account_lines AS stored (tenant, line_key, account, import_id, file_row, direction, amount,
    currency, value_date, booked_at, outcome, status, held, allocated, given_back, allocations, assignee,
    session_id, payer_id, payer_by_rule, transfer_to, version, created_at, updated_at, reference,
    provider_transaction_id, narration, search_text, narration_text, identity_mark, receipt_mark, entry_mark,
    reference_mark)
  SELECT $1::text, entry.line_key, entry.account, entry.import_id, entry.file_row, entry.direction,
    entry.amount, entry.currency, entry.value_date, entry.booked_at, entry.outcome, entry.status, entry.held,
    entry.allocated, entry.given_back, entry.allocations, entry.assignee, entry.session_id, entry.payer_id,
    entry.payer_by_rule, entry.transfer_to, entry.version, entry.created_at, entry.updated_at,
    entry.reference, entry.provider_transaction_id, entry.narration, entry.search_text, entry.narration_text,
    entry.identity_mark, entry.receipt_mark, entry.entry_mark, entry.reference_mark
  FROM entry
  WHERE expected = 0
  AND (SELECT count(*) FROM known) = (SELECT count(*) FROM entry WHERE expected > 0)
  RETURNING 1
), changed AS (
  INSERT INTO hp_account_lines AS stored (tenant, line_key, account, import_id, file_row, direction, amount,
    currency, value_date, booked_at, outcome, status, held, allocated, given_back, allocations, assignee,
    session_id, payer_id, payer_by_rule, transfer_to, version, created_at, updated_at, reference,
    provider_transaction_id, narration, search_text, narration_text, identity_mark, receipt_mark, entry_mark,
    reference_mark)
  SELECT $1::text, entry.line_key, entry.account, entry.import_id, entry.file_row, entry.direction,
    entry.amount, entry.currency, entry.value_date, entry.booked_at, entry.outcome, entry.status, entry.held,
    entry.allocated, entry.given_back, entry.allocations, entry.assignee, entry.session_id, entry.payer_id,
    entry.payer_by_rule, entry.transfer_to, entry.version, entry.created_at, entry.updated_at,
    entry.reference, entry.provider_transaction_id, entry.narration, entry.search_text, entry.narration_text,
    entry.identity_mark, entry.receipt_mark, entry.entry_mark, entry.reference_mark
  FROM entry
  WHERE expected > 0
  AND (SELECT count(*) FROM known) = (SELECT count(*) FROM entry WHERE expected > 0)
  ORDER BY line_key COLLATE "C"
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
    narration = CASE WHEN stored.narration IS NULL THEN NULL ELSE excluded.narration END,
    search_text = excluded.search_text,
    narration_text = CASE WHEN stored.narration_text IS NULL THEN NULL ELSE excluded.narration_text END
  RETURNING 1
), key AS (
  INSERT INTO hp_statement_lines AS stored (tenant, line_key, payment_ids)
  SELECT $1::text, line_key, payment_ids FROM entry
  WHERE expected > 0
  AND has_event = 'yes'
  AND (SELECT count(*) FROM known) = (SELECT count(*) FROM entry WHERE expected > 0)
  ORDER BY line_key COLLATE "C"
  ON CONFLICT (tenant, line_key) DO UPDATE SET payment_ids = excluded.payment_ids
  RETURNING 1
), event AS (
  INSERT INTO hp_line_events (tenant, line_key, version, id, type, created_at, actor, reason, allocations,
    counted)
  SELECT $1::text, event.*
  FROM unnest($38::text::text[], $39::text::bigint[], $40::text::text[], $41::text::text[],
    $42::text::bigint[], $43::text::text[], $44::text::text[], $45::text::text[],
    $46::text::bigint[]) AS event
  WHERE (SELECT count(*) FROM known) = (SELECT count(*) FROM entry WHERE expected > 0)
  RETURNING 1
)
SELECT 1 AS stored
WHERE (SELECT count(*) FROM added) + (SELECT count(*) FROM changed) = (SELECT count(*) FROM entry);
COMMIT;

-- replace: the next version of a line
-- WITH entry AS ( SELECT * FROM unnest($2::text::tex … (as under "replace: one change and a new line")

-- replace: a line has another version
-- WITH entry AS ( SELECT * FROM unnest($2::text::tex … (as under "replace: one change and a new line")
-- SELECT line_key FROM hp_statement_lines WHERE tena … (as under "replace: the statement line is stored already")
SELECT line_key, account, import_id, file_row, direction, amount, currency, value_date, booked_at, outcome,
  status, held, allocated, given_back, allocations, assignee, session_id, payer_id, payer_by_rule,
  transfer_to, version, created_at, updated_at, reference, provider_transaction_id, narration
FROM hp_account_lines
WHERE tenant = $1
AND line_key = ANY ((SELECT $2::text::text[])::text[]);

-- replace: a line is stored already
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "migrate: into an empty database")
-- WITH change AS ( SELECT * FROM unnest($4::text::te … (as under "replace: two changes, with the key of a statement line")
-- WITH entry AS ( SELECT * FROM unnest($2::text::tex … (as under "replace: one change and a new line")
ROLLBACK;
-- SELECT line_key FROM hp_statement_lines WHERE tena … (as under "replace: the statement line is stored already")
-- SELECT line_key, account, import_id, file_row, dir … (as under "replace: a line has another version")

-- replace: three new lines
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "migrate: into an empty database")
-- WITH change AS ( SELECT * FROM unnest($4::text::te … (as under "replace: two changes, with the key of a statement line")
-- WITH entry AS ( SELECT * FROM unnest($2::text::tex … (as under "replace: one change and a new line")
COMMIT;

-- replace: the next versions of three lines
-- WITH entry AS ( SELECT * FROM unnest($2::text::tex … (as under "replace: one change and a new line")

-- replace: a new line and the first row of its account
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "migrate: into an empty database")
-- WITH change AS ( SELECT * FROM unnest($4::text::te … (as under "replace: two changes, with the key of a statement line")
-- WITH entry AS ( SELECT * FROM unnest($2::text::tex … (as under "replace: one change and a new line")
INSERT INTO hp_accounts AS stored (tenant, account, currency, balance, by_month, open_session_id, last_day,
  version)
SELECT $1::text, entry.account, entry.currency, entry.balance, entry.by_month, entry.open_session_id,
  entry.last_day, entry.version
FROM unnest($2::text::text[], $3::text::text[], $4::text::text[], $5::text::text[], $6::text::text[],
  $7::text::text[], $8::text::bigint[]) WITH ORDINALITY AS entry (account, currency, balance, by_month,
  open_session_id, last_day, version, place)
  WHERE true AND set_config('lock_timeout', $9, true) IS NOT NULL ORDER BY place
RETURNING 1 AS stored;
COMMIT;

-- replace: a new line and the next row of its account
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "migrate: into an empty database")
-- WITH change AS ( SELECT * FROM unnest($4::text::te … (as under "replace: two changes, with the key of a statement line")
-- WITH entry AS ( SELECT * FROM unnest($2::text::tex … (as under "replace: one change and a new line")
UPDATE hp_accounts AS stored
SET balance = $4::text, by_month = $5::text, open_session_id = $6::text, last_day = $7::text,
  version = $8::bigint
WHERE stored.tenant = $1
AND stored.account = $2::text
AND stored.currency = $3::text
AND stored.version = $9::bigint
AND set_config('lock_timeout', $10, true) IS NOT NULL
RETURNING 1 AS stored;
COMMIT;

-- replace: an account has another version
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "migrate: into an empty database")
-- WITH change AS ( SELECT * FROM unnest($4::text::te … (as under "replace: two changes, with the key of a statement line")
-- WITH entry AS ( SELECT * FROM unnest($2::text::tex … (as under "replace: one change and a new line")
-- UPDATE hp_accounts AS stored SET balance = $4::tex … (as under "replace: a new line and the next row of its account")
ROLLBACK;
-- SELECT line_key FROM hp_statement_lines WHERE tena … (as under "replace: the statement line is stored already")
-- SELECT line_key, account, import_id, file_row, dir … (as under "replace: a line has another version")
SELECT account, currency, balance, by_month, open_session_id, last_day, version
FROM hp_accounts
WHERE tenant = $1
AND account = $2
AND currency = $3;

-- replace: the next rows of two accounts
WITH entry AS (
  SELECT *
  FROM unnest($2::text::text[], $3::text::text[], $4::text::text[], $5::text::text[], $6::text::text[],
    $7::text::text[], $8::text::bigint[], $9::text::bigint[]) WITH ORDINALITY AS entry (account, currency,
    balance, by_month, open_session_id, last_day, version, expected_version, place)
  WHERE true AND set_config('lock_timeout', $10, true) IS NOT NULL
), known AS (
  SELECT entry.*
  FROM (SELECT * FROM entry ORDER BY place) AS entry CROSS JOIN LATERAL (
    SELECT version FROM hp_accounts AS stored
    WHERE stored.tenant = $1
    AND stored.account = entry.account
    AND stored.currency = entry.currency
    AND stored.version = entry.expected_version
    FOR UPDATE
  ) AS stored
), changed AS (
  INSERT INTO hp_accounts AS stored (tenant, account, currency, balance, by_month, open_session_id, last_day,
    version)
  SELECT $1::text, account, currency, balance, by_month, open_session_id, last_day, version FROM known
  WHERE (SELECT count(*) FROM known) = (SELECT count(*) FROM entry) ORDER BY place
  ON CONFLICT (tenant, account, currency) DO UPDATE
  SET balance = excluded.balance, by_month = excluded.by_month, open_session_id = excluded.open_session_id,
    last_day = excluded.last_day, version = excluded.version
  RETURNING 1
)
SELECT 1 AS stored FROM changed HAVING count(*) = (SELECT count(*) FROM entry);

-- findRows: an account in all currencies
SELECT account, currency, balance, by_month, open_session_id, last_day, version
FROM hp_accounts
WHERE tenant = $1
AND account = ANY ((SELECT $2::text::text[])::text[]);

-- findLines
-- SELECT line_key, account, import_id, file_row, dir … (as under "replace: a line has another version")

-- pageLines: of all
SELECT line_key, account, import_id, file_row, direction, amount, currency, value_date, booked_at, outcome,
  status, held, allocated, given_back, allocations, assignee, session_id, payer_id, payer_by_rule,
  transfer_to, version, created_at, updated_at, reference, provider_transaction_id, narration
FROM hp_account_lines
WHERE tenant = $1
ORDER BY value_date, line_key
LIMIT $2;

-- pageLines: behind one
SELECT line_key, account, import_id, file_row, direction, amount, currency, value_date, booked_at, outcome,
  status, held, allocated, given_back, allocations, assignee, session_id, payer_id, payer_by_rule,
  transfer_to, version, created_at, updated_at, reference, provider_transaction_id, narration
FROM hp_account_lines
WHERE tenant = $1
AND (value_date, line_key) > ($2, $3)
ORDER BY value_date, line_key
LIMIT $4;

-- pageLines: of one status and one outcome
SELECT line_key, account, import_id, file_row, direction, amount, currency, value_date, booked_at, outcome,
  status, held, allocated, given_back, allocations, assignee, session_id, payer_id, payer_by_rule,
  transfer_to, version, created_at, updated_at, reference, provider_transaction_id, narration
FROM hp_account_lines
WHERE tenant = $1
AND status = $2
AND outcome = $3
ORDER BY value_date, line_key
LIMIT $4;

-- pageLines: of two statuses, which are all, and two outcomes
SELECT line_key, account, import_id, file_row, direction, amount, currency, value_date, booked_at, outcome,
  status, held, allocated, given_back, allocations, assignee, session_id, payer_id, payer_by_rule,
  transfer_to, version, created_at, updated_at, reference, provider_transaction_id, narration
FROM hp_account_lines
WHERE tenant = $1
AND outcome IN ($2, $3)
ORDER BY value_date, line_key
LIMIT $4;

-- pageLines: of everything at once
SELECT line_key, account, import_id, file_row, direction, amount, currency, value_date, booked_at, outcome,
  status, held, allocated, given_back, allocations, assignee, session_id, payer_id, payer_by_rule,
  transfer_to, version, created_at, updated_at, reference, provider_transaction_id, narration
FROM hp_account_lines
WHERE tenant = $1
AND account = $2
AND direction = $3
AND currency = $4
AND amount = $5
AND import_id = $6
AND session_id = $7
AND payer_id = $8
AND transfer_to = $9
AND held = $10
AND value_date >= $11
AND value_date <= $12
AND assignee = $13
AND (strpos(search_text, $14) > 0 OR strpos(narration_text, $15) > 0)
AND (value_date, line_key) > ($16, $17)
ORDER BY value_date, line_key
LIMIT $18;

-- pageLines: of no one
SELECT line_key, account, import_id, file_row, direction, amount, currency, value_date, booked_at, outcome,
  status, held, allocated, given_back, allocations, assignee, session_id, payer_id, payer_by_rule,
  transfer_to, version, created_at, updated_at, reference, provider_transaction_id, narration
FROM hp_account_lines
WHERE tenant = $1
AND assignee IS NULL
ORDER BY value_date, line_key
LIMIT $2;

-- scanLines: of one account
-- BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; S … (as under "scan: all fields")
DECLARE hp_scan_0 NO SCROLL CURSOR FOR SELECT line_key, account, import_id, file_row, direction, amount,
  currency, value_date, booked_at, outcome, status, held, allocated, given_back, allocations, assignee,
  session_id, payer_id, payer_by_rule, transfer_to, version, created_at, updated_at, reference,
  provider_transaction_id, narration
FROM hp_account_lines
WHERE tenant = $1
AND account = $2
ORDER BY value_date, line_key;
FETCH 2000 FROM hp_scan_0;
CLOSE hp_scan_0;
COMMIT;

-- lineHistory
SELECT line_key, version, id, type, created_at, actor, reason, allocations
FROM hp_line_events
WHERE tenant = $1
AND line_key = $2
ORDER BY version;

-- countLines
SELECT value_date, COUNT(*) AS count_of, SUM(version) AS versions
FROM hp_account_lines
WHERE tenant = $1
AND account = $2
AND value_date >= $3
AND value_date <= $4
GROUP BY value_date
ORDER BY value_date;

-- lineHistories
SELECT line_key, version, id, type, created_at, actor, reason, allocations
FROM hp_line_events
WHERE tenant = $1
AND line_key = ANY ((SELECT $2::text::text[])::text[])
ORDER BY line_key, version;

-- scanLineMovements
-- BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; S … (as under "scan: all fields")
DECLARE hp_scan_0 NO SCROLL CURSOR FOR SELECT event.line_key, event.version, event.id, event.type,
  event.created_at, event.actor, event.reason, event.allocations, event.counted,
  earlier.counted AS was_counted, line.line_key AS line_line_key, line.account AS line_account,
  line.import_id AS line_import_id, line.file_row AS line_file_row, line.direction AS line_direction,
  line.amount AS line_amount, line.currency AS line_currency, line.value_date AS line_value_date,
  line.booked_at AS line_booked_at, line.outcome AS line_outcome, line.status AS line_status,
  line.held AS line_held, line.allocated AS line_allocated, line.given_back AS line_given_back,
  line.allocations AS line_allocations, line.assignee AS line_assignee, line.session_id AS line_session_id,
  line.payer_id AS line_payer_id, line.payer_by_rule AS line_payer_by_rule,
  line.transfer_to AS line_transfer_to, line.version AS line_version, line.created_at AS line_created_at,
  line.updated_at AS line_updated_at, line.reference AS line_reference,
  line.provider_transaction_id AS line_provider_transaction_id, line.narration AS line_narration
FROM hp_line_events AS event
JOIN hp_account_lines AS line ON line.tenant = $1 AND line.line_key = event.line_key
LEFT JOIN hp_line_events AS earlier
ON earlier.tenant = $2
AND earlier.line_key = event.line_key
AND earlier.version = event.version - 1
WHERE event.tenant = $3
AND event.created_at >= $4
AND event.created_at < $5
ORDER BY event.created_at, event.id;
FETCH 2000 FROM hp_scan_0;
CLOSE hp_scan_0;
COMMIT;

-- scanLineMovements: of two accounts
-- BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; S … (as under "scan: all fields")
DECLARE hp_scan_0 NO SCROLL CURSOR FOR SELECT event.line_key, event.version, event.id, event.type,
  event.created_at, event.actor, event.reason, event.allocations, event.counted,
  earlier.counted AS was_counted, line.line_key AS line_line_key, line.account AS line_account,
  line.import_id AS line_import_id, line.file_row AS line_file_row, line.direction AS line_direction,
  line.amount AS line_amount, line.currency AS line_currency, line.value_date AS line_value_date,
  line.booked_at AS line_booked_at, line.outcome AS line_outcome, line.status AS line_status,
  line.held AS line_held, line.allocated AS line_allocated, line.given_back AS line_given_back,
  line.allocations AS line_allocations, line.assignee AS line_assignee, line.session_id AS line_session_id,
  line.payer_id AS line_payer_id, line.payer_by_rule AS line_payer_by_rule,
  line.transfer_to AS line_transfer_to, line.version AS line_version, line.created_at AS line_created_at,
  line.updated_at AS line_updated_at, line.reference AS line_reference,
  line.provider_transaction_id AS line_provider_transaction_id, line.narration AS line_narration
FROM hp_line_events AS event
JOIN hp_account_lines AS line ON line.tenant = $1 AND line.line_key = event.line_key
LEFT JOIN hp_line_events AS earlier
ON earlier.tenant = $2
AND earlier.line_key = event.line_key
AND earlier.version = event.version - 1
WHERE event.tenant = $3
AND event.created_at >= $4
AND event.created_at < $5
AND line.account = ANY ((SELECT $6::text::text[])::text[])
ORDER BY event.created_at, event.id;
FETCH 2000 FROM hp_scan_0;
CLOSE hp_scan_0;
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
FROM hp_line_events AS event
JOIN hp_account_lines AS line ON line.tenant = $1 AND line.line_key = event.line_key
LEFT JOIN hp_line_events AS earlier
ON earlier.tenant = $2
AND earlier.line_key = event.line_key
AND earlier.version = event.version - 1
WHERE event.tenant = $3
AND event.created_at >= $4
AND event.created_at < $5
ORDER BY event.created_at DESC, event.id DESC
LIMIT $6;

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
FROM hp_line_events AS event
JOIN hp_account_lines AS line ON line.tenant = $1 AND line.line_key = event.line_key
LEFT JOIN hp_line_events AS earlier
ON earlier.tenant = $2
AND earlier.line_key = event.line_key
AND earlier.version = event.version - 1
WHERE event.tenant = $3
AND event.created_at >= $4
AND event.created_at < $5
AND event.actor = $6
AND (event.created_at, event.id) < ($7, $8)
ORDER BY event.created_at DESC, event.id DESC
LIMIT $9;

-- pageEvents
SELECT event.id, event.created_at, event.type, event.payment_id, event.reference, event.amount,
  event.currency, event.status, event.previous_status, event.amount_reconciled, event.version, event.actor,
  event.reason, event.evidence, event.details
FROM hp_payment_events AS event
WHERE event.tenant = $1
AND event.created_at >= $2
AND event.created_at < $3
ORDER BY event.created_at DESC, event.id DESC
LIMIT $4;

-- pageEvents: of one person, behind an event
SELECT event.id, event.created_at, event.type, event.payment_id, event.reference, event.amount,
  event.currency, event.status, event.previous_status, event.amount_reconciled, event.version, event.actor,
  event.reason, event.evidence, event.details
FROM hp_payment_events AS event
WHERE event.tenant = $1
AND event.created_at >= $2
AND event.created_at < $3
AND event.actor = $4
AND (event.created_at, event.id) < ($5, $6)
ORDER BY event.created_at DESC, event.id DESC
LIMIT $7;

-- pageRowEvents: of some kinds and one person
SELECT stream, version, id, type, created_at, actor, reason, document
FROM hp_row_events
WHERE tenant = $1
AND (type LIKE $2 OR type LIKE $3)
AND actor = $4
AND created_at >= $5
AND created_at < $6
ORDER BY created_at DESC, id DESC
LIMIT $7;

-- sumEvents
SELECT actor, type, is_confirmation, currency, COUNT(*) AS count_of, SUM(amount)::text AS sum0
FROM (SELECT event.actor, event.type,
  CASE WHEN event.evidence LIKE '%"kind":"confirmation"%' THEN 1 ELSE 0 END AS is_confirmation,
  event.currency, event.amount
FROM hp_payment_events AS event
WHERE event.tenant = $1
AND event.created_at >= $2
AND event.created_at < $3
AND (event.previous_status IS NULL OR event.previous_status <> event.status)) AS changed
GROUP BY actor, type, is_confirmation, currency;

-- sumOpenLines
SELECT account, currency, direction, outcome, COUNT(*) AS count_of, MIN(value_date) AS oldest,
  SUM(amount)::text AS sum0
FROM (
  SELECT account, currency, direction, outcome, value_date, amount - allocated AS amount
  FROM hp_account_lines WHERE tenant = $1 AND status = 'open'
) AS open_line GROUP BY account, currency, direction, outcome;

-- sumOpenLines: up to a day
SELECT account, currency, direction, outcome, COUNT(*) AS count_of, MIN(value_date) AS oldest,
  SUM(amount)::text AS sum0
FROM (
  SELECT account, currency, direction, outcome, value_date, amount - allocated AS amount
  FROM hp_account_lines WHERE tenant = $1 AND status = 'open' AND value_date <= $2
) AS open_line GROUP BY account, currency, direction, outcome;

-- sumLines
SELECT account, currency, direction, outcome, COUNT(*) AS count_of, SUM(amount)::text AS sum0,
  SUM(allocated)::text AS sum1
FROM hp_account_lines
WHERE tenant = $1
GROUP BY account, currency, direction, outcome;

-- sumLines: of an account, with a text
SELECT account, currency, direction, outcome, COUNT(*) AS count_of, SUM(amount)::text AS sum0,
  SUM(allocated)::text AS sum1
FROM hp_account_lines
WHERE tenant = $1
AND status = $2
AND account = $3
AND value_date >= $4
AND (strpos(search_text, $5) > 0 OR strpos(narration_text, $6) > 0)
GROUP BY account, currency, direction, outcome;

-- pageLines: of some amounts
SELECT line_key, account, import_id, file_row, direction, amount, currency, value_date, booked_at, outcome,
  status, held, allocated, given_back, allocations, assignee, session_id, payer_id, payer_by_rule,
  transfer_to, version, created_at, updated_at, reference, provider_transaction_id, narration
FROM hp_account_lines
WHERE tenant = $1
AND status = $2
AND amount IN ($3, $4)
AND currency = $5
ORDER BY value_date, line_key
LIMIT $6;

-- replace: a note
INSERT INTO hp_line_notes AS stored (tenant, line_key, id, note, actor, created_at)
SELECT $1::text, entry.line_key, entry.id, entry.note, entry.actor, entry.created_at
FROM unnest($2::text::text[], $3::text::text[], $4::text::text[], $5::text::text[],
  $6::text::bigint[]) WITH ORDINALITY AS entry (line_key, id, note, actor, created_at, place)
  WHERE true AND set_config('lock_timeout', $7, true) IS NOT NULL ORDER BY place
RETURNING 1 AS stored;

-- pageRows: the notes of a line
SELECT line_key, id, note, actor, created_at
FROM hp_line_notes
WHERE tenant = $1
AND line_key = $2
ORDER BY id
LIMIT $3;

-- replace: the erasure of a payer
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "migrate: into an empty database")
-- WITH expected AS ( SELECT id FROM hp_payments WHER … (as under "replace: one change")
-- WITH entry AS ( SELECT * FROM unnest($2::text::tex … (as under "replace: one change and a new line")
UPDATE hp_payments SET fingerprint = NULL WHERE tenant = $1 AND id = ANY ((SELECT $2::text::text[])::text[]);
DELETE
FROM hp_payment_terms
WHERE tenant = $1
AND term = ANY ((SELECT $2::text::text[])::text[])
AND created_at = $3
AND payment_id = $4;
UPDATE hp_attempts
SET phone = NULL, phone_mark = NULL
WHERE tenant = $1
AND payment_id = ANY ((SELECT $2::text::text[])::text[]);
UPDATE hp_refunds SET note = NULL WHERE tenant = $1 AND payment_id = ANY ((SELECT $2::text::text[])::text[]);
UPDATE hp_waivers SET note = NULL WHERE tenant = $1 AND payment_id = ANY ((SELECT $2::text::text[])::text[]);
UPDATE hp_attempts
SET phone = NULL, phone_mark = NULL
WHERE tenant = $1
AND line_key = ANY ((SELECT $2::text::text[])::text[]);
DELETE FROM hp_line_notes WHERE tenant = $1 AND line_key = ANY ((SELECT $2::text::text[])::text[]);
UPDATE hp_refunds SET note = NULL WHERE tenant = $1 AND line_key = ANY ((SELECT $2::text::text[])::text[]);
COMMIT;

-- eraseLineTexts
SELECT line_key, value_date, CASE WHEN narration IS NOT NULL OR EXISTS (
  SELECT 1 FROM hp_line_notes AS note WHERE note.tenant = $1 AND note.line_key = line.line_key
) THEN 1 ELSE 0 END AS has_any
FROM hp_account_lines AS line
WHERE tenant = $2
AND value_date < $3
ORDER BY value_date, line_key
LIMIT $4;
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "migrate: into an empty database")
UPDATE hp_account_lines
SET narration = NULL, narration_text = NULL
WHERE tenant = $1
AND line_key = ANY ((SELECT $2::text::text[])::text[])
AND narration IS NOT NULL;
-- DELETE FROM hp_line_notes WHERE tenant = $1 AND li … (as under "replace: the erasure of a payer")
COMMIT;

-- eraseLineTexts: behind a line
SELECT line_key, value_date, CASE WHEN narration IS NOT NULL OR EXISTS (
  SELECT 1 FROM hp_line_notes AS note WHERE note.tenant = $1 AND note.line_key = line.line_key
) THEN 1 ELSE 0 END AS has_any
FROM hp_account_lines AS line
WHERE tenant = $2
AND value_date < $3
AND (value_date, line_key) > ($4, $5)
ORDER BY value_date, line_key
LIMIT $6;

-- replace: an import
INSERT INTO hp_statement_imports AS stored (tenant, id, document, account, created_at, completed_at,
  from_day, to_day, format, layout)
SELECT $1::text, entry.id, entry.document, entry.account, entry.created_at, entry.completed_at,
  entry.from_day, entry.to_day, entry.format, entry.layout
FROM unnest($2::text::text[], $3::text::text[], $4::text::text[], $5::text::bigint[], $6::text::bigint[],
  $7::text::text[], $8::text::text[], $9::text::text[], $10::text::text[]) WITH ORDINALITY AS entry (id,
  document, account, created_at, completed_at, from_day, to_day, format, layout, place)
  WHERE true
  AND set_config('lock_timeout', $11, true) IS NOT NULL
  ORDER BY place
  ON CONFLICT (tenant, id) DO UPDATE
  SET id = excluded.id, document = excluded.document, account = excluded.account,
    created_at = excluded.created_at, completed_at = excluded.completed_at, from_day = excluded.from_day,
    to_day = excluded.to_day, format = excluded.format, layout = excluded.layout
RETURNING 1 AS stored;

-- findRows: an import
SELECT id, document
FROM hp_statement_imports
WHERE tenant = $1
AND id = ANY ((SELECT $2::text::text[])::text[]);

-- pageRows: imports of all accounts
SELECT id, document FROM hp_statement_imports WHERE tenant = $1 ORDER BY created_at DESC, id DESC LIMIT $2;

-- pageRows: imports of one account, behind one
SELECT id, document
FROM hp_statement_imports
WHERE tenant = $1
AND account = $2
AND (created_at, id) < ($3, $4)
ORDER BY created_at DESC, id DESC
LIMIT $5;

-- pageRows: the imports beside a month
SELECT id, document
FROM hp_statement_imports
WHERE tenant = $1
AND account = $2
AND from_day IS NOT NULL
AND completed_at IS NOT NULL
AND from_day >= $3
ORDER BY from_day, created_at, id
LIMIT $4;
SELECT id, document
FROM hp_statement_imports
WHERE tenant = $1
AND account = $2
AND to_day IS NOT NULL
AND completed_at IS NOT NULL
AND to_day < $3
ORDER BY to_day DESC, created_at DESC, id DESC
LIMIT $4;
SELECT id, document
FROM hp_statement_imports
WHERE tenant = $1
AND account = $2
AND completed_at IS NOT NULL
AND format IS NOT NULL
ORDER BY created_at DESC, id DESC
LIMIT $3;

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
WHERE payment.tenant = $1
AND (payment.created_at, payment.id) < ($2, $3)
ORDER BY payment.created_at DESC, payment.id DESC
LIMIT $4;

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
  found.payment_id FROM hp_payment_terms AS found CROSS JOIN hp_payments AS payment WHERE found.tenant = $1 AND term = $2 AND payment.tenant = $3 AND payment.id = found.payment_id ORDER BY found.created_at DESC,
  found.payment_id DESC LIMIT $4) AS part0) AS hit CROSS
JOIN hp_payments AS payment
WHERE payment.tenant = $5
AND payment.id = hit.payment_id
ORDER BY hit.created_at DESC, hit.payment_id DESC
LIMIT $6;

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
  found.payment_id FROM hp_payment_terms AS found CROSS JOIN hp_payments AS payment WHERE found.tenant = $1 AND term = $2 AND payment.tenant = $3 AND payment.id = found.payment_id ORDER BY found.created_at DESC,
  found.payment_id DESC LIMIT $4) AS part0 UNION SELECT * FROM (SELECT found.created_at,
  found.payment_id FROM hp_payment_terms AS found CROSS JOIN hp_payments AS payment WHERE found.tenant = $5 AND term = $6 AND payment.tenant = $7 AND payment.id = found.payment_id ORDER BY found.created_at DESC,
  found.payment_id DESC LIMIT $8) AS part1 UNION SELECT * FROM (SELECT DISTINCT found.created_at,
  found.payment_id FROM hp_payment_terms AS found CROSS JOIN hp_payments AS payment WHERE found.tenant = $9 AND term >= $10 AND term < $11 AND strpos(substr(term,
  $12), $13) > 0 AND payment.tenant = $14 AND payment.id = found.payment_id ORDER BY found.created_at DESC,
  found.payment_id DESC LIMIT $15) AS part2 UNION SELECT * FROM (SELECT payment.created_at,
  payment.id AS payment_id FROM hp_payments AS payment WHERE payment.tenant = $16 AND payment.transaction_key = $17 ORDER BY payment.created_at DESC,
  payment.id DESC LIMIT $18) AS part3) AS hit CROSS
JOIN hp_payments AS payment
WHERE payment.tenant = $19
AND payment.id = hit.payment_id
ORDER BY hit.created_at DESC, hit.payment_id DESC
LIMIT $20;

-- searchPayments: of three clauses and everything else
SELECT COUNT(*) AS count_of
FROM (SELECT 1 AS one FROM hp_payment_terms WHERE tenant = $1 AND term = $2 ORDER BY term, created_at,
  payment_id LIMIT $3) AS some_terms;
SELECT COUNT(*) AS count_of
FROM (SELECT 1 AS one FROM hp_payment_terms WHERE tenant = $1 AND term >= $2 AND term < $3 ORDER BY term,
  created_at, payment_id LIMIT $4) AS some_terms;
SELECT payment.id, payment.reference, payment.amount, payment.currency, payment.channel, payment.created_at,
  payment.status, payment.instructions, payment.updated_at, payment.expires_at, payment.paid_at,
  payment.reversed_at, payment.canceled_at, payment.late, payment.amount_reconciled,
  payment.amount_refund_pending, payment.amount_refunded, payment.amount_written_off, payment.amount_waived,
  payment.attempt_id, payment.version, payment.description, payment.metadata, payment.status_reason,
  payment.provider_transaction_id, payment.has_customer, payment.customer_name, payment.customer_phone,
  payment.customer_id, payment.imported, payment.transaction_key, payment.money_memory,
  payment.given_back_unproved
FROM (SELECT * FROM (SELECT found.created_at,
  found.payment_id FROM hp_payment_terms AS found CROSS JOIN hp_payments AS payment WHERE found.tenant = $1 AND term = $2 AND found.created_at >= $3 AND found.created_at < $4 AND (found.created_at,
  found.payment_id) < ($5,
  $6) AND payment.tenant = $7 AND payment.id = found.payment_id AND payment.currency = $8 AND payment.status IN ($9,
  $10) AND payment.channel = ANY ((SELECT $11::text::text[])::text[]) AND (payment.id IN (SELECT payment_id FROM hp_payment_terms WHERE tenant = $12 AND ((term >= $13 AND term < $14)))) AND (payment.transaction_key = $15) ORDER BY found.created_at DESC,
  found.payment_id DESC LIMIT $16) AS part0) AS hit CROSS
JOIN hp_payments AS payment
WHERE payment.tenant = $17
AND payment.id = hit.payment_id
ORDER BY hit.created_at DESC, hit.payment_id DESC
LIMIT $18;

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
  found.payment_id FROM hp_payment_terms AS found CROSS JOIN hp_payments AS payment WHERE found.tenant = $1 AND term = $2 AND payment.tenant = $3 AND payment.id = found.payment_id AND (EXISTS (SELECT 1 FROM hp_payment_terms AS other WHERE other.tenant = $4 AND other.term = $5 AND other.created_at = payment.created_at AND other.payment_id = payment.id) OR EXISTS (SELECT 1 FROM hp_payment_terms AS other WHERE other.tenant = $6 AND other.term = $7 AND other.created_at = payment.created_at AND other.payment_id = payment.id) OR payment.id IN (SELECT payment_id FROM hp_payment_terms WHERE tenant = $8 AND ((term >= $9 AND term < $10 AND strpos(substr(term,
  $11), $12) > 0)))) ORDER BY found.created_at DESC, found.payment_id DESC LIMIT $13) AS part0) AS hit CROSS
JOIN hp_payments AS payment
WHERE payment.tenant = $14
AND payment.id = hit.payment_id
ORDER BY hit.created_at DESC, hit.payment_id DESC
LIMIT $15;

-- findCandidates
SELECT DISTINCT payment_id
FROM hp_payment_terms
WHERE tenant = $1
AND term = ANY ((SELECT $2::text::text[])::text[])
LIMIT $3;
SELECT 0 AS place, part0.*
FROM (SELECT created_at,
  payment_id FROM hp_payment_terms WHERE tenant = $1 AND term = $2 AND created_at < $3 ORDER BY created_at DESC,
  payment_id DESC LIMIT $4) AS part0
UNION ALL SELECT 1 AS place, part1.*
FROM (SELECT created_at,
  payment_id FROM hp_payment_terms WHERE tenant = $5 AND term = $6 AND created_at >= $7 ORDER BY created_at ASC,
  payment_id ASC LIMIT $8) AS part1
UNION ALL SELECT 2 AS place, part2.*
FROM (SELECT created_at,
  payment_id FROM hp_payment_terms WHERE tenant = $9 AND term = $10 AND created_at < $11 ORDER BY created_at DESC,
  payment_id DESC LIMIT $12) AS part2
UNION ALL SELECT 3 AS place, part3.*
FROM (SELECT created_at,
  payment_id FROM hp_payment_terms WHERE tenant = $13 AND term = $14 AND created_at >= $15 ORDER BY created_at ASC,
  payment_id ASC LIMIT $16) AS part3;
SELECT 0 AS place, part0.*
FROM (SELECT created_at,
  payment_id FROM hp_payment_terms WHERE tenant = $1 AND term = $2 AND created_at < $3 ORDER BY created_at DESC,
  payment_id DESC LIMIT $4) AS part0
UNION ALL SELECT 1 AS place, part1.*
FROM (SELECT created_at,
  payment_id FROM hp_payment_terms WHERE tenant = $5 AND term = $6 AND created_at >= $7 ORDER BY created_at ASC,
  payment_id ASC LIMIT $8) AS part1;
SELECT 0 AS place, part0.*
FROM (SELECT DISTINCT created_at,
  payment_id FROM hp_payment_terms WHERE tenant = $1 AND term >= $2 AND term < $3 AND created_at < $4 ORDER BY created_at DESC,
  payment_id DESC LIMIT $5) AS part0
UNION ALL SELECT 1 AS place, part1.*
FROM (SELECT DISTINCT created_at,
  payment_id FROM hp_payment_terms WHERE tenant = $6 AND term >= $7 AND term < $8 AND created_at >= $9 ORDER BY created_at ASC,
  payment_id ASC LIMIT $10) AS part1;
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = $1
AND id = ANY ((SELECT $2::text::text[])::text[]);

-- findCandidates: of several lines
-- SELECT DISTINCT payment_id FROM hp_payment_terms W … (as under "findCandidates")
-- SELECT 0 AS place, part0.* FROM (SELECT created_at … (as under "findCandidates")
-- SELECT 0 AS place, part0.* FROM (SELECT DISTINCT c … (as under "findCandidates")
-- SELECT id, reference, amount, currency, channel, c … (as under "findCandidates")

-- histories
SELECT id, created_at, type, payment_id, reference, amount, currency, status, previous_status,
  amount_reconciled, version, actor, reason, evidence, details
FROM hp_payment_events
WHERE tenant = $1
AND payment_id = ANY ((SELECT $2::text::text[])::text[])
ORDER BY payment_id, version;

-- sumUnproved
SELECT currency, COUNT(*) AS count_of, SUM(amount)::text AS sum0
FROM (SELECT currency,
  amount - amount_waived - amount_reconciled AS amount FROM hp_payments WHERE tenant = $1 AND status = 'succeeded' AND amount_reconciled < amount - amount_waived AND imported = 0 AND paid_at < $2) AS unproved
GROUP BY currency;

-- sumUnproved: of two channels
SELECT currency, COUNT(*) AS count_of, SUM(amount)::text AS sum0
FROM (SELECT currency,
  amount - amount_waived - amount_reconciled AS amount FROM hp_payments WHERE tenant = $1 AND status = 'succeeded' AND amount_reconciled < amount - amount_waived AND imported = 0 AND paid_at < $2 AND channel = ANY ((SELECT $3::text::text[])::text[])) AS unproved
GROUP BY currency;

-- sumUnproved: up to so many
SELECT currency, COUNT(*) AS count_of, SUM(amount)::text AS sum0
FROM (SELECT currency,
  amount - amount_waived - amount_reconciled AS amount FROM hp_payments WHERE tenant = $1 AND status = 'succeeded' AND amount_reconciled < amount - amount_waived AND imported = 0 AND paid_at < $2 LIMIT $3) AS unproved
GROUP BY currency;

-- sumWaiting: underPaid
SELECT currency, COUNT(*) AS count_of, SUM(asked)::text AS sum0, SUM(amount)::text AS sum1
FROM (SELECT currency, amount - amount_waived AS asked,
  amount_reconciled AS amount FROM hp_payments WHERE tenant = $1 AND amount_reconciled > 0 AND amount_reconciled < amount - amount_waived AND status IN ('pending',
  'succeeded')) AS waiting
GROUP BY currency;

-- sumWaiting: unpaidWithMoney
SELECT currency, COUNT(*) AS count_of, SUM(asked)::text AS sum0, SUM(amount)::text AS sum1
FROM (SELECT currency, amount - amount_waived AS asked,
  amount_reconciled - amount_written_off - (amount_refund_pending + amount_refunded) AS amount FROM hp_payments WHERE tenant = $1 AND amount_reconciled > 0 AND amount_reconciled < amount - amount_waived AND status IN ('expired',
  'failed') AND amount_reconciled - amount_written_off - (amount_refund_pending + amount_refunded) > 0) AS waiting
GROUP BY currency;

-- sumWaiting: refundedUnproved
SELECT currency, COUNT(*) AS count_of, SUM(asked)::text AS sum0, SUM(amount)::text AS sum1
FROM (SELECT currency, amount - amount_waived AS asked,
  given_back_unproved AS amount FROM hp_payments WHERE tenant = $1 AND given_back_unproved IS NOT NULL) AS waiting
GROUP BY currency;

-- pagePayer
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = $1
AND customer_id = $2
ORDER BY created_at, id
LIMIT $3;
SELECT line_key, account, import_id, file_row, direction, amount, currency, value_date, booked_at, outcome,
  status, held, allocated, given_back, allocations, assignee, session_id, payer_id, payer_by_rule,
  transfer_to, version, created_at, updated_at, reference, provider_transaction_id, narration
FROM hp_account_lines
WHERE tenant = $1
AND payer_id = $2
ORDER BY created_at, line_key
LIMIT $3;

-- pagePayer: behind one
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = $1
AND customer_id = $2
AND (created_at, id) > ($3, $4)
ORDER BY created_at, id
LIMIT $5;
SELECT line_key, account, import_id, file_row, direction, amount, currency, value_date, booked_at, outcome,
  status, held, allocated, given_back, allocations, assignee, session_id, payer_id, payer_by_rule,
  transfer_to, version, created_at, updated_at, reference, provider_transaction_id, narration
FROM hp_account_lines
WHERE tenant = $1
AND payer_id = $2
AND (created_at, line_key) > ($3, $4)
ORDER BY created_at, line_key
LIMIT $5;

-- sumPayer
SELECT currency, SUM(asked)::text AS sum0, SUM(amount)::text AS sum1 FROM (
  SELECT currency, amount AS asked, amount - amount_waived - amount_reconciled AS amount
  FROM hp_payments WHERE tenant = $1 AND customer_id = $2 AND status = 'pending'
) AS bill GROUP BY currency;
SELECT currency, SUM(amount)::text AS sum0 FROM (
  SELECT currency, amount - allocated - given_back AS amount
  FROM hp_account_lines WHERE tenant = $1 AND payer_id = $2 AND status = 'open' AND direction = 'credit'
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
ON event.tenant = $1 AND event.payment_id = delivery.payment_id AND event.version = delivery.version
WHERE delivery.tenant = $2 AND delivery.dead = 1
ORDER BY event.created_at, event.id LIMIT $3;

-- pageDeadEvents: behind one
SELECT event.id, event.created_at, event.type, event.payment_id, event.reference, event.amount,
  event.currency, event.status, event.previous_status, event.amount_reconciled, event.version, event.actor,
  event.reason, event.evidence, event.details
FROM hp_deliveries AS delivery
JOIN hp_payment_events AS event
ON event.tenant = $1 AND event.payment_id = delivery.payment_id AND event.version = delivery.version
WHERE delivery.tenant = $2 AND delivery.dead = 1 AND (event.created_at, event.id) > ($3, $4)
ORDER BY event.created_at, event.id LIMIT $5;

-- replace: a new refund with the change of its payment
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "migrate: into an empty database")
-- WITH expected AS ( SELECT id FROM hp_payments WHER … (as under "replace: one change")
INSERT INTO hp_refunds AS stored (tenant, id, status, payment_id, line_key, amount, currency, reason, note,
  reference, requested_by, approved_by, provider_transaction_id, amount_reconciled, returned_by, created_at,
  updated_at, paid_at, version, channel, idempotency_key, fingerprint, transaction_key)
SELECT $1::text, entry.id, entry.status, entry.payment_id, entry.line_key, entry.amount, entry.currency,
  entry.reason, entry.note, entry.reference, entry.requested_by, entry.approved_by,
  entry.provider_transaction_id, entry.amount_reconciled, entry.returned_by, entry.created_at,
  entry.updated_at, entry.paid_at, entry.version, entry.channel, entry.idempotency_key, entry.fingerprint,
  entry.transaction_key
FROM unnest($2::text::text[], $3::text::text[], $4::text::text[], $5::text::text[], $6::text::bigint[],
  $7::text::text[], $8::text::text[], $9::text::text[], $10::text::text[], $11::text::text[],
  $12::text::text[], $13::text::text[], $14::text::bigint[], $15::text::text[], $16::text::bigint[],
  $17::text::bigint[], $18::text::bigint[], $19::text::bigint[], $20::text::text[], $21::text::text[],
  $22::text::text[], $23::text::text[]) WITH ORDINALITY AS entry (id, status, payment_id, line_key, amount,
  currency, reason, note, reference, requested_by, approved_by, provider_transaction_id, amount_reconciled,
  returned_by, created_at, updated_at, paid_at, version, channel, idempotency_key, fingerprint,
  transaction_key, place)
  WHERE true AND set_config('lock_timeout', $24, true) IS NOT NULL ORDER BY place
RETURNING 1 AS stored;
COMMIT;

-- replace: a refund's next version
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "migrate: into an empty database")
-- WITH expected AS ( SELECT id FROM hp_payments WHER … (as under "replace: one change")
UPDATE hp_refunds AS stored
SET status = $3::text, note = CASE WHEN stored.note IS NULL THEN NULL ELSE $9::text END,
  approved_by = $12::text, provider_transaction_id = $13::text, amount_reconciled = $14::bigint,
  returned_by = $15::text, updated_at = $17::bigint, paid_at = $18::bigint, version = $19::bigint,
  transaction_key = $20::text
WHERE stored.tenant = $1
AND stored.id = $2::text
AND stored.version = $21::bigint
AND stored.payment_id IS NOT DISTINCT FROM $4::text
AND stored.line_key IS NOT DISTINCT FROM $5::text
AND stored.amount IS NOT DISTINCT FROM $6::bigint
AND stored.currency IS NOT DISTINCT FROM $7::text
AND stored.reason IS NOT DISTINCT FROM $8::text
AND stored.reference IS NOT DISTINCT FROM $10::text
AND stored.requested_by IS NOT DISTINCT FROM $11::text
AND stored.created_at IS NOT DISTINCT FROM $16::bigint
AND set_config('lock_timeout', $22, true) IS NOT NULL
RETURNING 1 AS stored;
COMMIT;

-- replace: a new refund of a line, with an event of its own
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "migrate: into an empty database")
-- INSERT INTO hp_refunds AS stored (tenant, id, stat … (as under "replace: a new refund with the change of its payment")
INSERT INTO hp_payment_events (tenant, id, created_at, type, payment_id, reference, amount, currency, status,
  previous_status, amount_reconciled, version, actor, reason, evidence, details)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
RETURNING 1 AS stored;
INSERT INTO hp_deliveries (tenant, event_id, payment_id, version, dead, free_at, attempts, owner)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
RETURNING 1 AS stored;
COMMIT;

-- replace: a refund has another version
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "migrate: into an empty database")
-- INSERT INTO hp_refunds AS stored (tenant, id, stat … (as under "replace: a new refund with the change of its payment")
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "replace: a new refund of a line, with an event of its own")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "replace: a new refund of a line, with an event of its own")
ROLLBACK;
SELECT id, status, payment_id, line_key, amount, currency, reason, note, reference, requested_by,
  approved_by, provider_transaction_id, amount_reconciled, returned_by, created_at, updated_at, paid_at,
  version, channel, idempotency_key, fingerprint
FROM hp_refunds
WHERE tenant = $1
AND id = ANY ((SELECT $2::text::text[])::text[]);

-- findRefunds: by every key
-- SELECT id, status, payment_id, line_key, amount, c … (as under "replace: a refund has another version")
SELECT id, status, payment_id, line_key, amount, currency, reason, note, reference, requested_by,
  approved_by, provider_transaction_id, amount_reconciled, returned_by, created_at, updated_at, paid_at,
  version, channel, idempotency_key, fingerprint
FROM hp_refunds
WHERE tenant = $1
AND reference = ANY ((SELECT $2::text::text[])::text[]);
SELECT id, status, payment_id, line_key, amount, currency, reason, note, reference, requested_by,
  approved_by, provider_transaction_id, amount_reconciled, returned_by, created_at, updated_at, paid_at,
  version, channel, idempotency_key, fingerprint
FROM hp_refunds
WHERE tenant = $1
AND transaction_key = ANY ((SELECT $2::text::text[])::text[]);
SELECT id, status, payment_id, line_key, amount, currency, reason, note, reference, requested_by,
  approved_by, provider_transaction_id, amount_reconciled, returned_by, created_at, updated_at, paid_at,
  version, channel, idempotency_key, fingerprint
FROM hp_refunds
WHERE tenant = $1
AND line_key = ANY ((SELECT $2::text::text[])::text[]);

-- refundOfKey
SELECT id, status, payment_id, line_key, amount, currency, reason, note, reference, requested_by,
  approved_by, provider_transaction_id, amount_reconciled, returned_by, created_at, updated_at, paid_at,
  version, channel, idempotency_key, fingerprint
FROM hp_refunds
WHERE tenant = $1
AND idempotency_key = ANY ((SELECT $2::text::text[])::text[]);

-- pageRefunds: of all
SELECT id, status, payment_id, line_key, amount, currency, reason, note, reference, requested_by,
  approved_by, provider_transaction_id, amount_reconciled, returned_by, created_at, updated_at, paid_at,
  version, channel, idempotency_key, fingerprint
FROM hp_refunds
WHERE tenant = $1
ORDER BY created_at DESC, id DESC
LIMIT $2;

-- pageRefunds: of two statuses, behind one
SELECT id, status, payment_id, line_key, amount, currency, reason, note, reference, requested_by,
  approved_by, provider_transaction_id, amount_reconciled, returned_by, created_at, updated_at, paid_at,
  version, channel, idempotency_key, fingerprint
FROM hp_refunds
WHERE tenant = $1
AND status IN ($2, $3)
AND (created_at, id) < ($4, $5)
ORDER BY created_at DESC, id DESC
LIMIT $6;

-- pageRefunds: of one payment, in a period of payment
SELECT id, status, payment_id, line_key, amount, currency, reason, note, reference, requested_by,
  approved_by, provider_transaction_id, amount_reconciled, returned_by, created_at, updated_at, paid_at,
  version, channel, idempotency_key, fingerprint
FROM hp_refunds
WHERE tenant = $1
AND payment_id = $2
AND paid_at IS NOT NULL
AND paid_at >= $3
AND paid_at < $4
ORDER BY paid_at DESC, id DESC
LIMIT $5;

-- scanRefunds: of one status
-- BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; S … (as under "scan: all fields")
DECLARE hp_scan_0 NO SCROLL CURSOR FOR SELECT id, status, payment_id, line_key, amount, currency, reason,
  note, reference, requested_by, approved_by, provider_transaction_id, amount_reconciled, returned_by,
  created_at, updated_at, paid_at, version, channel, idempotency_key, fingerprint
FROM hp_refunds
WHERE tenant = $1
AND status = $2
ORDER BY created_at, id;
FETCH 2000 FROM hp_scan_0;
CLOSE hp_scan_0;
COMMIT;

-- totalsOfRefunds
SELECT currency, channel, reason, status, COUNT(*) AS count_of, SUM(amount)::text AS sum0
FROM hp_refunds
WHERE tenant = $1
AND created_at >= $2
GROUP BY currency, channel, reason, status;

-- addClosing: the first of a chain, with lines
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "migrate: into an empty database")
INSERT INTO hp_closing_chains (tenant, account, sequence, hash, taken_back)
VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (tenant, account) DO NOTHING;
UPDATE hp_closing_chains
SET sequence = $1, hash = $2
WHERE tenant = $3
AND account = $4
AND sequence = $5
AND taken_back = $6
RETURNING 1 AS stored;
INSERT INTO hp_closings (tenant, account, sequence, day, kind, created_at, hash, lines_hash, document,
  line_count, line_versions)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
RETURNING 1 AS stored;
INSERT INTO hp_closing_lines (tenant, account, sequence, part, document)
VALUES ($1, $2, $3, $4, $5)
RETURNING 1 AS stored;
COMMIT;

-- addClosing: the next one, without lines
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "migrate: into an empty database")
-- UPDATE hp_closing_chains SET sequence = $1, hash = … (as under "addClosing: the first of a chain, with lines")
-- INSERT INTO hp_closings (tenant, account, sequence … (as under "addClosing: the first of a chain, with lines")
COMMIT;

-- addClosing: the chain ends elsewhere
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "migrate: into an empty database")
-- UPDATE hp_closing_chains SET sequence = $1, hash = … (as under "addClosing: the first of a chain, with lines")
-- INSERT INTO hp_closings (tenant, account, sequence … (as under "addClosing: the first of a chain, with lines")
ROLLBACK;

-- replace: a line, where the chain ends as it was read
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "migrate: into an empty database")
-- WITH entry AS ( SELECT * FROM unnest($2::text::tex … (as under "replace: one change and a new line")
UPDATE hp_closing_chains
SET taken_back = taken_back + 1
WHERE tenant = $1
AND account = $2
AND sequence = $3
RETURNING 1 AS stored;
COMMIT;

-- addClosing: money was taken back since
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "migrate: into an empty database")
-- UPDATE hp_closing_chains SET sequence = $1, hash = … (as under "addClosing: the first of a chain, with lines")
-- INSERT INTO hp_closings (tenant, account, sequence … (as under "addClosing: the first of a chain, with lines")
ROLLBACK;

-- replace: the chain ends elsewhere
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "migrate: into an empty database")
-- WITH change AS ( SELECT * FROM unnest($4::text::te … (as under "replace: two changes, with the key of a statement line")
-- WITH entry AS ( SELECT * FROM unnest($2::text::tex … (as under "replace: one change and a new line")
-- UPDATE hp_closing_chains SET taken_back = taken_ba … (as under "replace: a line, where the chain ends as it was read")
ROLLBACK;
-- SELECT line_key FROM hp_statement_lines WHERE tena … (as under "replace: the statement line is stored already")
-- SELECT line_key, account, import_id, file_row, dir … (as under "replace: a line has another version")
SELECT account, sequence, hash, taken_back
FROM hp_closing_chains
WHERE tenant = $1
AND account = ANY ((SELECT $2::text::text[])::text[]);

-- chainStates
SELECT account, sequence, hash, taken_back, (
  SELECT COUNT(*) FROM hp_closings AS link WHERE link.tenant = $1 AND link.account = chain.account
) AS links
FROM hp_closing_chains AS chain
WHERE tenant = $2
AND account = ANY ((SELECT $3::text::text[])::text[])
UNION ALL
SELECT account, 0, NULL, 0, COUNT(*)
FROM hp_closings AS link
WHERE tenant = $4
AND account = ANY ((SELECT $5::text::text[])::text[])
AND NOT EXISTS (
  SELECT 1 FROM hp_closing_chains AS chain WHERE chain.tenant = $6 AND chain.account = link.account
) GROUP BY account;

-- findClosings
SELECT account, sequence, day, kind, created_at, hash, lines_hash, document
FROM hp_closings
WHERE tenant = $1
AND account = $2
AND day = ANY ((SELECT $3::text::text[])::text[])
ORDER BY sequence;

-- pageClosings: of all
SELECT account, sequence, day, kind, created_at, hash, lines_hash, document
FROM hp_closings
WHERE tenant = $1
ORDER BY created_at DESC, sequence DESC, hash DESC
LIMIT $2;

-- pageClosings: of a time
SELECT account, sequence, day, kind, created_at, hash, lines_hash, document
FROM hp_closings
WHERE tenant = $1
AND created_at >= $2
AND created_at < $3
ORDER BY created_at DESC, sequence DESC, hash DESC
LIMIT $4;

-- pageClosings: of one account and days, behind one
SELECT account, sequence, day, kind, created_at, hash, lines_hash, document
FROM hp_closings
WHERE tenant = $1
AND account = $2
AND day >= $3
AND day <= $4
AND created_at <= $5
AND (created_at < $6 OR sequence < $7 OR (sequence = $8 AND hash < $9))
ORDER BY created_at DESC, sequence DESC, hash DESC
LIMIT $10;

-- scanClosings
-- BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; S … (as under "scan: all fields")
DECLARE hp_scan_0 NO SCROLL CURSOR FOR SELECT account, sequence, day, kind, created_at, hash, lines_hash,
  document
FROM hp_closings
WHERE tenant = $1
AND account = $2
ORDER BY sequence;
FETCH 2000 FROM hp_scan_0;
CLOSE hp_scan_0;
COMMIT;

-- closingLines
SELECT document FROM hp_closing_lines WHERE tenant = $1 AND account = $2 AND sequence = $3 ORDER BY part;

-- lineVersions
SELECT line_key, version FROM hp_account_lines WHERE tenant = $1 AND account = $2 AND value_date = $3;

-- unclosedDays
SELECT account, value_date FROM (
WITH RECURSIVE day (account, value_date) AS (
  SELECT line.account, line.value_date
  FROM hp_account_lines AS line
  WHERE line.tenant = $1
  AND line.line_key = (SELECT line_key FROM hp_account_lines WHERE tenant = $2 ORDER BY account, value_date,
    line_key LIMIT 1)
  UNION ALL
  SELECT line.account, line.value_date
  FROM day CROSS
  JOIN hp_account_lines AS line
  WHERE line.tenant = $3
  AND line.line_key = (SELECT line_key FROM hp_account_lines WHERE tenant = $4 AND (account,
    value_date) > (day.account, day.value_date) ORDER BY account, value_date, line_key LIMIT 1)
) SELECT account, value_date FROM day
) AS line_day WHERE value_date < $5 AND NOT EXISTS (
  SELECT 1 FROM hp_closings AS link WHERE link.tenant = $6 AND link.account = line_day.account
  AND link.day = line_day.value_date AND link.kind = 'closing' AND NOT EXISTS (
    SELECT 1 FROM hp_closings AS later WHERE later.tenant = $7 AND later.account = link.account
    AND later.day = link.day AND later.sequence > link.sequence
  )
);

-- unclosedDays of an account
SELECT account, value_date FROM (
WITH RECURSIVE day (account, value_date) AS (
  SELECT line.account, line.value_date
  FROM hp_account_lines AS line
  WHERE line.tenant = $1
  AND line.account = $2
  AND line.line_key = (SELECT line_key FROM hp_account_lines WHERE tenant = $3 AND account = $4 ORDER BY account,
    value_date, line_key LIMIT 1)
  UNION ALL
  SELECT line.account, line.value_date
  FROM day CROSS
  JOIN hp_account_lines AS line
  WHERE line.tenant = $5
  AND line.account = $6
  AND line.line_key = (SELECT line_key FROM hp_account_lines WHERE tenant = $7 AND account = $8 AND value_date > day.value_date ORDER BY account,
    value_date, line_key LIMIT 1)
) SELECT account, value_date FROM day
) AS line_day WHERE value_date < $9 AND NOT EXISTS (
  SELECT 1 FROM hp_closings AS link WHERE link.tenant = $10 AND link.account = line_day.account
  AND link.day = line_day.value_date AND link.kind = 'closing' AND NOT EXISTS (
    SELECT 1 FROM hp_closings AS later WHERE later.tenant = $11 AND later.account = link.account
    AND later.day = link.day AND later.sequence > link.sequence
  )
);

-- replace: a receipt, the first of a year
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "migrate: into an empty database")
INSERT INTO hp_receipt_parts AS stored (tenant, payment_id, ordinal, receipt_id, amount)
SELECT $1::text, entry.payment_id, entry.ordinal, entry.receipt_id, entry.amount
FROM unnest($2::text::text[], $3::text::bigint[], $4::text::text[],
  $5::text::bigint[]) WITH ORDINALITY AS entry (payment_id, ordinal, receipt_id, amount, place)
  WHERE true AND set_config('lock_timeout', $6, true) IS NOT NULL ORDER BY place
RETURNING 1 AS stored;
WITH counter AS (
  INSERT INTO hp_counters AS stored (tenant, counter, scope, last)
  SELECT $1::text, $2::text, $3::text, $4::bigint
  WHERE true
  AND set_config('lock_timeout', $18, true) IS NOT NULL
  ON CONFLICT (tenant, counter, scope) DO UPDATE SET last = stored.last + 1
  RETURNING last
)
INSERT INTO hp_receipts (tenant, id, year, line_key, received, currency, tendered, change_given, payer_id,
  allocations, issued_at, issued_by, copies, version, number)
SELECT $1::text, $5::text, $6::bigint, $7::text, $8::bigint, $9::text, $10::bigint, $11::bigint, $12::text,
  $13::text, $14::bigint, $15::text, $16::bigint, $17::bigint, last
FROM counter
RETURNING 1 AS stored;
COMMIT;
SELECT id, year, number, line_key, received, currency, tendered, change_given, payer_id, allocations,
  issued_at, issued_by, copies, version
FROM hp_receipts
WHERE tenant = $1
AND id = ANY ((SELECT $2::text::text[])::text[]);

-- replace: a receipt, the next one
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "migrate: into an empty database")
-- INSERT INTO hp_receipt_parts AS stored (tenant, pa … (as under "replace: a receipt, the first of a year")
-- WITH counter AS ( INSERT INTO hp_counters AS store … (as under "replace: a receipt, the first of a year")
COMMIT;
-- SELECT id, year, number, line_key, received, curre … (as under "replace: a receipt, the first of a year")

-- replace: a receipt of a payment that has one, by its next part
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "migrate: into an empty database")
-- INSERT INTO hp_receipt_parts AS stored (tenant, pa … (as under "replace: a receipt, the first of a year")
-- WITH counter AS ( INSERT INTO hp_counters AS store … (as under "replace: a receipt, the first of a year")
COMMIT;
-- SELECT id, year, number, line_key, received, curre … (as under "replace: a receipt, the first of a year")

-- replace: a receipt is printed
UPDATE hp_receipts AS stored SET copies = $14::bigint, version = $15::bigint
WHERE stored.tenant = $1
AND stored.id = $2::text
AND stored.version = $16::bigint
AND stored.year IS NOT DISTINCT FROM $3::bigint
AND stored.number IS NOT DISTINCT FROM $4::bigint
AND stored.line_key IS NOT DISTINCT FROM $5::text
AND stored.received IS NOT DISTINCT FROM $6::bigint
AND stored.currency IS NOT DISTINCT FROM $7::text
AND stored.tendered IS NOT DISTINCT FROM $8::bigint
AND stored.change_given IS NOT DISTINCT FROM $9::bigint
AND stored.payer_id IS NOT DISTINCT FROM $10::text
AND stored.allocations IS NOT DISTINCT FROM $11::text
AND stored.issued_at IS NOT DISTINCT FROM $12::bigint
AND stored.issued_by IS NOT DISTINCT FROM $13::text
AND set_config('lock_timeout', $17, true) IS NOT NULL
RETURNING 1 AS stored;

-- replace: a receipt, the part of the payment has one
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "migrate: into an empty database")
-- INSERT INTO hp_receipt_parts AS stored (tenant, pa … (as under "replace: a receipt, the first of a year")
-- WITH counter AS ( INSERT INTO hp_counters AS store … (as under "replace: a receipt, the first of a year")
ROLLBACK;
SELECT payment_id, ordinal, receipt_id, amount
FROM hp_receipt_parts
WHERE tenant = $1
AND payment_id = $2
AND ordinal = $3;
-- SELECT id, year, number, line_key, received, curre … (as under "replace: a receipt, the first of a year")
-- SELECT id, year, number, line_key, received, curre … (as under "replace: a receipt, the first of a year")

-- findRows: of a payment with a receipt
SELECT payment_id, ordinal, receipt_id, amount
FROM hp_receipt_parts
WHERE tenant = $1
AND payment_id = ANY ((SELECT $2::text::text[])::text[]);
-- SELECT id, year, number, line_key, received, curre … (as under "replace: a receipt, the first of a year")

-- pageRows: receipts of all years
SELECT id, year, number, line_key, received, currency, tendered, change_given, payer_id, allocations,
  issued_at, issued_by, copies, version
FROM hp_receipts
WHERE tenant = $1
ORDER BY year, number
LIMIT $2;

-- pageRows: receipts of one year, behind one
SELECT id, year, number, line_key, received, currency, tendered, change_given, payer_id, allocations,
  issued_at, issued_by, copies, version
FROM hp_receipts
WHERE tenant = $1
AND year = $2
AND (number) > ($3)
ORDER BY number
LIMIT $4;

-- pageRows: receipts of a payer
SELECT id, year, number, line_key, received, currency, tendered, change_given, payer_id, allocations,
  issued_at, issued_by, copies, version
FROM hp_receipts
WHERE tenant = $1
AND payer_id = $2
AND payer_id IS NOT NULL
ORDER BY year, number
LIMIT $3;

-- pageRows: receipts of an actor, behind one
SELECT id, year, number, line_key, received, currency, tendered, change_given, payer_id, allocations,
  issued_at, issued_by, copies, version
FROM hp_receipts
WHERE tenant = $1
AND issued_by = $2
AND issued_by IS NOT NULL
AND (year, number) > ($3, $4)
ORDER BY year, number
LIMIT $5;

-- pageRows: receipts of some days
SELECT id, year, number, line_key, received, currency, tendered, change_given, payer_id, allocations,
  issued_at, issued_by, copies, version
FROM hp_receipts
WHERE tenant = $1
AND issued_at >= $2
AND issued_at < $3
ORDER BY issued_at, id
LIMIT $4;

-- findRows: of the line of a receipt
SELECT id, year, number, line_key, received, currency, tendered, change_given, payer_id, allocations,
  issued_at, issued_by, copies, version
FROM hp_receipts
WHERE tenant = $1
AND line_key = ANY ((SELECT $2::text::text[])::text[]);

-- scan: of more rows than one statement reads
-- BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; S … (as under "scan: all fields")
-- DECLARE hp_scan_0 NO SCROLL CURSOR FOR SELECT ROW( … (as under "scan: by createdAt")
FETCH 2000 FROM hp_scan_0;
FETCH 2000 FROM hp_scan_0;
CLOSE hp_scan_0;
COMMIT;

-- insert: repeated, because the connection broke before the answer to the first one
-- WITH payment AS ( INSERT INTO hp_payments (tenant, … (as under "insert: stored")
SHOW default_transaction_isolation;
-- WITH payment AS ( INSERT INTO hp_payments (tenant, … (as under "insert: stored")
-- SELECT id, reference, amount, currency, channel, c … (as under "insert: another payment has the id")
SELECT id
FROM hp_payment_events
WHERE tenant = $1
AND payment_id = ANY ((SELECT $2::text::text[])::text[])
AND version = 1;

-- replace: repeated, because the connection broke before the answer to the first one
-- WITH expected AS ( SELECT id FROM hp_payments WHER … (as under "replace: one change")
SHOW default_transaction_isolation;
-- WITH expected AS ( SELECT id FROM hp_payments WHER … (as under "replace: one change")
SELECT id FROM hp_payment_events WHERE tenant = $1 AND payment_id = $2 AND version = $3;

-- replace: repeated, because the connection broke before the answer to the first one
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "migrate: into an empty database")
-- WITH change AS ( SELECT * FROM unnest($4::text::te … (as under "replace: two changes, with the key of a statement line")
-- WITH entry AS ( SELECT * FROM unnest($2::text::tex … (as under "replace: one change and a new line")
COMMIT;
SHOW default_transaction_isolation;
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "migrate: into an empty database")
-- WITH change AS ( SELECT * FROM unnest($4::text::te … (as under "replace: two changes, with the key of a statement line")
-- WITH entry AS ( SELECT * FROM unnest($2::text::tex … (as under "replace: one change and a new line")
ROLLBACK;
SELECT id FROM hp_line_events WHERE tenant = $1 AND line_key = $2 AND version = $3;

-- archive: what no call before has sent
SELECT name FROM hp_2023_migrations;
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved
FROM hp_payments
WHERE tenant = $1
AND created_at < $2
ORDER BY created_at asc, id asc
LIMIT $3;
SELECT DISTINCT payment_id
FROM hp_deliveries
WHERE tenant = $1
AND payment_id = ANY ((SELECT $2::text::text[])::text[]);
SELECT id, status, payment_id, line_key, amount, currency, reason, note, reference, requested_by,
  approved_by, provider_transaction_id, amount_reconciled, returned_by, created_at, updated_at, paid_at,
  version, channel, idempotency_key, fingerprint
FROM hp_refunds
WHERE tenant = $1
AND payment_id = ANY ((SELECT $2::text::text[])::text[]);
SELECT id, status, payment_id, reference, amount, currency, scheme, reason, note, requested_by, decided_by,
  decided_at, revoked_by, revoked_at, line_key, created_at, updated_at, version
FROM hp_waivers
WHERE tenant = $1
AND payment_id = ANY ((SELECT $2::text::text[])::text[]);
SELECT id, status, payment_id, provider, account, amount, currency, instructions, failure, line_key, checks,
  next_check_at, created_by, created_at, updated_at, payment_reference, reference, code, phone, had_phone,
  phone_mark, return_url, is_answered, session, session_mark, receipt, receipt_key, met_by, fee_key,
  fee_met_by, polls, poll_at, wakes, woken_at, leased_until, events, request_key, fingerprint, version
FROM hp_attempts
WHERE tenant = $1
AND payment_id = ANY ((SELECT $2::text::text[])::text[]);
SELECT id, status, payment_id, provider, account, amount, currency, instructions, failure, line_key, checks,
  next_check_at, created_by, created_at, updated_at, payment_reference, reference, code, phone, had_phone,
  phone_mark, return_url, is_answered, session, session_mark, receipt, receipt_key, met_by, fee_key,
  fee_met_by, polls, poll_at, wakes, woken_at, leased_until, events, request_key, fingerprint, version
FROM hp_attempts
WHERE tenant = $1
AND line_key = ANY ((SELECT $2::text::text[])::text[]);
SELECT id, status, payment_id, provider, account, amount, currency, instructions, failure, line_key, checks,
  next_check_at, created_by, created_at, updated_at, payment_reference, reference, code, phone, had_phone,
  phone_mark, return_url, is_answered, session, session_mark, receipt, receipt_key, met_by, fee_key,
  fee_met_by, polls, poll_at, wakes, woken_at, leased_until, events, request_key, fingerprint, version
FROM hp_attempts
WHERE tenant = $1
AND fee_key = ANY ((SELECT $2::text::text[])::text[]);
SELECT id, status, payment_id, reference, amount, currency, scheme, reason, note, requested_by, decided_by,
  decided_at, revoked_by, revoked_at, line_key, created_at, updated_at, version
FROM hp_waivers
WHERE tenant = $1
AND id = ANY ((SELECT $2::text::text[])::text[]);
SELECT line_key, identity_mark, receipt_mark, entry_mark, reference_mark
FROM hp_account_lines
WHERE tenant = $1
AND line_key = ANY ((SELECT $2::text::text[])::text[]);
SELECT account, day, sums, version
FROM hp_carried_forward
WHERE tenant = $1
AND account = $2
AND day >= $3
AND day < $4
ORDER BY day
LIMIT $5;
SELECT account, currency, balance, by_month, open_session_id, last_day, version
FROM hp_2023_accounts
WHERE tenant = $1
AND account = ANY ((SELECT $2::text::text[])::text[]);
SELECT COUNT(*) AS count_of
FROM hp_payments
WHERE tenant = $1
AND id = ANY ((SELECT $2::text::text[])::text[]);
SELECT COUNT(*) AS count_of
FROM hp_payment_events
WHERE tenant = $1
AND payment_id = ANY ((SELECT $2::text::text[])::text[]);
SELECT COUNT(*) AS count_of
FROM hp_payment_terms
WHERE tenant = $1
AND term = ANY ((SELECT $2::text::text[])::text[])
AND created_at >= $3
AND created_at <= $4
AND payment_id = ANY ((SELECT $5::text::text[])::text[]);
SELECT COUNT(*) AS count_of
FROM hp_account_lines
WHERE tenant = $1
AND line_key = ANY ((SELECT $2::text::text[])::text[]);
SELECT COUNT(*) AS count_of
FROM hp_line_events
WHERE tenant = $1
AND line_key = ANY ((SELECT $2::text::text[])::text[]);
SELECT COUNT(*) AS count_of
FROM hp_row_events
WHERE tenant = $1
AND stream = ANY ((SELECT $2::text::text[])::text[]);
SELECT COUNT(*) AS count_of
FROM hp_line_notes
WHERE tenant = $1
AND line_key = ANY ((SELECT $2::text::text[])::text[]);
SELECT COUNT(*) AS count_of
FROM hp_payer_entries
WHERE tenant = $1
AND id = ANY ((SELECT $2::text::text[])::text[]);
SELECT COUNT(*) AS count_of
FROM hp_receipt_parts
WHERE tenant = $1
AND payment_id = ANY ((SELECT $2::text::text[])::text[]);
SELECT COUNT(*) AS count_of
FROM hp_receipts
WHERE tenant = $1
AND id = ANY ((SELECT $2::text::text[])::text[]);
SELECT COUNT(*) AS count_of FROM hp_refunds WHERE tenant = $1 AND id = ANY ((SELECT $2::text::text[])::text[]);
SELECT COUNT(*) AS count_of FROM hp_waivers WHERE tenant = $1 AND id = ANY ((SELECT $2::text::text[])::text[]);
INSERT INTO hp_maintenance (tenant, transaction_id) VALUES ($1, CAST(txid_current() AS text));
SELECT 1 AS stored
FROM hp_payments
WHERE tenant = $1
AND id = ANY ((SELECT $2::text::text[])::text[]) FOR UPDATE;
SELECT COUNT(*) AS count_of
FROM hp_payments
WHERE tenant = $1
AND id = ANY ((SELECT $2::text::text[])::text[])
GROUP BY tenant
HAVING SUM(version) = $3;
SELECT 1 AS stored
FROM hp_account_lines
WHERE tenant = $1
AND line_key = ANY ((SELECT $2::text::text[])::text[]) FOR UPDATE;
SELECT COUNT(*) AS count_of
FROM hp_account_lines
WHERE tenant = $1
AND line_key = ANY ((SELECT $2::text::text[])::text[])
GROUP BY tenant
HAVING SUM(version) = $3;
SELECT 1 AS stored
FROM hp_receipts
WHERE tenant = $1
AND id = ANY ((SELECT $2::text::text[])::text[]) FOR UPDATE;
SELECT COUNT(*) AS count_of
FROM hp_receipts
WHERE tenant = $1
AND id = ANY ((SELECT $2::text::text[])::text[])
GROUP BY tenant
HAVING SUM(version) = $3;
SELECT 1 AS stored
FROM hp_refunds
WHERE tenant = $1
AND id = ANY ((SELECT $2::text::text[])::text[]) FOR UPDATE;
SELECT COUNT(*) AS count_of
FROM hp_refunds
WHERE tenant = $1
AND id = ANY ((SELECT $2::text::text[])::text[])
GROUP BY tenant
HAVING SUM(version) = $3;
SELECT 1 AS stored
FROM hp_waivers
WHERE tenant = $1
AND id = ANY ((SELECT $2::text::text[])::text[]) FOR UPDATE;
SELECT COUNT(*) AS count_of
FROM hp_waivers
WHERE tenant = $1
AND id = ANY ((SELECT $2::text::text[])::text[])
GROUP BY tenant
HAVING SUM(version) = $3;
INSERT INTO hp_carried_forward AS stored (tenant, account, day, sums, version)
SELECT $1::text, entry.account, entry.day, entry.sums, entry.version
FROM unnest($2::text::text[], $3::text::text[], $4::text::text[],
  $5::text::bigint[]) WITH ORDINALITY AS entry (account, day, sums, version, place)
  WHERE true AND set_config('lock_timeout', $6, true) IS NOT NULL ORDER BY place
RETURNING 1 AS stored;
INSERT INTO hp_moved_lines AS stored (tenant, line_key, account, import_id, direction, amount, currency,
  value_date, reference, provider_transaction_id, line_version, digest, session_id, moved_to, identity_mark,
  receipt_mark, entry_mark, reference_mark)
SELECT $1::text, entry.line_key, entry.account, entry.import_id, entry.direction, entry.amount,
  entry.currency, entry.value_date, entry.reference, entry.provider_transaction_id, entry.line_version,
  entry.digest, entry.session_id, entry.moved_to, entry.identity_mark, entry.receipt_mark, entry.entry_mark,
  entry.reference_mark
FROM unnest($2::text::text[], $3::text::text[], $4::text::text[], $5::text::text[], $6::text::bigint[],
  $7::text::text[], $8::text::text[], $9::text::text[], $10::text::text[], $11::text::bigint[],
  $12::text::text[], $13::text::text[], $14::text::text[], $15::text::text[], $16::text::text[],
  $17::text::text[], $18::text::text[]) WITH ORDINALITY AS entry (line_key, account, import_id, direction,
  amount, currency, value_date, reference, provider_transaction_id, line_version, digest, session_id,
  moved_to, identity_mark, receipt_mark, entry_mark, reference_mark, place)
  WHERE true AND set_config('lock_timeout', $19, true) IS NOT NULL ORDER BY place
RETURNING 1 AS stored;
INSERT INTO hp_2023_accounts AS stored (tenant, account, currency, balance, by_month, open_session_id,
  last_day, version)
SELECT $1::text, entry.account, entry.currency, entry.balance, entry.by_month, entry.open_session_id,
  entry.last_day, entry.version
FROM unnest($2::text::text[], $3::text::text[], $4::text::text[], $5::text::text[], $6::text::text[],
  $7::text::text[], $8::text::bigint[]) WITH ORDINALITY AS entry (account, currency, balance, by_month,
  open_session_id, last_day, version, place)
  WHERE true AND set_config('lock_timeout', $9, true) IS NOT NULL ORDER BY place
RETURNING 1 AS stored;
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
WHERE tenant = $1
AND id = ANY ((SELECT $2::text::text[])::text[])
RETURNING 1 AS stored;
DELETE
FROM hp_payments
WHERE tenant = $1
AND id = ANY ((SELECT $2::text::text[])::text[])
RETURNING 1 AS stored;
INSERT INTO hp_2023_payment_events (tenant, id, created_at, type, payment_id, reference, amount, currency,
  status, previous_status, amount_reconciled, version, actor, reason, evidence, details) SELECT tenant, id,
  created_at, type, payment_id, reference, amount, currency, status, previous_status, amount_reconciled,
  version, actor, reason, evidence, details
FROM hp_payment_events
WHERE tenant = $1
AND payment_id = ANY ((SELECT $2::text::text[])::text[])
RETURNING 1 AS stored;
DELETE
FROM hp_payment_events
WHERE tenant = $1
AND payment_id = ANY ((SELECT $2::text::text[])::text[])
RETURNING 1 AS stored;
INSERT INTO hp_2023_payment_terms (tenant, term, created_at, payment_id) SELECT tenant, term, created_at,
  payment_id
FROM hp_payment_terms
WHERE tenant = $1
AND term = ANY ((SELECT $2::text::text[])::text[])
AND created_at >= $3
AND created_at <= $4
AND payment_id = ANY ((SELECT $5::text::text[])::text[])
RETURNING 1 AS stored;
DELETE
FROM hp_payment_terms
WHERE tenant = $1
AND term = ANY ((SELECT $2::text::text[])::text[])
AND created_at >= $3
AND created_at <= $4
AND payment_id = ANY ((SELECT $5::text::text[])::text[])
RETURNING 1 AS stored;
INSERT INTO hp_2023_account_lines (tenant, line_key, account, import_id, file_row, direction, amount,
  currency, value_date, booked_at, outcome, status, held, allocated, given_back, allocations, assignee,
  session_id, payer_id, payer_by_rule, transfer_to, version, created_at, updated_at, reference,
  provider_transaction_id, narration, search_text, narration_text, identity_mark, receipt_mark, entry_mark,
  reference_mark) SELECT tenant, line_key, account, import_id, file_row, direction, amount, currency,
  value_date, booked_at, outcome, status, held, allocated, given_back, allocations, assignee, session_id,
  payer_id, payer_by_rule, transfer_to, version, created_at, updated_at, reference, provider_transaction_id,
  narration, search_text, narration_text, identity_mark, receipt_mark, entry_mark, reference_mark
FROM hp_account_lines
WHERE tenant = $1
AND line_key = ANY ((SELECT $2::text::text[])::text[])
RETURNING 1 AS stored;
DELETE
FROM hp_account_lines
WHERE tenant = $1
AND line_key = ANY ((SELECT $2::text::text[])::text[])
RETURNING 1 AS stored;
INSERT INTO hp_2023_line_events (tenant, line_key, version, id, type, created_at, actor, reason, allocations,
  counted) SELECT tenant, line_key, version, id, type, created_at, actor, reason, allocations, counted
FROM hp_line_events
WHERE tenant = $1
AND line_key = ANY ((SELECT $2::text::text[])::text[])
RETURNING 1 AS stored;
DELETE
FROM hp_line_events
WHERE tenant = $1
AND line_key = ANY ((SELECT $2::text::text[])::text[])
RETURNING 1 AS stored;
INSERT INTO hp_2023_row_events (tenant, stream, version, id, type, created_at, actor, reason,
  document) SELECT tenant, stream, version, id, type, created_at, actor, reason, document
FROM hp_row_events
WHERE tenant = $1
AND stream = ANY ((SELECT $2::text::text[])::text[])
RETURNING 1 AS stored;
DELETE
FROM hp_row_events
WHERE tenant = $1
AND stream = ANY ((SELECT $2::text::text[])::text[])
RETURNING 1 AS stored;
INSERT INTO hp_2023_line_notes (tenant, line_key, id, note, actor, created_at) SELECT tenant, line_key, id,
  note, actor, created_at
FROM hp_line_notes
WHERE tenant = $1
AND line_key = ANY ((SELECT $2::text::text[])::text[])
RETURNING 1 AS stored;
DELETE
FROM hp_line_notes
WHERE tenant = $1
AND line_key = ANY ((SELECT $2::text::text[])::text[])
RETURNING 1 AS stored;
INSERT INTO hp_2023_payer_entries (tenant, id, payer_id, at, kind, payment_id, line_key, amount,
  currency) SELECT tenant, id, payer_id, at, kind, payment_id, line_key, amount, currency
FROM hp_payer_entries
WHERE tenant = $1
AND id = ANY ((SELECT $2::text::text[])::text[])
RETURNING 1 AS stored;
DELETE
FROM hp_payer_entries
WHERE tenant = $1
AND id = ANY ((SELECT $2::text::text[])::text[])
RETURNING 1 AS stored;
INSERT INTO hp_2023_receipt_parts (tenant, payment_id, ordinal, receipt_id, amount) SELECT tenant,
  payment_id, ordinal, receipt_id, amount
FROM hp_receipt_parts
WHERE tenant = $1
AND payment_id = ANY ((SELECT $2::text::text[])::text[])
RETURNING 1 AS stored;
DELETE
FROM hp_receipt_parts
WHERE tenant = $1
AND payment_id = ANY ((SELECT $2::text::text[])::text[])
RETURNING 1 AS stored;
INSERT INTO hp_2023_receipts (tenant, id, year, number, line_key, received, currency, tendered, change_given,
  payer_id, allocations, issued_at, issued_by, copies, version) SELECT tenant, id, year, number, line_key,
  received, currency, tendered, change_given, payer_id, allocations, issued_at, issued_by, copies, version
FROM hp_receipts
WHERE tenant = $1
AND id = ANY ((SELECT $2::text::text[])::text[])
RETURNING 1 AS stored;
DELETE
FROM hp_receipts
WHERE tenant = $1
AND id = ANY ((SELECT $2::text::text[])::text[])
RETURNING 1 AS stored;
INSERT INTO hp_2023_refunds (tenant, id, status, payment_id, line_key, amount, currency, reason, note,
  reference, requested_by, approved_by, provider_transaction_id, amount_reconciled, returned_by, created_at,
  updated_at, paid_at, version, channel, idempotency_key, fingerprint, transaction_key) SELECT tenant, id,
  status, payment_id, line_key, amount, currency, reason, note, reference, requested_by, approved_by,
  provider_transaction_id, amount_reconciled, returned_by, created_at, updated_at, paid_at, version, channel,
  idempotency_key, fingerprint, transaction_key
FROM hp_refunds
WHERE tenant = $1
AND id = ANY ((SELECT $2::text::text[])::text[])
RETURNING 1 AS stored;
DELETE
FROM hp_refunds
WHERE tenant = $1
AND id = ANY ((SELECT $2::text::text[])::text[])
RETURNING 1 AS stored;
INSERT INTO hp_2023_waivers (tenant, id, status, payment_id, reference, amount, currency, scheme, reason,
  note, requested_by, decided_by, decided_at, revoked_by, revoked_at, line_key, created_at, updated_at,
  version) SELECT tenant, id, status, payment_id, reference, amount, currency, scheme, reason, note,
  requested_by, decided_by, decided_at, revoked_by, revoked_at, line_key, created_at, updated_at, version
FROM hp_waivers
WHERE tenant = $1
AND id = ANY ((SELECT $2::text::text[])::text[])
RETURNING 1 AS stored;
DELETE
FROM hp_waivers
WHERE tenant = $1
AND id = ANY ((SELECT $2::text::text[])::text[])
RETURNING 1 AS stored;
DELETE FROM hp_maintenance WHERE tenant = $1;
SELECT line_key, id, note, actor, created_at
FROM hp_line_notes
WHERE tenant = $1
AND line_key = ANY ((SELECT $2::text::text[])::text[]);
SELECT line_key, account, import_id, file_row, direction, amount, currency, value_date, booked_at, outcome,
  status, held, allocated, given_back, allocations, assignee, session_id, payer_id, payer_by_rule,
  transfer_to, version, created_at, updated_at, reference, provider_transaction_id, narration
FROM hp_account_lines
WHERE tenant = $1
AND status = $2
AND value_date <= $3
ORDER BY value_date, line_key
LIMIT $4;
WITH entry AS (
  SELECT *
  FROM unnest($2::text::text[], $3::text::text[], $4::text::text[], $5::text::bigint[],
    $6::text::bigint[]) WITH ORDINALITY AS entry (account, day, sums, version, expected_version, place)
  WHERE true AND set_config('lock_timeout', $7, true) IS NOT NULL
), known AS (
  SELECT entry.*
  FROM (SELECT * FROM entry ORDER BY place) AS entry CROSS JOIN LATERAL (
    SELECT version FROM hp_carried_forward AS stored
    WHERE stored.tenant = $1
    AND stored.account = entry.account
    AND stored.day = entry.day
    AND stored.version = entry.expected_version
    FOR UPDATE
  ) AS stored
), changed AS (
  INSERT INTO hp_carried_forward AS stored (tenant, account, day, sums, version)
  SELECT $1::text, account, day, sums, version FROM known
  WHERE (SELECT count(*) FROM known) = (SELECT count(*) FROM entry) ORDER BY place
  ON CONFLICT (tenant, account, day) DO UPDATE SET sums = excluded.sums, version = excluded.version
  RETURNING 1
)
SELECT 1 AS stored FROM changed HAVING count(*) = (SELECT count(*) FROM entry);
WITH entry AS (
  SELECT *
  FROM unnest($2::text::text[], $3::text::text[], $4::text::text[], $5::text::text[], $6::text::text[],
    $7::text::text[], $8::text::bigint[], $9::text::bigint[]) WITH ORDINALITY AS entry (account, currency,
    balance, by_month, open_session_id, last_day, version, expected_version, place)
  WHERE true AND set_config('lock_timeout', $10, true) IS NOT NULL
), known AS (
  SELECT entry.*
  FROM (SELECT * FROM entry ORDER BY place) AS entry CROSS JOIN LATERAL (
    SELECT version FROM hp_2023_accounts AS stored
    WHERE stored.tenant = $1
    AND stored.account = entry.account
    AND stored.currency = entry.currency
    AND stored.version = entry.expected_version
    FOR UPDATE
  ) AS stored
), changed AS (
  INSERT INTO hp_2023_accounts AS stored (tenant, account, currency, balance, by_month, open_session_id,
    last_day, version)
  SELECT $1::text, account, currency, balance, by_month, open_session_id, last_day, version FROM known
  WHERE (SELECT count(*) FROM known) = (SELECT count(*) FROM entry) ORDER BY place
  ON CONFLICT (tenant, account, currency) DO UPDATE
  SET balance = excluded.balance, by_month = excluded.by_month, open_session_id = excluded.open_session_id,
    last_day = excluded.last_day, version = excluded.version
  RETURNING 1
)
SELECT 1 AS stored FROM changed HAVING count(*) = (SELECT count(*) FROM entry);
SELECT id, point, account, currency, status, opened_by, opened_at, opening_float, float_difference,
  float_reason, received, paid_out, sent, confirmed, closed_by, closed_at, expected, counted, difference,
  denominations, reason, version
FROM hp_cash_sessions
WHERE tenant = $1
AND opened_at < $2
ORDER BY opened_at, id
LIMIT $3;
SELECT line_key, account, import_id, file_row, direction, amount, currency, value_date, booked_at, outcome,
  status, held, allocated, given_back, allocations, assignee, session_id, payer_id, payer_by_rule,
  transfer_to, version, created_at, updated_at, reference, provider_transaction_id, narration
FROM hp_account_lines
WHERE tenant = $1
AND session_id = $2
ORDER BY value_date, line_key
LIMIT $3;
SELECT line_key, account, import_id, direction, amount, currency, value_date, reference,
  provider_transaction_id, line_version, digest, session_id, moved_to, identity_mark, receipt_mark,
  entry_mark, reference_mark
FROM hp_moved_lines
WHERE tenant = $1
AND session_id = ANY ((SELECT $2::text::text[])::text[]);
SELECT COUNT(*) AS count_of
FROM hp_cash_sessions
WHERE tenant = $1
AND id = ANY ((SELECT $2::text::text[])::text[]);
SELECT 1 AS stored
FROM hp_cash_sessions
WHERE tenant = $1
AND id = ANY ((SELECT $2::text::text[])::text[]) FOR UPDATE;
SELECT COUNT(*) AS count_of
FROM hp_cash_sessions
WHERE tenant = $1
AND id = ANY ((SELECT $2::text::text[])::text[])
GROUP BY tenant
HAVING SUM(version) = $3;
INSERT INTO hp_2023_cash_sessions (tenant, id, point, account, currency, status, opened_by, opened_at,
  opening_float, float_difference, float_reason, received, paid_out, sent, confirmed, closed_by, closed_at,
  expected, counted, difference, denominations, reason, version, unexplained) SELECT tenant, id, point,
  account, currency, status, opened_by, opened_at, opening_float, float_difference, float_reason, received,
  paid_out, sent, confirmed, closed_by, closed_at, expected, counted, difference, denominations, reason,
  version, unexplained
FROM hp_cash_sessions
WHERE tenant = $1
AND id = ANY ((SELECT $2::text::text[])::text[])
RETURNING 1 AS stored;
DELETE
FROM hp_cash_sessions
WHERE tenant = $1
AND id = ANY ((SELECT $2::text::text[])::text[])
RETURNING 1 AS stored;

-- in the host's transaction: insert: stored
SAVEPOINT hp_call;
WITH payment AS (
  INSERT INTO hp_payments (tenant, id, reference, amount, currency, channel, created_at, status,
    instructions, updated_at, expires_at, paid_at, reversed_at, canceled_at, late, amount_reconciled,
    amount_refund_pending, amount_refunded, amount_written_off, amount_waived, attempt_id, version,
    description, metadata, status_reason, provider_transaction_id, has_customer, customer_name,
    customer_phone, customer_id, imported, transaction_key, money_memory, given_back_unproved,
    live_reference, idempotency_key, fingerprint)
  VALUES (CASE WHEN true THEN $1::text END, $2, $3, $4, $5, $6, $7, 'pending', $8, $7, $9, NULL, NULL, NULL,
    0, 0, 0, 0, 0, 0, NULL, 1, $10, $11, NULL, NULL, $12, $13, $14, $15, 0, NULL, NULL, NULL, $16, $17, $18)
  ON CONFLICT DO NOTHING RETURNING created_at, id
), event AS (
  INSERT INTO hp_payment_events (tenant, id, created_at, type, payment_id, reference, amount, currency,
    status, previous_status, amount_reconciled, version, actor, reason, evidence, details)
  SELECT $1::text, $19::text, $7::bigint, 'payment.created'::text, $2::text, $3::text, $4::bigint, $5::text,
    'pending'::text, NULL::text, 0::bigint, 1::bigint, $20::text, NULL::text, NULL::text, NULL::text
  FROM payment
  RETURNING 1
), delivery AS (
  INSERT INTO hp_deliveries (tenant, event_id, payment_id, version, dead, free_at, attempts, owner)
  SELECT $1::text, $19::text, $2::text, 1::bigint, 0, 0, 0, NULL FROM payment WHERE 1::bigint = 1
  RETURNING 1
), term AS (
  INSERT INTO hp_payment_terms (tenant, term, created_at, payment_id)
  SELECT $1::text, given.term, created_at, id
  FROM payment CROSS
  JOIN unnest($21::text::text[]) AS given (term)
  RETURNING 1
)
SELECT 1 AS stored FROM payment;
RELEASE SAVEPOINT hp_call;

-- in the host's transaction: insert: another payment has the idempotency key
SAVEPOINT hp_call;
-- WITH payment AS ( INSERT INTO hp_payments (tenant, … (as under "in the host's transaction: insert: stored")
ROLLBACK TO SAVEPOINT hp_call;
RELEASE SAVEPOINT hp_call;
SAVEPOINT hp_call;
-- SELECT id, reference, amount, currency, channel, c … (as under "insert: another payment has the idempotency key")
RELEASE SAVEPOINT hp_call;

-- in the host's transaction: replace: one change
SAVEPOINT hp_call;
WITH expected AS (
  SELECT id FROM hp_payments
  WHERE tenant = $1
  AND id = $2
  AND version = $3
  AND reference = $4
  AND amount = $5
  AND currency = $6
  AND channel = $7
  AND created_at = $8
  FOR UPDATE
), ready AS (SELECT 1 AS stored FROM expected), changed AS (
  UPDATE hp_payments
  SET status = $9, instructions = $10, updated_at = $11, expires_at = $12, paid_at = $13, reversed_at = $14,
    canceled_at = $15, late = $16, amount_reconciled = $17, amount_refund_pending = $18,
    amount_refunded = $19, amount_written_off = $20, amount_waived = $21, attempt_id = $22, version = $23,
    description = $24, metadata = $25, status_reason = $26, provider_transaction_id = $27,
    has_customer = $28, customer_name = $29, customer_phone = $30, customer_id = $31, imported = $32,
    transaction_key = $33, money_memory = $34, given_back_unproved = $35, live_reference = $36
  FROM ready
  WHERE tenant = $1 AND id = $2
  RETURNING 1 AS stored
), event AS (
  INSERT INTO hp_payment_events (tenant, id, created_at, type, payment_id, reference, amount, currency,
    status, previous_status, amount_reconciled, version, actor, reason, evidence, details)
  SELECT $1::text, $37::text, $38::bigint, $39::text, $40::text, $41::text, $42::bigint, $43::text,
    $44::text, $45::text, $46::bigint, $47::bigint, $48::text, $49::text, $50::text, $51::text
  FROM changed
  RETURNING 1
), delivery AS (
  INSERT INTO hp_deliveries (tenant, event_id, payment_id, version, dead, free_at, attempts, owner)
  SELECT $1::text, $37::text, $40::text, $47::bigint, 0, 0, 0, NULL
  FROM changed
  WHERE $39::text NOT IN ('payment.attempt_started', 'payment.attempt_ended')
  RETURNING 1
)
SELECT stored FROM changed;
RELEASE SAVEPOINT hp_call;

-- in the host's transaction: replace: one change, with the key of a statement line
SAVEPOINT hp_call;
WITH expected AS (
  SELECT id FROM hp_payments
  WHERE tenant = $1
  AND id = $2
  AND version = $3
  AND reference = $4
  AND amount = $5
  AND currency = $6
  AND channel = $7
  AND created_at = $8
  FOR UPDATE
), ready AS (
  INSERT INTO hp_statement_lines (tenant, line_key, payment_ids)
  SELECT $1::text, $52::text, $53::text FROM expected
  ON CONFLICT DO NOTHING RETURNING 1 AS stored
), changed AS (
  UPDATE hp_payments
  SET status = $9, instructions = $10, updated_at = $11, expires_at = $12, paid_at = $13, reversed_at = $14,
    canceled_at = $15, late = $16, amount_reconciled = $17, amount_refund_pending = $18,
    amount_refunded = $19, amount_written_off = $20, amount_waived = $21, attempt_id = $22, version = $23,
    description = $24, metadata = $25, status_reason = $26, provider_transaction_id = $27,
    has_customer = $28, customer_name = $29, customer_phone = $30, customer_id = $31, imported = $32,
    transaction_key = $33, money_memory = $34, given_back_unproved = $35, live_reference = $36
  FROM ready
  WHERE tenant = $1 AND id = $2
  RETURNING 1 AS stored
), event AS (
  INSERT INTO hp_payment_events (tenant, id, created_at, type, payment_id, reference, amount, currency,
    status, previous_status, amount_reconciled, version, actor, reason, evidence, details)
  SELECT $1::text, $37::text, $38::bigint, $39::text, $40::text, $41::text, $42::bigint, $43::text,
    $44::text, $45::text, $46::bigint, $47::bigint, $48::text, $49::text, $50::text, $51::text
  FROM changed
  RETURNING 1
), delivery AS (
  INSERT INTO hp_deliveries (tenant, event_id, payment_id, version, dead, free_at, attempts, owner)
  SELECT $1::text, $37::text, $40::text, $47::bigint, 0, 0, 0, NULL
  FROM changed
  WHERE $39::text NOT IN ('payment.attempt_started', 'payment.attempt_ended')
  RETURNING 1
)
SELECT stored FROM changed;
RELEASE SAVEPOINT hp_call;

-- in the host's transaction: replace: two changes, with the key of a statement line
SAVEPOINT hp_call;
WITH change AS (
  SELECT *
  FROM unnest($4::text::text[], $5::text::bigint[], $6::text::text[], $7::text::bigint[], $8::text::text[],
    $9::text::text[], $10::text::bigint[], $11::text::text[], $12::text::text[], $13::text::bigint[],
    $14::text::bigint[], $15::text::bigint[], $16::text::bigint[], $17::text::bigint[], $18::text::bigint[],
    $19::text::bigint[], $20::text::bigint[], $21::text::bigint[], $22::text::bigint[], $23::text::bigint[],
    $24::text::text[], $25::text::bigint[], $26::text::text[], $27::text::text[], $28::text::text[],
    $29::text::text[], $30::text::bigint[], $31::text::text[], $32::text::text[], $33::text::text[],
    $34::text::bigint[], $35::text::text[], $36::text::text[], $37::text::bigint[], $38::text::text[],
    $39::text::text[], $40::text::bigint[], $41::text::text[], $42::text::text[], $43::text::text[],
    $44::text::bigint[], $45::text::text[], $46::text::text[], $47::text::text[], $48::text::bigint[],
    $49::text::bigint[], $50::text::text[], $51::text::text[], $52::text::text[],
    $53::text::text[]) WITH ORDINALITY AS change (id, expected_version, reference, amount, currency, channel,
    created_at, status, instructions, updated_at, expires_at, paid_at, reversed_at, canceled_at, late,
    amount_reconciled, amount_refund_pending, amount_refunded, amount_written_off, amount_waived, attempt_id,
    version, description, metadata, status_reason, provider_transaction_id, has_customer, customer_name,
    customer_phone, customer_id, imported, transaction_key, money_memory, given_back_unproved,
    live_reference, event_id, event_created_at, event_type, event_payment_id, event_reference, event_amount,
    event_currency, event_status, event_previous_status, event_amount_reconciled, event_version, event_actor,
    event_reason, event_evidence, event_details, place)
), expected AS (
  SELECT stored.id FROM (
    SELECT * FROM change WHERE true ORDER BY id COLLATE "C"
  ) AS change CROSS JOIN LATERAL (
    SELECT id FROM hp_payments AS stored
    WHERE stored.tenant = $1
    AND stored.id = change.id
    AND stored.version = change.expected_version
    AND stored.reference = change.reference
    AND stored.amount = change.amount
    AND stored.currency = change.currency
    AND stored.channel = change.channel
    AND stored.created_at = change.created_at
    FOR UPDATE
  ) AS stored
), line AS (
  INSERT INTO hp_statement_lines (tenant, line_key, payment_ids)
  SELECT $1::text, line.line_key, line.payment_ids
  FROM unnest($2::text::text[], $3::text::text[]) AS line (line_key, payment_ids)
  WHERE (SELECT count(*) FROM expected) = (SELECT count(*) FROM change)
  RETURNING 1
), changed AS (
  INSERT INTO hp_payments AS stored (tenant, id, reference, amount, currency, channel, created_at, status,
    instructions, updated_at, expires_at, paid_at, reversed_at, canceled_at, late, amount_reconciled,
    amount_refund_pending, amount_refunded, amount_written_off, amount_waived, attempt_id, version,
    description, metadata, status_reason, provider_transaction_id, has_customer, customer_name,
    customer_phone, customer_id, imported, transaction_key, money_memory, given_back_unproved, live_reference)
  SELECT $1::text, id, reference, amount, currency, channel, created_at, status, instructions, updated_at,
    expires_at, paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending,
    amount_refunded, amount_written_off, amount_waived, attempt_id, version, description, metadata,
    status_reason, provider_transaction_id, has_customer, customer_name, customer_phone, customer_id,
    imported, transaction_key, money_memory, given_back_unproved, live_reference
  FROM change
  WHERE (SELECT count(*) FROM expected) = (SELECT count(*) FROM change)
  ORDER BY place
  ON CONFLICT (tenant, id) DO UPDATE
  SET status = excluded.status, instructions = excluded.instructions, updated_at = excluded.updated_at,
    expires_at = excluded.expires_at, paid_at = excluded.paid_at, reversed_at = excluded.reversed_at,
    canceled_at = excluded.canceled_at, late = excluded.late, amount_reconciled = excluded.amount_reconciled,
    amount_refund_pending = excluded.amount_refund_pending, amount_refunded = excluded.amount_refunded,
    amount_written_off = excluded.amount_written_off, amount_waived = excluded.amount_waived,
    attempt_id = excluded.attempt_id, version = excluded.version, description = excluded.description,
    metadata = excluded.metadata, status_reason = excluded.status_reason,
    provider_transaction_id = excluded.provider_transaction_id, has_customer = excluded.has_customer,
    customer_name = excluded.customer_name, customer_phone = excluded.customer_phone,
    customer_id = excluded.customer_id, imported = excluded.imported,
    transaction_key = excluded.transaction_key, money_memory = excluded.money_memory,
    given_back_unproved = excluded.given_back_unproved, live_reference = excluded.live_reference
  RETURNING 1
), event AS (
  INSERT INTO hp_payment_events (tenant, id, created_at, type, payment_id, reference, amount, currency,
    status, previous_status, amount_reconciled, version, actor, reason, evidence, details)
  SELECT $1::text, change.event_id, change.event_created_at, change.event_type, change.event_payment_id,
    change.event_reference, change.event_amount, change.event_currency, change.event_status,
    change.event_previous_status, change.event_amount_reconciled, change.event_version, change.event_actor,
    change.event_reason, change.event_evidence, change.event_details
  FROM change
  WHERE (SELECT count(*) FROM changed) > 0
  RETURNING 1
), delivery AS (
  INSERT INTO hp_deliveries (tenant, event_id, payment_id, version, dead, free_at, attempts, owner)
  SELECT $1::text, change.event_id, change.event_payment_id, change.event_version, 0, 0, 0, NULL FROM change
  WHERE (SELECT count(*) FROM changed) > 0
  AND change.event_type NOT IN ('payment.attempt_started', 'payment.attempt_ended')
  RETURNING 1
)
SELECT 1 AS stored FROM changed HAVING count(*) = (SELECT count(*) FROM change);
RELEASE SAVEPOINT hp_call;

-- in the host's transaction: get
SAVEPOINT hp_call;
-- SELECT id, reference, amount, currency, channel, c … (as under "get")
RELEASE SAVEPOINT hp_call;

-- in the host's transaction: scan
SAVEPOINT hp_call;
DECLARE hp_scan_1 NO SCROLL CURSOR FOR SELECT ROW(id, amount)::text AS cells
FROM hp_payments
WHERE tenant = $1
ORDER BY created_at, id;
RELEASE SAVEPOINT hp_call;
SAVEPOINT hp_call;
FETCH 2000 FROM hp_scan_1;
RELEASE SAVEPOINT hp_call;
SAVEPOINT hp_call;
CLOSE hp_scan_1;
RELEASE SAVEPOINT hp_call;

-- in the host's transaction: replace: a new line
SAVEPOINT hp_call;
-- WITH change AS ( SELECT * FROM unnest($4::text::te … (as under "in the host's transaction: replace: two changes, with the key of a statement line")
WITH entry AS (
  SELECT *
  FROM unnest($2::text::text[], $3::text::text[], $4::text::text[], $5::text::bigint[], $6::text::text[],
    $7::text::bigint[], $8::text::text[], $9::text::text[], $10::text::bigint[], $11::text::text[],
    $12::text::text[], $13::text::bigint[], $14::text::bigint[], $15::text::bigint[], $16::text::text[],
    $17::text::text[], $18::text::text[], $19::text::text[], $20::text::bigint[], $21::text::text[],
    $22::text::bigint[], $23::text::bigint[], $24::text::bigint[], $25::text::text[], $26::text::text[],
    $27::text::text[], $28::text::text[], $29::text::text[], $30::text::text[], $31::text::text[],
    $32::text::text[], $33::text::text[], $34::text::text[], $35::text::bigint[], $36::text::bigint[],
    $37::text::text[]) AS entry (line_key, account, import_id, file_row, direction, amount, currency,
    value_date, booked_at, outcome, status, held, allocated, given_back, allocations, assignee, session_id,
    payer_id, payer_by_rule, transfer_to, version, created_at, updated_at, reference,
    provider_transaction_id, narration, search_text, narration_text, identity_mark, receipt_mark, entry_mark,
    reference_mark, payment_ids, expected, expected_given_back, has_event)
  WHERE true
), known AS (
  SELECT stored.line_key FROM (
    SELECT * FROM entry WHERE expected > 0 ORDER BY line_key COLLATE "C"
  ) AS entry CROSS JOIN LATERAL (
    SELECT line_key FROM hp_account_lines AS stored
    WHERE stored.tenant = $1 AND stored.line_key = entry.line_key AND stored.version = entry.expected
    AND stored.given_back = entry.expected_given_back
    AND stored.account = entry.account
    AND COALESCE(stored.session_id, '') = COALESCE(entry.session_id, '')
    AND COALESCE(stored.transfer_to, '') = COALESCE(entry.transfer_to, '')
    AND stored.created_at = entry.created_at
    AND (stored.allocations = '[]' OR (stored.direction = entry.direction AND stored.amount = entry.amount AND stored.currency = entry.currency))
    FOR UPDATE
  ) AS stored
), added AS (
  INSERT INTO hp_account_lines AS stored (tenant, line_key, account, import_id, file_row, direction, amount,
    currency, value_date, booked_at, outcome, status, held, allocated, given_back, allocations, assignee,
    session_id, payer_id, payer_by_rule, transfer_to, version, created_at, updated_at, reference,
    provider_transaction_id, narration, search_text, narration_text, identity_mark, receipt_mark, entry_mark,
    reference_mark)
  SELECT $1::text, entry.line_key, entry.account, entry.import_id, entry.file_row, entry.direction,
    entry.amount, entry.currency, entry.value_date, entry.booked_at, entry.outcome, entry.status, entry.held,
    entry.allocated, entry.given_back, entry.allocations, entry.assignee, entry.session_id, entry.payer_id,
    entry.payer_by_rule, entry.transfer_to, entry.version, entry.created_at, entry.updated_at,
    entry.reference, entry.provider_transaction_id, entry.narration, entry.search_text, entry.narration_text,
    entry.identity_mark, entry.receipt_mark, entry.entry_mark, entry.reference_mark
  FROM entry
  WHERE expected = 0
  AND (SELECT count(*) FROM known) = (SELECT count(*) FROM entry WHERE expected > 0)
  RETURNING 1
), changed AS (
  INSERT INTO hp_account_lines AS stored (tenant, line_key, account, import_id, file_row, direction, amount,
    currency, value_date, booked_at, outcome, status, held, allocated, given_back, allocations, assignee,
    session_id, payer_id, payer_by_rule, transfer_to, version, created_at, updated_at, reference,
    provider_transaction_id, narration, search_text, narration_text, identity_mark, receipt_mark, entry_mark,
    reference_mark)
  SELECT $1::text, entry.line_key, entry.account, entry.import_id, entry.file_row, entry.direction,
    entry.amount, entry.currency, entry.value_date, entry.booked_at, entry.outcome, entry.status, entry.held,
    entry.allocated, entry.given_back, entry.allocations, entry.assignee, entry.session_id, entry.payer_id,
    entry.payer_by_rule, entry.transfer_to, entry.version, entry.created_at, entry.updated_at,
    entry.reference, entry.provider_transaction_id, entry.narration, entry.search_text, entry.narration_text,
    entry.identity_mark, entry.receipt_mark, entry.entry_mark, entry.reference_mark
  FROM entry
  WHERE expected > 0
  AND (SELECT count(*) FROM known) = (SELECT count(*) FROM entry WHERE expected > 0)
  ORDER BY line_key COLLATE "C"
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
    narration = CASE WHEN stored.narration IS NULL THEN NULL ELSE excluded.narration END,
    search_text = excluded.search_text,
    narration_text = CASE WHEN stored.narration_text IS NULL THEN NULL ELSE excluded.narration_text END
  RETURNING 1
), key AS (
  INSERT INTO hp_statement_lines AS stored (tenant, line_key, payment_ids)
  SELECT $1::text, line_key, payment_ids FROM entry
  WHERE expected > 0
  AND has_event = 'yes'
  AND (SELECT count(*) FROM known) = (SELECT count(*) FROM entry WHERE expected > 0)
  ORDER BY line_key COLLATE "C"
  ON CONFLICT (tenant, line_key) DO UPDATE SET payment_ids = excluded.payment_ids
  RETURNING 1
), event AS (
  INSERT INTO hp_line_events (tenant, line_key, version, id, type, created_at, actor, reason, allocations,
    counted)
  SELECT $1::text, event.*
  FROM unnest($38::text::text[], $39::text::bigint[], $40::text::text[], $41::text::text[],
    $42::text::bigint[], $43::text::text[], $44::text::text[], $45::text::text[],
    $46::text::bigint[]) AS event
  WHERE (SELECT count(*) FROM known) = (SELECT count(*) FROM entry WHERE expected > 0)
  RETURNING 1
)
SELECT 1 AS stored
WHERE (SELECT count(*) FROM added) + (SELECT count(*) FROM changed) = (SELECT count(*) FROM entry);
RELEASE SAVEPOINT hp_call;
SAVEPOINT hp_call;
-- WITH change AS ( SELECT * FROM unnest($4::text::te … (as under "in the host's transaction: replace: two changes, with the key of a statement line")
ROLLBACK TO SAVEPOINT hp_call;
RELEASE SAVEPOINT hp_call;
SAVEPOINT hp_call;
-- SELECT line_key FROM hp_statement_lines WHERE tena … (as under "replace: the statement line is stored already")
RELEASE SAVEPOINT hp_call;
SAVEPOINT hp_call;
-- SELECT line_key, account, import_id, file_row, dir … (as under "replace: a line has another version")
RELEASE SAVEPOINT hp_call;

-- in the host's transaction: replace: the next version of a line
SAVEPOINT hp_call;
-- WITH entry AS ( SELECT * FROM unnest($2::text::tex … (as under "in the host's transaction: replace: a new line")
RELEASE SAVEPOINT hp_call;
SAVEPOINT hp_call;
-- WITH entry AS ( SELECT * FROM unnest($2::text::tex … (as under "in the host's transaction: replace: a new line")
ROLLBACK TO SAVEPOINT hp_call;
RELEASE SAVEPOINT hp_call;
SAVEPOINT hp_call;
-- SELECT line_key FROM hp_statement_lines WHERE tena … (as under "replace: the statement line is stored already")
RELEASE SAVEPOINT hp_call;
SAVEPOINT hp_call;
-- SELECT line_key, account, import_id, file_row, dir … (as under "replace: a line has another version")
RELEASE SAVEPOINT hp_call;

-- migrate: the database user may not create the guards
SHOW default_transaction_isolation;
SELECT 1 WHERE to_regclass($1) IS NOT NULL;
-- SELECT substring(pg_get_expr(part.relpartbound, pa … (as under "migrate: into an empty database")
SELECT 1 FROM pg_extension WHERE extname = 'citus';
-- SELECT 1 FROM pg_class WHERE oid = to_regclass($1) … (as under "migrate: into an empty database")
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "migrate: into an empty database")
-- SELECT pg_advisory_xact_lock(hashtextextended('hos … (as under "migrate: into an empty database")
-- CREATE TABLE IF NOT EXISTS hp_migrations ( name te … (as under "postgres-schema.sql")
-- INSERT INTO hp_migrations (name) VALUES ($1) ON CO … (as under "migrate: into an empty database")
-- CREATE TABLE hp_payments ( tenant text COLLATE "C" … (as under "postgres-schema.sql")
CREATE INDEX hp_payments_by_created ON hp_payments (tenant, created_at, id);
-- CREATE INDEX hp_payments_by_status ON hp_payments … (as under "postgres-schema.sql")
-- CREATE INDEX hp_payments_by_reference ON hp_paymen … (as under "postgres-schema.sql")
-- CREATE INDEX hp_payments_by_customer ON hp_payment … (as under "postgres-schema.sql")
-- CREATE INDEX hp_payments_by_reversed ON hp_payment … (as under "postgres-schema.sql")
-- CREATE INDEX hp_payments_by_expires ON hp_payments … (as under "postgres-schema.sql")
-- CREATE INDEX hp_payments_given_back ON hp_payments … (as under "postgres-schema.sql")
-- CREATE INDEX hp_payments_by_reason ON hp_payments … (as under "postgres-schema.sql")
-- CREATE INDEX hp_payments_paid ON hp_payments (tena … (as under "postgres-schema.sql")
-- CREATE INDEX hp_payments_pending_of ON hp_payments … (as under "postgres-schema.sql")
-- CREATE UNIQUE INDEX hp_payments_idempotency_key ON … (as under "postgres-schema.sql")
-- CREATE UNIQUE INDEX hp_payments_live_reference ON … (as under "postgres-schema.sql")
-- CREATE UNIQUE INDEX hp_payments_provider_transacti … (as under "postgres-schema.sql")
-- CREATE INDEX hp_payments_unproved ON hp_payments ( … (as under "postgres-schema.sql")
-- CREATE INDEX hp_payments_under_paid ON hp_payments … (as under "postgres-schema.sql")
-- CREATE INDEX hp_payments_canceled ON hp_payments ( … (as under "postgres-schema.sql")
-- CREATE INDEX hp_payments_due ON hp_payments (expir … (as under "postgres-schema.sql")
-- CREATE TABLE hp_payment_events ( tenant text COLLA … (as under "postgres-schema.sql")
-- CREATE INDEX hp_payment_events_by_time ON hp_payme … (as under "postgres-schema.sql")
-- CREATE TABLE hp_deliveries ( tenant text COLLATE " … (as under "postgres-schema.sql")
-- CREATE UNIQUE INDEX hp_deliveries_by_payment ON hp … (as under "postgres-schema.sql")
-- CREATE INDEX hp_deliveries_by_free ON hp_deliverie … (as under "postgres-schema.sql")
CREATE INDEX hp_deliveries_due ON hp_deliveries (free_at, tenant) WHERE dead = 0;
-- CREATE TABLE hp_statement_lines ( tenant text COLL … (as under "postgres-schema.sql")
-- CREATE TABLE hp_payment_terms ( tenant text COLLAT … (as under "postgres-schema.sql")
-- CREATE TABLE hp_account_lines ( tenant text COLLAT … (as under "postgres-schema.sql")
-- CREATE INDEX hp_account_lines_by_date ON hp_accoun … (as under "postgres-schema.sql")
-- CREATE INDEX hp_account_lines_by_status ON hp_acco … (as under "postgres-schema.sql")
-- CREATE INDEX hp_account_lines_by_account ON hp_acc … (as under "postgres-schema.sql")
-- CREATE INDEX hp_account_lines_by_import ON hp_acco … (as under "postgres-schema.sql")
-- CREATE INDEX hp_account_lines_by_session ON hp_acc … (as under "postgres-schema.sql")
-- CREATE INDEX hp_account_lines_by_payer ON hp_accou … (as under "postgres-schema.sql")
-- CREATE INDEX hp_account_lines_by_payer_time ON hp_ … (as under "postgres-schema.sql")
-- CREATE INDEX hp_account_lines_by_transfer ON hp_ac … (as under "postgres-schema.sql")
-- CREATE INDEX hp_account_lines_by_identity ON hp_ac … (as under "postgres-schema.sql")
-- CREATE INDEX hp_account_lines_by_receipt ON hp_acc … (as under "postgres-schema.sql")
-- CREATE INDEX hp_account_lines_by_entry ON hp_accou … (as under "postgres-schema.sql")
-- CREATE INDEX hp_account_lines_by_reference ON hp_a … (as under "postgres-schema.sql")
-- CREATE INDEX hp_account_lines_open ON hp_account_l … (as under "postgres-schema.sql")
-- CREATE TABLE hp_line_events ( tenant text COLLATE … (as under "postgres-schema.sql")
CREATE INDEX hp_line_events_by_time ON hp_line_events (tenant, created_at, id);
-- CREATE TABLE hp_closing_chains ( tenant text COLLA … (as under "postgres-schema.sql")
-- CREATE TABLE hp_closings ( tenant text COLLATE "C" … (as under "postgres-schema.sql")
CREATE INDEX hp_closings_by_day ON hp_closings (tenant, account, day, sequence);
-- CREATE INDEX hp_closings_by_created ON hp_closings … (as under "postgres-schema.sql")
-- CREATE INDEX hp_closings_by_account ON hp_closings … (as under "postgres-schema.sql")
-- CREATE INDEX hp_closings_by_date ON hp_closings (t … (as under "postgres-schema.sql")
-- CREATE TABLE hp_closing_lines ( tenant text COLLAT … (as under "postgres-schema.sql")
-- CREATE TABLE hp_counters ( tenant text COLLATE "C" … (as under "postgres-schema.sql")
-- CREATE TABLE hp_row_events ( tenant text COLLATE " … (as under "postgres-schema.sql")
CREATE INDEX hp_row_events_by_time ON hp_row_events (tenant, created_at, id);
-- CREATE TABLE hp_maintenance ( tenant text COLLATE … (as under "postgres-schema.sql")
-- CREATE TABLE hp_accounts ( tenant text COLLATE "C" … (as under "postgres-schema.sql")
-- CREATE TABLE hp_moved_lines ( tenant text COLLATE … (as under "postgres-schema.sql")
-- CREATE INDEX hp_moved_lines_by_account ON hp_moved … (as under "postgres-schema.sql")
-- CREATE INDEX hp_moved_lines_of_identity_mark ON hp … (as under "postgres-schema.sql")
-- CREATE INDEX hp_moved_lines_of_receipt_mark ON hp_ … (as under "postgres-schema.sql")
-- CREATE INDEX hp_moved_lines_of_entry_mark ON hp_mo … (as under "postgres-schema.sql")
-- CREATE INDEX hp_moved_lines_of_reference_mark ON h … (as under "postgres-schema.sql")
-- CREATE INDEX hp_moved_lines_of_session_id ON hp_mo … (as under "postgres-schema.sql")
-- CREATE TABLE hp_attempts ( tenant text COLLATE "C" … (as under "postgres-schema.sql")
-- CREATE UNIQUE INDEX hp_attempts_unique_request ON … (as under "postgres-schema.sql")
CREATE UNIQUE INDEX hp_attempts_unique_code ON hp_attempts (tenant, code);
-- CREATE UNIQUE INDEX hp_attempts_unique_living ON h … (as under "postgres-schema.sql")
-- CREATE UNIQUE INDEX hp_attempts_unique_session ON … (as under "postgres-schema.sql")
-- CREATE UNIQUE INDEX hp_attempts_unique_line ON hp_ … (as under "postgres-schema.sql")
-- CREATE UNIQUE INDEX hp_attempts_unique_fee ON hp_a … (as under "postgres-schema.sql")
CREATE INDEX hp_attempts_by_created ON hp_attempts (tenant, created_at, id);
-- CREATE INDEX hp_attempts_by_status ON hp_attempts … (as under "postgres-schema.sql")
-- CREATE INDEX hp_attempts_by_provider ON hp_attempt … (as under "postgres-schema.sql")
-- CREATE INDEX hp_attempts_by_payment ON hp_attempts … (as under "postgres-schema.sql")
-- CREATE INDEX hp_attempts_by_account ON hp_attempts … (as under "postgres-schema.sql")
-- CREATE INDEX hp_attempts_by_due ON hp_attempts (te … (as under "postgres-schema.sql")
-- CREATE INDEX hp_attempts_by_stuck ON hp_attempts ( … (as under "postgres-schema.sql")
CREATE INDEX hp_attempts_of_reference ON hp_attempts (tenant, reference);
-- CREATE INDEX hp_attempts_of_receipt_key ON hp_atte … (as under "postgres-schema.sql")
-- CREATE INDEX hp_attempts_of_met_by ON hp_attempts … (as under "postgres-schema.sql")
-- CREATE INDEX hp_attempts_of_fee_met_by ON hp_attem … (as under "postgres-schema.sql")
-- CREATE INDEX hp_attempts_due ON hp_attempts (next_ … (as under "postgres-schema.sql")
-- CREATE TABLE hp_carried_forward ( tenant text COLL … (as under "postgres-schema.sql")
-- CREATE TABLE hp_statement_imports ( tenant text CO … (as under "postgres-schema.sql")
-- CREATE INDEX hp_statement_imports_by_created ON hp … (as under "postgres-schema.sql")
-- CREATE INDEX hp_statement_imports_by_account ON hp … (as under "postgres-schema.sql")
-- CREATE INDEX hp_statement_imports_by_begin ON hp_s … (as under "postgres-schema.sql")
-- CREATE INDEX hp_statement_imports_by_end ON hp_sta … (as under "postgres-schema.sql")
-- CREATE INDEX hp_statement_imports_by_layout ON hp_ … (as under "postgres-schema.sql")
-- CREATE TABLE hp_layouts ( tenant text COLLATE "C" … (as under "postgres-schema.sql")
-- CREATE TABLE hp_layout_versions ( tenant text COLL … (as under "postgres-schema.sql")
-- CREATE INDEX hp_layout_versions_of_csv_digest ON h … (as under "postgres-schema.sql")
-- CREATE INDEX hp_layout_versions_of_xlsx_digest ON … (as under "postgres-schema.sql")
-- CREATE TABLE hp_provider_messages ( tenant text CO … (as under "postgres-schema.sql")
-- CREATE INDEX hp_provider_messages_by_status ON hp_ … (as under "postgres-schema.sql")
-- CREATE INDEX hp_provider_messages_due ON hp_provid … (as under "postgres-schema.sql")
-- CREATE TABLE hp_line_notes ( tenant text COLLATE " … (as under "postgres-schema.sql")
-- CREATE TABLE hp_payer_entries ( tenant text COLLAT … (as under "postgres-schema.sql")
-- CREATE INDEX hp_payer_entries_by_payer ON hp_payer … (as under "postgres-schema.sql")
-- CREATE TABLE hp_receipt_parts ( tenant text COLLAT … (as under "postgres-schema.sql")
-- CREATE TABLE hp_receipts ( tenant text COLLATE "C" … (as under "postgres-schema.sql")
-- CREATE UNIQUE INDEX hp_receipts_unique_number ON h … (as under "postgres-schema.sql")
-- CREATE INDEX hp_receipts_by_payer ON hp_receipts ( … (as under "postgres-schema.sql")
-- CREATE INDEX hp_receipts_by_actor ON hp_receipts ( … (as under "postgres-schema.sql")
CREATE INDEX hp_receipts_by_issued ON hp_receipts (tenant, issued_at, id);
-- CREATE INDEX hp_receipts_of_line_key ON hp_receipt … (as under "postgres-schema.sql")
-- CREATE TABLE hp_refunds ( tenant text COLLATE "C" … (as under "postgres-schema.sql")
-- CREATE UNIQUE INDEX hp_refunds_unique_key ON hp_re … (as under "postgres-schema.sql")
-- CREATE UNIQUE INDEX hp_refunds_unique_transaction … (as under "postgres-schema.sql")
CREATE INDEX hp_refunds_by_created ON hp_refunds (tenant, created_at, id);
-- CREATE INDEX hp_refunds_by_paid ON hp_refunds (ten … (as under "postgres-schema.sql")
CREATE INDEX hp_refunds_by_status ON hp_refunds (tenant, status, created_at, id);
-- CREATE INDEX hp_refunds_by_payment ON hp_refunds ( … (as under "postgres-schema.sql")
CREATE INDEX hp_refunds_of_reference ON hp_refunds (tenant, reference);
-- CREATE INDEX hp_refunds_of_line_key ON hp_refunds … (as under "postgres-schema.sql")
-- CREATE TABLE hp_request_keys ( tenant text COLLATE … (as under "postgres-schema.sql")
-- CREATE TABLE hp_rules ( tenant text COLLATE "C" NO … (as under "postgres-schema.sql")
-- CREATE INDEX hp_rules_by_living ON hp_rules (tenan … (as under "postgres-schema.sql")
-- CREATE TABLE hp_saved_filters ( tenant text COLLAT … (as under "postgres-schema.sql")
-- CREATE INDEX hp_saved_filters_by_name ON hp_saved_ … (as under "postgres-schema.sql")
-- CREATE TABLE hp_cash_sessions ( tenant text COLLAT … (as under "postgres-schema.sql")
-- CREATE UNIQUE INDEX hp_cash_sessions_unique_open O … (as under "postgres-schema.sql")
-- CREATE INDEX hp_cash_sessions_by_opened ON hp_cash … (as under "postgres-schema.sql")
-- CREATE INDEX hp_cash_sessions_by_point ON hp_cash_ … (as under "postgres-schema.sql")
-- CREATE INDEX hp_cash_sessions_by_status ON hp_cash … (as under "postgres-schema.sql")
-- CREATE INDEX hp_cash_sessions_by_opener ON hp_cash … (as under "postgres-schema.sql")
-- CREATE INDEX hp_cash_sessions_by_unexplained ON hp … (as under "postgres-schema.sql")
-- CREATE TABLE hp_uploads ( tenant text COLLATE "C" … (as under "postgres-schema.sql")
CREATE INDEX hp_uploads_by_created ON hp_uploads (tenant, created_at, id);
CREATE INDEX hp_uploads_by_actor ON hp_uploads (tenant, actor, created_at, id);
-- CREATE TABLE hp_upload_parts ( tenant text COLLATE … (as under "postgres-schema.sql")
-- CREATE TABLE hp_waivers ( tenant text COLLATE "C" … (as under "postgres-schema.sql")
CREATE INDEX hp_waivers_by_created ON hp_waivers (tenant, created_at, id);
CREATE INDEX hp_waivers_by_status ON hp_waivers (tenant, status, created_at, id);
CREATE INDEX hp_waivers_by_scheme ON hp_waivers (tenant, scheme, created_at, id);
-- CREATE INDEX hp_waivers_by_payment ON hp_waivers ( … (as under "postgres-schema.sql")
-- INSERT INTO hp_migrations (name) VALUES ($1) ON CO … (as under "migrate: into an empty database")
-- CREATE OR REPLACE FUNCTION hp_refuse_change() RETU … (as under "postgres-schema.sql")
-- CREATE TRIGGER hp_payment_events_append_only BEFOR … (as under "postgres-schema.sql")
-- CREATE TRIGGER hp_line_events_append_only BEFORE U … (as under "postgres-schema.sql")
-- CREATE TRIGGER hp_row_events_append_only BEFORE UP … (as under "postgres-schema.sql")
-- CREATE TRIGGER hp_closings_append_only BEFORE UPDA … (as under "postgres-schema.sql")
-- CREATE TRIGGER hp_closing_lines_append_only BEFORE … (as under "postgres-schema.sql")
-- CREATE TRIGGER hp_moved_lines_append_only BEFORE U … (as under "postgres-schema.sql")
-- CREATE TRIGGER hp_layout_versions_append_only BEFO … (as under "postgres-schema.sql")
-- CREATE TRIGGER hp_payer_entries_append_only BEFORE … (as under "postgres-schema.sql")
-- CREATE TRIGGER hp_receipt_parts_append_only BEFORE … (as under "postgres-schema.sql")
-- CREATE TRIGGER hp_request_keys_append_only BEFORE … (as under "postgres-schema.sql")
-- CREATE TRIGGER hp_receipts_fixed BEFORE UPDATE ON … (as under "postgres-schema.sql")
-- CREATE TRIGGER hp_receipts_kept BEFORE DELETE OR T … (as under "postgres-schema.sql")
ROLLBACK;
SELECT 1 WHERE has_schema_privilege(current_schema(), 'CREATE');

-- get: where SERIALIZABLE is the default
SHOW default_transaction_isolation;
BEGIN ISOLATION LEVEL READ COMMITTED;
SET LOCAL lock_timeout = <milliseconds>;
SET LOCAL statement_timeout = <milliseconds>;
SET LOCAL idle_in_transaction_session_timeout = <milliseconds>;
-- SELECT id, reference, amount, currency, channel, c … (as under "get")
COMMIT;

-- insert: where SERIALIZABLE is the default
-- BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL lo … (as under "get: where SERIALIZABLE is the default")
-- WITH payment AS ( INSERT INTO hp_payments (tenant, … (as under "insert: stored")
COMMIT;

-- insert: the server may be a standby
SHOW default_transaction_isolation;
-- WITH payment AS ( INSERT INTO hp_payments (tenant, … (as under "insert: stored")
SELECT pg_is_in_recovery();
