-- Every statement that is sent to PostgreSQL

-- migrate: into an empty database
SHOW default_transaction_isolation;
SELECT 1 WHERE to_regclass($1) IS NOT NULL;
SELECT 1
FROM pg_class
WHERE oid = to_regclass($1)
AND relnamespace <> (SELECT oid FROM pg_namespace WHERE nspname = current_schema());
BEGIN ISOLATION LEVEL READ COMMITTED;
SET LOCAL lock_timeout = <milliseconds>;
SET LOCAL statement_timeout = <milliseconds>;
SET LOCAL idle_in_transaction_session_timeout = <milliseconds>;
SELECT pg_advisory_xact_lock(hashtextextended('hospital-payments ' || coalesce(current_schema(),
  '') || '.' || lower($1::text), 0));
-- CREATE TABLE IF NOT EXISTS hp_migrations ( name te … (as under "postgres-schema.sql")
INSERT INTO hp_migrations (name) VALUES ($1) ON CONFLICT DO NOTHING RETURNING name;
-- CREATE TABLE hp_payments ( tenant text COLLATE "C" … (as under "postgres-schema.sql")
-- CREATE UNIQUE INDEX hp_payments_idempotency_key ON … (as under "postgres-schema.sql")
-- CREATE UNIQUE INDEX hp_payments_live_reference ON … (as under "postgres-schema.sql")
-- CREATE UNIQUE INDEX hp_payments_provider_transacti … (as under "postgres-schema.sql")
CREATE INDEX hp_payments_by_created ON hp_payments (tenant, created_at, id);
-- CREATE INDEX hp_payments_by_status ON hp_payments … (as under "postgres-schema.sql")
-- CREATE INDEX hp_payments_by_reference ON hp_paymen … (as under "postgres-schema.sql")
-- CREATE INDEX hp_payments_by_paid ON hp_payments (t … (as under "postgres-schema.sql")
-- CREATE INDEX hp_payments_by_reversed ON hp_payment … (as under "postgres-schema.sql")
-- CREATE INDEX hp_payments_by_expires ON hp_payments … (as under "postgres-schema.sql")
-- CREATE TABLE hp_payment_events ( tenant text COLLA … (as under "postgres-schema.sql")
-- CREATE TABLE hp_deliveries ( tenant text COLLATE " … (as under "postgres-schema.sql")
-- CREATE UNIQUE INDEX hp_deliveries_by_payment ON hp … (as under "postgres-schema.sql")
-- CREATE INDEX hp_deliveries_by_free ON hp_deliverie … (as under "postgres-schema.sql")
-- CREATE TABLE hp_statement_lines ( tenant text COLL … (as under "postgres-schema.sql")
-- INSERT INTO hp_migrations (name) VALUES ($1) ON CO … (as under "migrate: into an empty database")
-- CREATE OR REPLACE FUNCTION hp_refuse_change() RETU … (as under "postgres-schema.sql")
-- CREATE TRIGGER hp_payment_events_append_only BEFOR … (as under "postgres-schema.sql")
COMMIT;

-- migrate: nothing is left to do
SELECT 1 WHERE to_regclass($1) IS NOT NULL;
SELECT name FROM hp_migrations;

-- insert: stored
WITH payment AS (
  INSERT INTO hp_payments (tenant, id, reference, amount, currency, channel, created_at, expires_at, status,
    instructions, updated_at, paid_at, reversed_at, late, amount_reconciled, version, description,
    has_customer, customer_name, customer_phone, metadata, status_reason, provider_transaction_id,
    live_reference, idempotency_key, fingerprint)
  VALUES (CASE WHEN true AND set_config('lock_timeout', $41, true) IS NOT NULL THEN $1::text END, $2, $3, $4,
    $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26)
  ON CONFLICT DO NOTHING RETURNING tenant
), event AS (
  INSERT INTO hp_payment_events (tenant, payment_id, version, id, type, created_at, reference, amount,
    currency, status, previous_status, amount_reconciled, actor, reason, evidence)
  SELECT $1::text, $27::text, $28::bigint, $29::text, $30::text, $31::bigint, $32::text, $33::bigint,
    $34::text, $35::text, $36::text, $37::bigint, $38::text, $39::text, $40::text
  FROM payment
), delivery AS (
  INSERT INTO hp_deliveries (tenant, event_id, payment_id, version, dead, free_at, attempts, owner)
  SELECT $1::text, $29::text, $27::text, $28::bigint, 0, 0, 0, NULL FROM payment
)
SELECT 1 AS stored FROM payment;

-- insert: another payment has the idempotency key
-- WITH payment AS ( INSERT INTO hp_payments (tenant, … (as under "insert: stored")
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id, live_reference, idempotency_key,
  fingerprint
FROM hp_payments
WHERE tenant = $1
AND idempotency_key = ANY ((SELECT $2::text::text[])::text[]);

-- insert: another payment has the id
-- WITH payment AS ( INSERT INTO hp_payments (tenant, … (as under "insert: stored")
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id, live_reference, idempotency_key,
  fingerprint
FROM hp_payments
WHERE tenant = $1
AND id = ANY ((SELECT $2::text::text[])::text[]);

-- insert: another payment holds the reference
-- WITH payment AS ( INSERT INTO hp_payments (tenant, … (as under "insert: stored")
-- SELECT id, reference, amount, currency, channel, c … (as under "insert: another payment has the idempotency key")
-- SELECT id, reference, amount, currency, channel, c … (as under "insert: another payment has the id")
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id, live_reference, idempotency_key,
  fingerprint
FROM hp_payments
WHERE tenant = $1
AND live_reference = ANY ((SELECT $2::text::text[])::text[]);

-- insert: three payments
WITH entry AS (
  SELECT *
  FROM unnest($2::text::text[], $3::text::text[], $4::text::bigint[], $5::text::text[], $6::text::text[],
    $7::text::bigint[], $8::text::bigint[], $9::text::text[], $10::text::text[], $11::text::bigint[],
    $12::text::bigint[], $13::text::bigint[], $14::text::bigint[], $15::text::bigint[], $16::text::bigint[],
    $17::text::text[], $18::text::bigint[], $19::text::text[], $20::text::text[], $21::text::text[],
    $22::text::text[], $23::text::text[], $24::text::text[], $25::text::text[], $26::text::text[],
    $27::text::text[], $28::text::bigint[], $29::text::text[], $30::text::text[], $31::text::bigint[],
    $32::text::text[], $33::text::bigint[], $34::text::text[], $35::text::text[], $36::text::text[],
    $37::text::bigint[], $38::text::text[], $39::text::text[], $40::text::text[]) AS entry (id, reference,
    amount, currency, channel, created_at, expires_at, status, instructions, updated_at, paid_at,
    reversed_at, late, amount_reconciled, version, description, has_customer, customer_name, customer_phone,
    metadata, status_reason, provider_transaction_id, live_reference, idempotency_key, fingerprint,
    event_payment_id, event_version, event_id, event_type, event_created_at, event_reference, event_amount,
    event_currency, event_status, event_previous_status, event_amount_reconciled, event_actor, event_reason,
    event_evidence)
), payment AS (
  INSERT INTO hp_payments (tenant, id, reference, amount, currency, channel, created_at, expires_at, status,
    instructions, updated_at, paid_at, reversed_at, late, amount_reconciled, version, description,
    has_customer, customer_name, customer_phone, metadata, status_reason, provider_transaction_id,
    live_reference, idempotency_key, fingerprint)
  SELECT $1::text, id, reference, amount, currency, channel, created_at, expires_at, status, instructions,
    updated_at, paid_at, reversed_at, late, amount_reconciled, version, description, has_customer,
    customer_name, customer_phone, metadata, status_reason, provider_transaction_id, live_reference,
    idempotency_key, fingerprint
  FROM entry
  WHERE true
  AND set_config('lock_timeout', $41, true) IS NOT NULL
), event AS (
  INSERT INTO hp_payment_events (tenant, payment_id, version, id, type, created_at, reference, amount,
    currency, status, previous_status, amount_reconciled, actor, reason, evidence)
  SELECT $1::text, entry.event_payment_id, entry.event_version, entry.event_id, entry.event_type,
    entry.event_created_at, entry.event_reference, entry.event_amount, entry.event_currency,
    entry.event_status, entry.event_previous_status, entry.event_amount_reconciled, entry.event_actor,
    entry.event_reason, entry.event_evidence
  FROM entry
), delivery AS (
  INSERT INTO hp_deliveries (tenant, event_id, payment_id, version, dead, free_at, attempts, owner)
  SELECT $1::text, entry.event_id, entry.event_payment_id, entry.event_version, 0, 0, 0, NULL FROM entry
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
  AND expires_at IS NOT DISTINCT FROM $9
  AND set_config('lock_timeout', $40, true) IS NOT NULL
  FOR UPDATE
), ready AS (SELECT 1 AS stored FROM expected), changed AS (
  UPDATE hp_payments
  SET status = $10, instructions = $11, updated_at = $12, paid_at = $13, reversed_at = $14, late = $15,
    amount_reconciled = $16, version = $17, description = $18, has_customer = $19, customer_name = $20,
    customer_phone = $21, metadata = $22, status_reason = $23, provider_transaction_id = $24,
    live_reference = $25
  FROM ready
  WHERE tenant = $1 AND id = $2
  RETURNING 1 AS stored
), event AS (
  INSERT INTO hp_payment_events (tenant, payment_id, version, id, type, created_at, reference, amount,
    currency, status, previous_status, amount_reconciled, actor, reason, evidence)
  SELECT $1::text, $26::text, $27::bigint, $28::text, $29::text, $30::bigint, $31::text, $32::bigint,
    $33::text, $34::text, $35::text, $36::bigint, $37::text, $38::text, $39::text
  FROM changed
), delivery AS (
  INSERT INTO hp_deliveries (tenant, event_id, payment_id, version, dead, free_at, attempts, owner)
  SELECT $1::text, $28::text, $26::text, $27::bigint, 0, 0, 0, NULL FROM changed
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
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id, live_reference, idempotency_key,
  fingerprint
FROM hp_payments
WHERE tenant = $1
AND provider_transaction_id = ANY ((SELECT $2::text::text[])::text[]);

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
  AND expires_at IS NOT DISTINCT FROM $9
  AND set_config('lock_timeout', $42, true) IS NOT NULL
  FOR UPDATE
), ready AS (
  INSERT INTO hp_statement_lines (tenant, line_key, payment_ids)
  SELECT $1::text, $40::text, $41::text FROM expected
  ON CONFLICT DO NOTHING RETURNING 1 AS stored
), changed AS (
  UPDATE hp_payments
  SET status = $10, instructions = $11, updated_at = $12, paid_at = $13, reversed_at = $14, late = $15,
    amount_reconciled = $16, version = $17, description = $18, has_customer = $19, customer_name = $20,
    customer_phone = $21, metadata = $22, status_reason = $23, provider_transaction_id = $24,
    live_reference = $25
  FROM ready
  WHERE tenant = $1 AND id = $2
  RETURNING 1 AS stored
), event AS (
  INSERT INTO hp_payment_events (tenant, payment_id, version, id, type, created_at, reference, amount,
    currency, status, previous_status, amount_reconciled, actor, reason, evidence)
  SELECT $1::text, $26::text, $27::bigint, $28::text, $29::text, $30::bigint, $31::text, $32::bigint,
    $33::text, $34::text, $35::text, $36::bigint, $37::text, $38::text, $39::text
  FROM changed
), delivery AS (
  INSERT INTO hp_deliveries (tenant, event_id, payment_id, version, dead, free_at, attempts, owner)
  SELECT $1::text, $28::text, $26::text, $27::bigint, 0, 0, 0, NULL FROM changed
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
    $9::text::text[], $10::text::bigint[], $11::text::bigint[], $12::text::text[], $13::text::text[],
    $14::text::bigint[], $15::text::bigint[], $16::text::bigint[], $17::text::bigint[], $18::text::bigint[],
    $19::text::bigint[], $20::text::text[], $21::text::bigint[], $22::text::text[], $23::text::text[],
    $24::text::text[], $25::text::text[], $26::text::text[], $27::text::text[], $28::text::text[],
    $29::text::bigint[], $30::text::text[], $31::text::text[], $32::text::bigint[], $33::text::text[],
    $34::text::bigint[], $35::text::text[], $36::text::text[], $37::text::text[], $38::text::bigint[],
    $39::text::text[], $40::text::text[], $41::text::text[]) WITH ORDINALITY AS change (id, expected_version,
    reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at, paid_at,
    reversed_at, late, amount_reconciled, version, description, has_customer, customer_name, customer_phone,
    metadata, status_reason, provider_transaction_id, live_reference, event_payment_id, event_version,
    event_id, event_type, event_created_at, event_reference, event_amount, event_currency, event_status,
    event_previous_status, event_amount_reconciled, event_actor, event_reason, event_evidence, place)
), expected AS (
  SELECT stored.id FROM (
    SELECT *
    FROM change
    WHERE true
    AND set_config('lock_timeout', $42, true) IS NOT NULL
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
    AND stored.expires_at IS NOT DISTINCT FROM change.expires_at
    FOR UPDATE
  ) AS stored
), line AS (
  INSERT INTO hp_statement_lines (tenant, line_key, payment_ids)
  SELECT $1::text, line.line_key, line.payment_ids
  FROM unnest($2::text::text[], $3::text::text[]) AS line (line_key, payment_ids)
  WHERE (SELECT count(*) FROM expected) = (SELECT count(*) FROM change)
), changed AS (
  INSERT INTO hp_payments AS stored (tenant, id, reference, amount, currency, channel, created_at,
    expires_at, status, instructions, updated_at, paid_at, reversed_at, late, amount_reconciled, version,
    description, has_customer, customer_name, customer_phone, metadata, status_reason,
    provider_transaction_id, live_reference)
  SELECT $1::text, id, reference, amount, currency, channel, created_at, expires_at, status, instructions,
    updated_at, paid_at, reversed_at, late, amount_reconciled, version, description, has_customer,
    customer_name, customer_phone, metadata, status_reason, provider_transaction_id, live_reference
  FROM change
  WHERE (SELECT count(*) FROM expected) = (SELECT count(*) FROM change)
  ORDER BY place
  ON CONFLICT (tenant, id) DO UPDATE
  SET status = excluded.status, instructions = excluded.instructions, updated_at = excluded.updated_at,
    paid_at = excluded.paid_at, reversed_at = excluded.reversed_at, late = excluded.late,
    amount_reconciled = excluded.amount_reconciled, version = excluded.version,
    description = excluded.description, has_customer = excluded.has_customer,
    customer_name = excluded.customer_name, customer_phone = excluded.customer_phone,
    metadata = excluded.metadata, status_reason = excluded.status_reason,
    provider_transaction_id = excluded.provider_transaction_id, live_reference = excluded.live_reference
  RETURNING 1
), event AS (
  INSERT INTO hp_payment_events (tenant, payment_id, version, id, type, created_at, reference, amount,
    currency, status, previous_status, amount_reconciled, actor, reason, evidence)
  SELECT $1::text, change.event_payment_id, change.event_version, change.event_id, change.event_type,
    change.event_created_at, change.event_reference, change.event_amount, change.event_currency,
    change.event_status, change.event_previous_status, change.event_amount_reconciled, change.event_actor,
    change.event_reason, change.event_evidence
  FROM change
  WHERE (SELECT count(*) FROM changed) > 0
), delivery AS (
  INSERT INTO hp_deliveries (tenant, event_id, payment_id, version, dead, free_at, attempts, owner)
  SELECT $1::text, change.event_id, change.event_payment_id, change.event_version, 0, 0, 0, NULL FROM change
  WHERE (SELECT count(*) FROM changed) > 0
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
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = $1
AND id = $2;

-- page: by createdAt, asc
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = $1
ORDER BY created_at asc, id asc
LIMIT $2;

-- page: by createdAt, desc
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = $1
ORDER BY created_at desc, id desc
LIMIT $2;

-- page: by paidAt, asc
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = $1
AND paid_at IS NOT NULL
ORDER BY paid_at asc, id asc
LIMIT $2;

-- page: by paidAt, desc
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = $1
AND paid_at IS NOT NULL
ORDER BY paid_at desc, id desc
LIMIT $2;

-- page: by reversedAt, asc
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = $1
AND reversed_at IS NOT NULL
ORDER BY reversed_at asc, id asc
LIMIT $2;

-- page: by reversedAt, desc
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = $1
AND reversed_at IS NOT NULL
ORDER BY reversed_at desc, id desc
LIMIT $2;

-- page: by expiresAt, asc
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = $1
AND expires_at IS NOT NULL
ORDER BY expires_at asc, id asc
LIMIT $2;

-- page: by expiresAt, desc
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = $1
AND expires_at IS NOT NULL
ORDER BY expires_at desc, id desc
LIMIT $2;

-- page: by createdAt, within a period
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = $1
AND created_at >= $2
AND created_at < $3
ORDER BY created_at asc, id asc
LIMIT $4;

-- page: by paidAt, within a period
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = $1
AND paid_at IS NOT NULL
AND paid_at >= $2
AND paid_at < $3
ORDER BY paid_at asc, id asc
LIMIT $4;

-- page: by reversedAt, within a period
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = $1
AND reversed_at IS NOT NULL
AND reversed_at >= $2
AND reversed_at < $3
ORDER BY reversed_at asc, id asc
LIMIT $4;

-- page: by expiresAt, within a period
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = $1
AND expires_at IS NOT NULL
AND expires_at >= $2
AND expires_at < $3
ORDER BY expires_at asc, id asc
LIMIT $4;

-- page: by createdAt, asc, after a row
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = $1
AND created_at < $2
AND (created_at, id) > ($3, $4)
ORDER BY created_at asc, id asc
LIMIT $5;

-- page: by createdAt, desc, after a row
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = $1
AND created_at >= $2
AND (created_at, id) < ($3, $4)
ORDER BY created_at desc, id desc
LIMIT $5;

-- page: by paidAt, asc, after a row
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = $1
AND paid_at IS NOT NULL
AND paid_at < $2
AND (paid_at, id) > ($3, $4)
ORDER BY paid_at asc, id asc
LIMIT $5;

-- page: by paidAt, desc, after a row
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = $1
AND paid_at IS NOT NULL
AND paid_at >= $2
AND (paid_at, id) < ($3, $4)
ORDER BY paid_at desc, id desc
LIMIT $5;

-- page: by reversedAt, asc, after a row
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = $1
AND reversed_at IS NOT NULL
AND reversed_at < $2
AND (reversed_at, id) > ($3, $4)
ORDER BY reversed_at asc, id asc
LIMIT $5;

-- page: by reversedAt, desc, after a row
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = $1
AND reversed_at IS NOT NULL
AND reversed_at >= $2
AND (reversed_at, id) < ($3, $4)
ORDER BY reversed_at desc, id desc
LIMIT $5;

-- page: by expiresAt, asc, after a row
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = $1
AND expires_at IS NOT NULL
AND expires_at < $2
AND (expires_at, id) > ($3, $4)
ORDER BY expires_at asc, id asc
LIMIT $5;

-- page: by expiresAt, desc, after a row
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = $1
AND expires_at IS NOT NULL
AND expires_at >= $2
AND (expires_at, id) < ($3, $4)
ORDER BY expires_at desc, id desc
LIMIT $5;

-- page: of one reference, asc
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = $1
AND reference = $2
ORDER BY created_at asc, id asc
LIMIT $3;

-- page: of one reference, desc
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = $1
AND reference = $2
ORDER BY created_at desc, id desc
LIMIT $3;

-- page: of one reference and one status, within a period
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = $1
AND status = $2
AND reference = $3
AND created_at >= $4
AND created_at < $5
ORDER BY created_at asc, id asc
LIMIT $6;

-- page: of one reference and two statuses
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = $1
AND status IN ($2, $3)
AND reference = $4
ORDER BY created_at asc, id asc
LIMIT $5;

-- page: of one status
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = $1
AND status = $2
ORDER BY created_at asc, id asc
LIMIT $3;

-- page: of four statuses, by createdAt
SELECT *
FROM (
  SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
    paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
    customer_phone, metadata, status_reason, provider_transaction_id
  FROM hp_payments
  WHERE tenant = $1
  AND status = $2
  ORDER BY created_at asc, id asc
  LIMIT $3
) AS part0
UNION ALL SELECT *
FROM (
  SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
    paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
    customer_phone, metadata, status_reason, provider_transaction_id
  FROM hp_payments
  WHERE tenant = $4
  AND status = $5
  ORDER BY created_at asc, id asc
  LIMIT $6
) AS part1
UNION ALL SELECT *
FROM (
  SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
    paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
    customer_phone, metadata, status_reason, provider_transaction_id
  FROM hp_payments
  WHERE tenant = $7
  AND status = $8
  ORDER BY created_at asc, id asc
  LIMIT $9
) AS part2
UNION ALL SELECT *
FROM (
  SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
    paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
    customer_phone, metadata, status_reason, provider_transaction_id
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
  SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
    paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
    customer_phone, metadata, status_reason, provider_transaction_id
  FROM hp_payments
  WHERE tenant = $1
  AND status = $2
  AND expires_at IS NOT NULL
  ORDER BY expires_at asc, id asc
  LIMIT $3
) AS part0
UNION ALL SELECT *
FROM (
  SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
    paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
    customer_phone, metadata, status_reason, provider_transaction_id
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
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = $1
AND status IN ($2, $3)
AND paid_at IS NOT NULL
ORDER BY paid_at asc, id asc
LIMIT $4;

-- page: of three statuses, by paidAt
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = $1
AND status IN ($2, $3, $4)
AND paid_at IS NOT NULL
ORDER BY paid_at asc, id asc
LIMIT $5;

-- page: of four statuses, by paidAt
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = $1
AND status IN ($2, $3, $4, $5)
AND paid_at IS NOT NULL
ORDER BY paid_at asc, id asc
LIMIT $6;

-- page: of one channel
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = $1
AND channel = ANY ((SELECT $2::text::text[])::text[])
ORDER BY created_at asc, id asc
LIMIT $3;

-- page: of three channels
-- SELECT id, reference, amount, currency, channel, c … (as under "page: of one channel")

-- page: of everything at once
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
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
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = $1
AND reference = ANY ((SELECT $2::text::text[])::text[]);
SELECT id, reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at,
  paid_at, reversed_at, late, amount_reconciled, version, description, has_customer, customer_name,
  customer_phone, metadata, status_reason, provider_transaction_id
FROM hp_payments
WHERE tenant = $1
AND provider_transaction_id = ANY ((SELECT $2::text::text[])::text[]);
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
  status_reason, provider_transaction_id, customer_name, customer_phone)::text AS cells
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
SELECT currency, channel, status, COUNT(*) AS count_of, SUM(amount)::text AS sum0
FROM hp_payments
WHERE tenant = $1
GROUP BY currency, channel, status;

-- totals: within a period, of two statuses, one channel and one reference
SELECT currency, channel, status, COUNT(*) AS count_of, SUM(amount)::text AS sum0
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
SELECT event.payment_id, event.version, event.id, event.type, event.created_at, event.reference,
  event.amount, event.currency, event.status, event.previous_status, event.amount_reconciled, event.actor,
  event.reason, event.evidence
FROM hp_payment_events AS event
WHERE tenant = $1
AND payment_id = $2
ORDER BY version;

-- claimEvents: nothing is due
WITH free AS (
  SELECT tenant, event_id, free_at FROM hp_deliveries AS delivery
  WHERE tenant = $1 AND dead = 0 AND free_at <= $2
    AND NOT EXISTS (
      SELECT 1 FROM hp_deliveries AS earlier WHERE earlier.tenant = delivery.tenant
      AND earlier.payment_id = delivery.payment_id
      AND earlier.version < delivery.version
      AND earlier.dead <> 1
    )
  ORDER BY free_at, event_id LIMIT $3
  FOR UPDATE SKIP LOCKED
), leased AS (
  UPDATE hp_deliveries AS delivery SET owner = $4, free_at = $5 FROM free
  WHERE delivery.tenant = free.tenant AND delivery.event_id = free.event_id
  RETURNING delivery.payment_id, delivery.version, delivery.attempts, free.free_at AS free_since
)
SELECT event.payment_id, event.version, event.id, event.type, event.created_at, event.reference,
  event.amount, event.currency, event.status, event.previous_status, event.amount_reconciled, event.actor,
  event.reason, event.evidence, leased.attempts
FROM leased
JOIN hp_payment_events AS event ON event.tenant = $1
AND event.payment_id = leased.payment_id
AND event.version = leased.version
ORDER BY leased.free_since, event.id;

-- claimEvents: due events
-- WITH free AS ( SELECT tenant, event_id, free_at FR … (as under "claimEvents: nothing is due")

-- completeEvents: one delivered
DELETE FROM hp_deliveries WHERE tenant = $1 AND event_id = $2 AND owner = $3;

-- completeEvents: one dead, and one due again
-- BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL lo … (as under "migrate: into an empty database")
UPDATE hp_deliveries
SET owner = NULL, free_at = 0, dead = 1, attempts = 0
WHERE tenant = $1
AND event_id = $2
AND owner = $3;
UPDATE hp_deliveries
SET owner = NULL, free_at = $1, attempts = CASE dead WHEN 1 THEN 0 ELSE attempts + 1 END, dead = 0
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
SET owner = NULL, free_at = $1, attempts = CASE dead WHEN 1 THEN 0 ELSE attempts + 1 END, dead = 0
WHERE tenant = $2
AND event_id = ANY ((SELECT $3::text::text[])::text[])
AND owner = $4;

-- completeEvents: two due again, each at a time of its own
UPDATE hp_deliveries
SET owner = NULL,
  free_at = CASE event_id WHEN $1 THEN $2 WHEN $3 THEN $4 WHEN $5 THEN $6 WHEN $7 THEN $8 WHEN $9 THEN $10 WHEN $11 THEN $12 WHEN $13 THEN $14 WHEN $15 THEN $16 ELSE free_at END,
  attempts = CASE dead WHEN 1 THEN 0 ELSE attempts + 1 END, dead = 0
WHERE tenant = $17
AND event_id = ANY ((SELECT $18::text::text[])::text[])
AND owner = $19;

-- claimEvents: dead events
WITH free AS (
  SELECT tenant, event_id, free_at FROM hp_deliveries AS delivery
  WHERE tenant = $1 AND dead = 1 AND free_at <= $2
  ORDER BY free_at, event_id LIMIT $3
  FOR UPDATE SKIP LOCKED
), leased AS (
  UPDATE hp_deliveries AS delivery SET owner = $4, free_at = $5 FROM free
  WHERE delivery.tenant = free.tenant AND delivery.event_id = free.event_id
  RETURNING delivery.payment_id, delivery.version, delivery.attempts, free.free_at AS free_since
)
SELECT event.payment_id, event.version, event.id, event.type, event.created_at, event.reference,
  event.amount, event.currency, event.status, event.previous_status, event.amount_reconciled, event.actor,
  event.reason, event.evidence, leased.attempts
FROM leased
JOIN hp_payment_events AS event ON event.tenant = $1
AND event.payment_id = leased.payment_id
AND event.version = leased.version
ORDER BY leased.free_since, event.id;

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

-- in the host's transaction: insert: stored
SAVEPOINT hp_call;
WITH payment AS (
  INSERT INTO hp_payments (tenant, id, reference, amount, currency, channel, created_at, expires_at, status,
    instructions, updated_at, paid_at, reversed_at, late, amount_reconciled, version, description,
    has_customer, customer_name, customer_phone, metadata, status_reason, provider_transaction_id,
    live_reference, idempotency_key, fingerprint)
  VALUES (CASE WHEN true THEN $1::text END, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15,
    $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26)
  ON CONFLICT DO NOTHING RETURNING tenant
), event AS (
  INSERT INTO hp_payment_events (tenant, payment_id, version, id, type, created_at, reference, amount,
    currency, status, previous_status, amount_reconciled, actor, reason, evidence)
  SELECT $1::text, $27::text, $28::bigint, $29::text, $30::text, $31::bigint, $32::text, $33::bigint,
    $34::text, $35::text, $36::text, $37::bigint, $38::text, $39::text, $40::text
  FROM payment
), delivery AS (
  INSERT INTO hp_deliveries (tenant, event_id, payment_id, version, dead, free_at, attempts, owner)
  SELECT $1::text, $29::text, $27::text, $28::bigint, 0, 0, 0, NULL FROM payment
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
  AND expires_at IS NOT DISTINCT FROM $9
  FOR UPDATE
), ready AS (SELECT 1 AS stored FROM expected), changed AS (
  UPDATE hp_payments
  SET status = $10, instructions = $11, updated_at = $12, paid_at = $13, reversed_at = $14, late = $15,
    amount_reconciled = $16, version = $17, description = $18, has_customer = $19, customer_name = $20,
    customer_phone = $21, metadata = $22, status_reason = $23, provider_transaction_id = $24,
    live_reference = $25
  FROM ready
  WHERE tenant = $1 AND id = $2
  RETURNING 1 AS stored
), event AS (
  INSERT INTO hp_payment_events (tenant, payment_id, version, id, type, created_at, reference, amount,
    currency, status, previous_status, amount_reconciled, actor, reason, evidence)
  SELECT $1::text, $26::text, $27::bigint, $28::text, $29::text, $30::bigint, $31::text, $32::bigint,
    $33::text, $34::text, $35::text, $36::bigint, $37::text, $38::text, $39::text
  FROM changed
), delivery AS (
  INSERT INTO hp_deliveries (tenant, event_id, payment_id, version, dead, free_at, attempts, owner)
  SELECT $1::text, $28::text, $26::text, $27::bigint, 0, 0, 0, NULL FROM changed
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
  AND expires_at IS NOT DISTINCT FROM $9
  FOR UPDATE
), ready AS (
  INSERT INTO hp_statement_lines (tenant, line_key, payment_ids)
  SELECT $1::text, $40::text, $41::text FROM expected
  ON CONFLICT DO NOTHING RETURNING 1 AS stored
), changed AS (
  UPDATE hp_payments
  SET status = $10, instructions = $11, updated_at = $12, paid_at = $13, reversed_at = $14, late = $15,
    amount_reconciled = $16, version = $17, description = $18, has_customer = $19, customer_name = $20,
    customer_phone = $21, metadata = $22, status_reason = $23, provider_transaction_id = $24,
    live_reference = $25
  FROM ready
  WHERE tenant = $1 AND id = $2
  RETURNING 1 AS stored
), event AS (
  INSERT INTO hp_payment_events (tenant, payment_id, version, id, type, created_at, reference, amount,
    currency, status, previous_status, amount_reconciled, actor, reason, evidence)
  SELECT $1::text, $26::text, $27::bigint, $28::text, $29::text, $30::bigint, $31::text, $32::bigint,
    $33::text, $34::text, $35::text, $36::bigint, $37::text, $38::text, $39::text
  FROM changed
), delivery AS (
  INSERT INTO hp_deliveries (tenant, event_id, payment_id, version, dead, free_at, attempts, owner)
  SELECT $1::text, $28::text, $26::text, $27::bigint, 0, 0, 0, NULL FROM changed
)
SELECT stored FROM changed;
RELEASE SAVEPOINT hp_call;

-- in the host's transaction: replace: two changes, with the key of a statement line
SAVEPOINT hp_call;
WITH change AS (
  SELECT *
  FROM unnest($4::text::text[], $5::text::bigint[], $6::text::text[], $7::text::bigint[], $8::text::text[],
    $9::text::text[], $10::text::bigint[], $11::text::bigint[], $12::text::text[], $13::text::text[],
    $14::text::bigint[], $15::text::bigint[], $16::text::bigint[], $17::text::bigint[], $18::text::bigint[],
    $19::text::bigint[], $20::text::text[], $21::text::bigint[], $22::text::text[], $23::text::text[],
    $24::text::text[], $25::text::text[], $26::text::text[], $27::text::text[], $28::text::text[],
    $29::text::bigint[], $30::text::text[], $31::text::text[], $32::text::bigint[], $33::text::text[],
    $34::text::bigint[], $35::text::text[], $36::text::text[], $37::text::text[], $38::text::bigint[],
    $39::text::text[], $40::text::text[], $41::text::text[]) WITH ORDINALITY AS change (id, expected_version,
    reference, amount, currency, channel, created_at, expires_at, status, instructions, updated_at, paid_at,
    reversed_at, late, amount_reconciled, version, description, has_customer, customer_name, customer_phone,
    metadata, status_reason, provider_transaction_id, live_reference, event_payment_id, event_version,
    event_id, event_type, event_created_at, event_reference, event_amount, event_currency, event_status,
    event_previous_status, event_amount_reconciled, event_actor, event_reason, event_evidence, place)
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
    AND stored.expires_at IS NOT DISTINCT FROM change.expires_at
    FOR UPDATE
  ) AS stored
), line AS (
  INSERT INTO hp_statement_lines (tenant, line_key, payment_ids)
  SELECT $1::text, line.line_key, line.payment_ids
  FROM unnest($2::text::text[], $3::text::text[]) AS line (line_key, payment_ids)
  WHERE (SELECT count(*) FROM expected) = (SELECT count(*) FROM change)
), changed AS (
  INSERT INTO hp_payments AS stored (tenant, id, reference, amount, currency, channel, created_at,
    expires_at, status, instructions, updated_at, paid_at, reversed_at, late, amount_reconciled, version,
    description, has_customer, customer_name, customer_phone, metadata, status_reason,
    provider_transaction_id, live_reference)
  SELECT $1::text, id, reference, amount, currency, channel, created_at, expires_at, status, instructions,
    updated_at, paid_at, reversed_at, late, amount_reconciled, version, description, has_customer,
    customer_name, customer_phone, metadata, status_reason, provider_transaction_id, live_reference
  FROM change
  WHERE (SELECT count(*) FROM expected) = (SELECT count(*) FROM change)
  ORDER BY place
  ON CONFLICT (tenant, id) DO UPDATE
  SET status = excluded.status, instructions = excluded.instructions, updated_at = excluded.updated_at,
    paid_at = excluded.paid_at, reversed_at = excluded.reversed_at, late = excluded.late,
    amount_reconciled = excluded.amount_reconciled, version = excluded.version,
    description = excluded.description, has_customer = excluded.has_customer,
    customer_name = excluded.customer_name, customer_phone = excluded.customer_phone,
    metadata = excluded.metadata, status_reason = excluded.status_reason,
    provider_transaction_id = excluded.provider_transaction_id, live_reference = excluded.live_reference
  RETURNING 1
), event AS (
  INSERT INTO hp_payment_events (tenant, payment_id, version, id, type, created_at, reference, amount,
    currency, status, previous_status, amount_reconciled, actor, reason, evidence)
  SELECT $1::text, change.event_payment_id, change.event_version, change.event_id, change.event_type,
    change.event_created_at, change.event_reference, change.event_amount, change.event_currency,
    change.event_status, change.event_previous_status, change.event_amount_reconciled, change.event_actor,
    change.event_reason, change.event_evidence
  FROM change
  WHERE (SELECT count(*) FROM changed) > 0
), delivery AS (
  INSERT INTO hp_deliveries (tenant, event_id, payment_id, version, dead, free_at, attempts, owner)
  SELECT $1::text, change.event_id, change.event_payment_id, change.event_version, 0, 0, 0, NULL FROM change
  WHERE (SELECT count(*) FROM changed) > 0
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

-- migrate: the database user may not create the guards
SHOW default_transaction_isolation;
SELECT 1 WHERE to_regclass($1) IS NOT NULL;
-- SELECT 1 FROM pg_class WHERE oid = to_regclass($1) … (as under "migrate: into an empty database")
-- BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL lo … (as under "migrate: into an empty database")
-- SELECT pg_advisory_xact_lock(hashtextextended('hos … (as under "migrate: into an empty database")
-- CREATE TABLE IF NOT EXISTS hp_migrations ( name te … (as under "postgres-schema.sql")
-- INSERT INTO hp_migrations (name) VALUES ($1) ON CO … (as under "migrate: into an empty database")
-- CREATE TABLE hp_payments ( tenant text COLLATE "C" … (as under "postgres-schema.sql")
-- CREATE UNIQUE INDEX hp_payments_idempotency_key ON … (as under "postgres-schema.sql")
-- CREATE UNIQUE INDEX hp_payments_live_reference ON … (as under "postgres-schema.sql")
-- CREATE UNIQUE INDEX hp_payments_provider_transacti … (as under "postgres-schema.sql")
CREATE INDEX hp_payments_by_created ON hp_payments (tenant, created_at, id);
-- CREATE INDEX hp_payments_by_status ON hp_payments … (as under "postgres-schema.sql")
-- CREATE INDEX hp_payments_by_reference ON hp_paymen … (as under "postgres-schema.sql")
-- CREATE INDEX hp_payments_by_paid ON hp_payments (t … (as under "postgres-schema.sql")
-- CREATE INDEX hp_payments_by_reversed ON hp_payment … (as under "postgres-schema.sql")
-- CREATE INDEX hp_payments_by_expires ON hp_payments … (as under "postgres-schema.sql")
-- CREATE TABLE hp_payment_events ( tenant text COLLA … (as under "postgres-schema.sql")
-- CREATE TABLE hp_deliveries ( tenant text COLLATE " … (as under "postgres-schema.sql")
-- CREATE UNIQUE INDEX hp_deliveries_by_payment ON hp … (as under "postgres-schema.sql")
-- CREATE INDEX hp_deliveries_by_free ON hp_deliverie … (as under "postgres-schema.sql")
-- CREATE TABLE hp_statement_lines ( tenant text COLL … (as under "postgres-schema.sql")
-- INSERT INTO hp_migrations (name) VALUES ($1) ON CO … (as under "migrate: into an empty database")
-- CREATE OR REPLACE FUNCTION hp_refuse_change() RETU … (as under "postgres-schema.sql")
ROLLBACK;
SELECT 1 WHERE has_schema_privilege(current_schema(), 'CREATE');

-- get: where SERIALIZABLE is the default
SHOW default_transaction_isolation;
-- BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL lo … (as under "migrate: into an empty database")
-- SELECT id, reference, amount, currency, channel, c … (as under "get")
COMMIT;

-- insert: where SERIALIZABLE is the default
-- BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL lo … (as under "migrate: into an empty database")
-- WITH payment AS ( INSERT INTO hp_payments (tenant, … (as under "insert: stored")
COMMIT;

-- insert: the server may be a standby
SHOW default_transaction_isolation;
-- WITH payment AS ( INSERT INTO hp_payments (tenant, … (as under "insert: stored")
SELECT pg_is_in_recovery();
