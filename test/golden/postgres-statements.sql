-- Every statement that writes to PostgreSQL with writes: 'statements'

-- insert: stored
BEGIN ISOLATION LEVEL READ COMMITTED;
SELECT set_config('lock_timeout', $1, true), set_config('statement_timeout', $2, true),
  set_config('idle_in_transaction_session_timeout', $2, true);
INSERT INTO hp_payments (tenant, id, reference, amount, currency, channel, created_at, status, instructions,
  updated_at, expires_at, paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending,
  amount_refunded, amount_written_off, amount_waived, attempt_id, version, description, metadata,
  status_reason, provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved, live_reference, idempotency_key, fingerprint)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22,
  $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37)
RETURNING 1 AS stored;
INSERT INTO hp_payment_events (tenant, id, created_at, type, payment_id, reference, amount, currency, status,
  previous_status, amount_reconciled, version, actor, reason, evidence, details)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
RETURNING 1 AS stored;
INSERT INTO hp_deliveries (tenant, event_id, payment_id, version, dead, free_at, attempts, owner)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
RETURNING 1 AS stored;
COMMIT;

-- insert: a payment that is paid already
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "insert: stored")
-- INSERT INTO hp_payments (tenant, id, reference, am … (as under "insert: stored")
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
COMMIT;

-- insert: another payment has the idempotency key
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "insert: stored")
-- INSERT INTO hp_payments (tenant, id, reference, am … (as under "insert: stored")
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
ROLLBACK;
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved, live_reference, idempotency_key, fingerprint
FROM hp_payments
WHERE tenant = $1
AND idempotency_key = ANY ((SELECT $2::text::text[])::text[]);

-- insert: another payment has the id
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "insert: stored")
-- INSERT INTO hp_payments (tenant, id, reference, am … (as under "insert: stored")
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
ROLLBACK;
SELECT id, reference, amount, currency, channel, created_at, status, instructions, updated_at, expires_at,
  paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending, amount_refunded,
  amount_written_off, amount_waived, attempt_id, version, description, metadata, status_reason,
  provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved, live_reference, idempotency_key, fingerprint
FROM hp_payments
WHERE tenant = $1
AND id = ANY ((SELECT $2::text::text[])::text[]);

-- insert: another payment holds the reference
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "insert: stored")
-- INSERT INTO hp_payments (tenant, id, reference, am … (as under "insert: stored")
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
ROLLBACK;
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
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "insert: stored")
INSERT INTO hp_payments (tenant, id, reference, amount, currency, channel, created_at, status, instructions,
  updated_at, expires_at, paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending,
  amount_refunded, amount_written_off, amount_waived, attempt_id, version, description, metadata,
  status_reason, provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved, live_reference, idempotency_key, fingerprint)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22,
  $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37), ($38, $39, $40, $41, $42, $43,
  $44, $45, $46, $47, $48, $49, $50, $51, $52, $53, $54, $55, $56, $57, $58, $59, $60, $61, $62, $63, $64,
  $65, $66, $67, $68, $69, $70, $71, $72, $73, $74)
RETURNING 1 AS stored;
-- INSERT INTO hp_payments (tenant, id, reference, am … (as under "insert: stored")
INSERT INTO hp_payment_events (tenant, id, created_at, type, payment_id, reference, amount, currency, status,
  previous_status, amount_reconciled, version, actor, reason, evidence, details)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16), ($17, $18, $19, $20, $21,
  $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32)
RETURNING 1 AS stored;
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: stored")
INSERT INTO hp_deliveries (tenant, event_id, payment_id, version, dead, free_at, attempts, owner)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8), ($9, $10, $11, $12, $13, $14, $15, $16)
RETURNING 1 AS stored;
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
COMMIT;

-- insert: three payments, of which another payment has the idempotency key of the second
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "insert: stored")
-- INSERT INTO hp_payments (tenant, id, reference, am … (as under "insert: three payments")
-- INSERT INTO hp_payments (tenant, id, reference, am … (as under "insert: stored")
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: three payments")
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: three payments")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
ROLLBACK;
-- SELECT id, reference, amount, currency, channel, c … (as under "insert: another payment has the idempotency key")
-- SELECT id, reference, amount, currency, channel, c … (as under "insert: another payment has the id")
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "insert: stored")
-- INSERT INTO hp_payments (tenant, id, reference, am … (as under "insert: three payments")
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: three payments")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: three payments")
COMMIT;

-- replace: one change
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "insert: stored")
UPDATE hp_payments
SET status = $1, instructions = $2, updated_at = $3, expires_at = $4, paid_at = $5, reversed_at = $6,
  canceled_at = $7, late = $8, amount_reconciled = $9, amount_refund_pending = $10, amount_refunded = $11,
  amount_written_off = $12, amount_waived = $13, attempt_id = $14, version = $15, description = $16,
  metadata = $17, status_reason = $18, provider_transaction_id = $19, has_customer = $20,
  customer_name = $21, customer_phone = $22, customer_id = $23, imported = $24, transaction_key = $25,
  money_memory = $26, given_back_unproved = $27, live_reference = $28
WHERE tenant = $29
AND id = $30
AND version = $31
AND reference = $32
AND amount = $33
AND currency = $34
AND channel = $35
AND created_at = $36
RETURNING 1 AS stored;
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
COMMIT;

-- replace: the payment has another version
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "insert: stored")
-- UPDATE hp_payments SET status = $1, instructions = … (as under "replace: one change")
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
ROLLBACK;
-- SELECT id, reference, amount, currency, channel, c … (as under "insert: another payment has the id")

-- replace: another payment holds the reference
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "insert: stored")
-- UPDATE hp_payments SET status = $1, instructions = … (as under "replace: one change")
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
ROLLBACK;
-- SELECT id, reference, amount, currency, channel, c … (as under "insert: another payment has the id")
-- SELECT id, reference, amount, currency, channel, c … (as under "insert: another payment holds the reference")

-- replace: another payment has the provider transaction
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "insert: stored")
-- UPDATE hp_payments SET status = $1, instructions = … (as under "replace: one change")
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
ROLLBACK;
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
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "insert: stored")
-- UPDATE hp_payments SET status = $1, instructions = … (as under "replace: one change")
INSERT INTO hp_statement_lines (tenant, line_key, payment_ids) VALUES ($1, $2, $3) RETURNING 1 AS stored;
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
COMMIT;

-- replace: the statement line is stored already
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "insert: stored")
-- UPDATE hp_payments SET status = $1, instructions = … (as under "replace: one change")
-- INSERT INTO hp_statement_lines (tenant, line_key, … (as under "replace: one change, with the key of a statement line")
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
ROLLBACK;
SELECT line_key
FROM hp_statement_lines
WHERE tenant = $1
AND line_key = ANY ((SELECT $2::text::text[])::text[]);

-- replace: two changes, with the key of a statement line
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "insert: stored")
SELECT 1
FROM hp_payments
WHERE tenant = $1
AND ((id = $2 AND version = $3 AND reference = $4 AND amount = $5 AND currency = $6 AND channel = $7 AND created_at = $8) OR (id = $9 AND version = $10 AND reference = $11 AND amount = $12 AND currency = $13 AND channel = $14 AND created_at = $15))
ORDER BY id
LIMIT 2 FOR UPDATE;
INSERT INTO hp_payments (tenant, id, reference, amount, currency, channel, created_at, status, instructions,
  updated_at, expires_at, paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending,
  amount_refunded, amount_written_off, amount_waived, attempt_id, version, description, metadata,
  status_reason, provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved, live_reference)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22,
  $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35), ($36, $37, $38, $39, $40, $41, $42, $43,
  $44, $45, $46, $47, $48, $49, $50, $51, $52, $53, $54, $55, $56, $57, $58, $59, $60, $61, $62, $63, $64,
  $65, $66, $67, $68, $69, $70)
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
RETURNING 1 AS stored;
-- INSERT INTO hp_statement_lines (tenant, line_key, … (as under "replace: one change, with the key of a statement line")
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: three payments")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: three payments")
COMMIT;

-- replace: one of two payments has another version
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "insert: stored")
-- SELECT 1 FROM hp_payments WHERE tenant = $1 AND (( … (as under "replace: two changes, with the key of a statement line")
-- INSERT INTO hp_payments (tenant, id, reference, am … (as under "replace: two changes, with the key of a statement line")
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: three payments")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: three payments")
ROLLBACK;
-- SELECT id, reference, amount, currency, channel, c … (as under "insert: another payment has the id")

-- replace: three changes, with the keys of three statement lines
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "insert: stored")
-- SELECT 1 FROM hp_payments WHERE tenant = $1 AND (( … (as under "replace: two changes, with the key of a statement line")
SELECT 1
FROM hp_payments
WHERE tenant = $1
AND ((id = $2 AND version = $3 AND reference = $4 AND amount = $5 AND currency = $6 AND channel = $7 AND created_at = $8))
ORDER BY id
LIMIT 1 FOR UPDATE;
-- INSERT INTO hp_payments (tenant, id, reference, am … (as under "replace: two changes, with the key of a statement line")
INSERT INTO hp_payments (tenant, id, reference, amount, currency, channel, created_at, status, instructions,
  updated_at, expires_at, paid_at, reversed_at, canceled_at, late, amount_reconciled, amount_refund_pending,
  amount_refunded, amount_written_off, amount_waived, attempt_id, version, description, metadata,
  status_reason, provider_transaction_id, has_customer, customer_name, customer_phone, customer_id, imported,
  transaction_key, money_memory, given_back_unproved, live_reference)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22,
  $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35)
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
RETURNING 1 AS stored;
INSERT INTO hp_statement_lines (tenant, line_key, payment_ids)
VALUES ($1, $2, $3), ($4, $5, $6)
RETURNING 1 AS stored;
-- INSERT INTO hp_statement_lines (tenant, line_key, … (as under "replace: one change, with the key of a statement line")
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: three payments")
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: three payments")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
COMMIT;

-- replace: one of three statement lines is stored already
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "insert: stored")
-- SELECT 1 FROM hp_payments WHERE tenant = $1 AND (( … (as under "replace: two changes, with the key of a statement line")
-- SELECT 1 FROM hp_payments WHERE tenant = $1 AND (( … (as under "replace: three changes, with the keys of three statement lines")
-- INSERT INTO hp_payments (tenant, id, reference, am … (as under "replace: two changes, with the key of a statement line")
-- INSERT INTO hp_payments (tenant, id, reference, am … (as under "replace: three changes, with the keys of three statement lines")
-- INSERT INTO hp_statement_lines (tenant, line_key, … (as under "replace: three changes, with the keys of three statement lines")
-- INSERT INTO hp_statement_lines (tenant, line_key, … (as under "replace: one change, with the key of a statement line")
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: three payments")
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: three payments")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
ROLLBACK;
-- SELECT line_key FROM hp_statement_lines WHERE tena … (as under "replace: the statement line is stored already")

-- claimEvents: nothing is due
SELECT event_id FROM hp_deliveries AS delivery
WHERE tenant = $1 AND dead = 0 AND free_at <= $2 AND NOT EXISTS (
    SELECT 1 FROM hp_deliveries AS earlier WHERE earlier.tenant = $3
    AND earlier.payment_id = delivery.payment_id AND earlier.version < delivery.version AND earlier.dead <> 1
  )
ORDER BY free_at, event_id LIMIT $4;

-- claimEvents: due events
-- SELECT event_id FROM hp_deliveries AS delivery WHE … (as under "claimEvents: nothing is due")
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "insert: stored")
UPDATE hp_deliveries
SET owner = $1, free_at = $2
WHERE tenant = $3
AND event_id = ANY ((SELECT $4::text::text[])::text[])
AND dead = $5
AND free_at <= $6;
COMMIT;
SELECT event.id, event.created_at, event.type, event.payment_id, event.reference, event.amount,
  event.currency, event.status, event.previous_status, event.amount_reconciled, event.version, event.actor,
  event.reason, event.evidence, event.details, delivery.attempts
FROM hp_deliveries AS delivery
JOIN hp_payment_events AS event
ON event.tenant = $1
AND event.payment_id = delivery.payment_id
AND event.version = delivery.version
WHERE delivery.tenant = $2
AND delivery.event_id = ANY ((SELECT $3::text::text[])::text[])
AND delivery.owner = $4
AND delivery.free_at = $5;

-- completeEvents: one delivered
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "insert: stored")
DELETE FROM hp_deliveries WHERE tenant = $1 AND event_id = $2 AND owner = $3;
COMMIT;

-- completeEvents: one dead, and one due again
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "insert: stored")
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
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "insert: stored")
DELETE
FROM hp_deliveries
WHERE tenant = $1
AND event_id = ANY ((SELECT $2::text::text[])::text[])
AND owner = $3;
COMMIT;

-- completeEvents: two dead
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "insert: stored")
UPDATE hp_deliveries
SET owner = NULL, free_at = 0, dead = 1, attempts = 0
WHERE tenant = $1
AND event_id = ANY ((SELECT $2::text::text[])::text[])
AND owner = $3;
COMMIT;

-- completeEvents: two due again, at one time
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "insert: stored")
UPDATE hp_deliveries
SET owner = NULL, free_at = $1, attempts = CASE WHEN dead = 1 THEN 0 ELSE attempts + 1 END, dead = 0
WHERE tenant = $2
AND event_id = ANY ((SELECT $3::text::text[])::text[])
AND owner = $4;
COMMIT;

-- completeEvents: two due again, each at a time of its own
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "insert: stored")
UPDATE hp_deliveries
SET owner = NULL,
  free_at = CASE WHEN event_id = $1 THEN $2 WHEN event_id = $3 THEN $4 WHEN event_id = $5 THEN $6 WHEN event_id = $7 THEN $8 WHEN event_id = $9 THEN $10 WHEN event_id = $11 THEN $12 WHEN event_id = $13 THEN $14 WHEN event_id = $15 THEN $16 ELSE free_at END,
  attempts = CASE WHEN dead = 1 THEN 0 ELSE attempts + 1 END, dead = 0
WHERE tenant = $17
AND event_id = ANY ((SELECT $18::text::text[])::text[])
AND owner = $19;
COMMIT;

-- claimEvents: dead events
SELECT event_id FROM hp_deliveries AS delivery
WHERE tenant = $1 AND dead = 1 AND free_at <= $2
ORDER BY free_at, event_id LIMIT $3;
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "insert: stored")
-- UPDATE hp_deliveries SET owner = $1, free_at = $2 … (as under "claimEvents: due events")
COMMIT;
-- SELECT event.id, event.created_at, event.type, eve … (as under "claimEvents: due events")

-- insert: a payment with search terms
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "insert: stored")
-- INSERT INTO hp_payments (tenant, id, reference, am … (as under "insert: stored")
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
INSERT INTO hp_payment_terms (tenant, term, created_at, payment_id)
VALUES ($1, $2, $3, $4), ($5, $6, $7, $8)
RETURNING 1 AS stored;
COMMIT;

-- replace: a change with more search terms
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "insert: stored")
-- UPDATE hp_payments SET status = $1, instructions = … (as under "replace: one change")
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
INSERT INTO hp_payment_terms AS stored (tenant, term, created_at, payment_id)
VALUES ($1, $2, $3, $4)
ON CONFLICT (tenant, term, created_at, payment_id) DO NOTHING
RETURNING 1 AS stored;
COMMIT;

-- replace: one change and a new line
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "insert: stored")
-- UPDATE hp_payments SET status = $1, instructions = … (as under "replace: one change")
-- INSERT INTO hp_statement_lines (tenant, line_key, … (as under "replace: one change, with the key of a statement line")
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
INSERT INTO hp_account_lines AS stored (tenant, line_key, account, import_id, file_row, direction, amount,
  currency, value_date, booked_at, outcome, status, held, allocated, given_back, allocations, assignee,
  session_id, payer_id, payer_by_rule, transfer_to, version, created_at, updated_at, reference,
  provider_transaction_id, narration, search_text, narration_text, identity_mark, receipt_mark, entry_mark,
  reference_mark)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22,
  $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33)
RETURNING 1 AS stored;
INSERT INTO hp_line_events AS stored (tenant, line_key, version, id, type, created_at, actor, reason,
  allocations, counted)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
RETURNING 1 AS stored;
COMMIT;

-- replace: the next version of a line
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "insert: stored")
SELECT 1 AS stored
FROM hp_account_lines
WHERE tenant = $1
AND ((line_key = $2 AND version = $3 AND given_back = $4 AND account = $5 AND COALESCE(session_id,
  '') = COALESCE($6, '') AND COALESCE(transfer_to, '') = COALESCE($7,
  '') AND created_at = $8 AND (allocations = '[]' OR (direction = $9 AND amount = $10 AND currency = $11))))
ORDER BY line_key
LIMIT 1 FOR UPDATE;
INSERT INTO hp_account_lines AS stored (tenant, line_key, account, import_id, file_row, direction, amount,
  currency, value_date, booked_at, outcome, status, held, allocated, given_back, allocations, assignee,
  session_id, payer_id, payer_by_rule, transfer_to, version, created_at, updated_at, reference,
  provider_transaction_id, narration, search_text, narration_text, identity_mark, receipt_mark, entry_mark,
  reference_mark)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22,
  $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33)
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
RETURNING 1 AS stored;
INSERT INTO hp_statement_lines AS stored (tenant, line_key, payment_ids)
VALUES ($1, $2, $3)
ON CONFLICT (tenant, line_key) DO UPDATE
SET payment_ids = excluded.payment_ids
RETURNING 1 AS stored;
-- INSERT INTO hp_line_events AS stored (tenant, line … (as under "replace: one change and a new line")
COMMIT;

-- replace: a line has another version
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "insert: stored")
-- SELECT 1 AS stored FROM hp_account_lines WHERE ten … (as under "replace: the next version of a line")
-- INSERT INTO hp_account_lines AS stored (tenant, li … (as under "replace: the next version of a line")
-- INSERT INTO hp_statement_lines AS stored (tenant, … (as under "replace: the next version of a line")
-- INSERT INTO hp_line_events AS stored (tenant, line … (as under "replace: one change and a new line")
ROLLBACK;
-- SELECT line_key FROM hp_statement_lines WHERE tena … (as under "replace: the statement line is stored already")
SELECT line_key, account, import_id, file_row, direction, amount, currency, value_date, booked_at, outcome,
  status, held, allocated, given_back, allocations, assignee, session_id, payer_id, payer_by_rule,
  transfer_to, version, created_at, updated_at, reference, provider_transaction_id, narration
FROM hp_account_lines
WHERE tenant = $1
AND line_key = ANY ((SELECT $2::text::text[])::text[]);

-- replace: a line is stored already
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "insert: stored")
-- INSERT INTO hp_statement_lines (tenant, line_key, … (as under "replace: three changes, with the keys of three statement lines")
INSERT INTO hp_account_lines AS stored (tenant, line_key, account, import_id, file_row, direction, amount,
  currency, value_date, booked_at, outcome, status, held, allocated, given_back, allocations, assignee,
  session_id, payer_id, payer_by_rule, transfer_to, version, created_at, updated_at, reference,
  provider_transaction_id, narration, search_text, narration_text, identity_mark, receipt_mark, entry_mark,
  reference_mark)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22,
  $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33), ($34, $35, $36, $37, $38, $39, $40, $41, $42, $43,
  $44, $45, $46, $47, $48, $49, $50, $51, $52, $53, $54, $55, $56, $57, $58, $59, $60, $61, $62, $63, $64,
  $65, $66)
RETURNING 1 AS stored;
INSERT INTO hp_line_events AS stored (tenant, line_key, version, id, type, created_at, actor, reason,
  allocations, counted)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10), ($11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
RETURNING 1 AS stored;
ROLLBACK;
-- SELECT line_key FROM hp_statement_lines WHERE tena … (as under "replace: the statement line is stored already")
-- SELECT line_key, account, import_id, file_row, dir … (as under "replace: a line has another version")

-- replace: three new lines
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "insert: stored")
-- INSERT INTO hp_statement_lines (tenant, line_key, … (as under "replace: three changes, with the keys of three statement lines")
-- INSERT INTO hp_statement_lines (tenant, line_key, … (as under "replace: one change, with the key of a statement line")
-- INSERT INTO hp_account_lines AS stored (tenant, li … (as under "replace: a line is stored already")
-- INSERT INTO hp_account_lines AS stored (tenant, li … (as under "replace: one change and a new line")
-- INSERT INTO hp_line_events AS stored (tenant, line … (as under "replace: a line is stored already")
-- INSERT INTO hp_line_events AS stored (tenant, line … (as under "replace: one change and a new line")
COMMIT;

-- replace: the next versions of three lines
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "insert: stored")
SELECT 1 AS stored
FROM hp_account_lines
WHERE tenant = $1
AND ((line_key = $2 AND version = $3 AND given_back = $4 AND account = $5 AND COALESCE(session_id,
  '') = COALESCE($6, '') AND COALESCE(transfer_to, '') = COALESCE($7,
  '') AND created_at = $8 AND (allocations = '[]' OR (direction = $9 AND amount = $10 AND currency = $11))) OR (line_key = $12 AND version = $13 AND given_back = $14 AND account = $15 AND COALESCE(session_id,
  '') = COALESCE($16, '') AND COALESCE(transfer_to, '') = COALESCE($17,
  '') AND created_at = $18 AND (allocations = '[]' OR (direction = $19 AND amount = $20 AND currency = $21))))
ORDER BY line_key
LIMIT 2 FOR UPDATE;
-- SELECT 1 AS stored FROM hp_account_lines WHERE ten … (as under "replace: the next version of a line")
INSERT INTO hp_account_lines AS stored (tenant, line_key, account, import_id, file_row, direction, amount,
  currency, value_date, booked_at, outcome, status, held, allocated, given_back, allocations, assignee,
  session_id, payer_id, payer_by_rule, transfer_to, version, created_at, updated_at, reference,
  provider_transaction_id, narration, search_text, narration_text, identity_mark, receipt_mark, entry_mark,
  reference_mark)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22,
  $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33), ($34, $35, $36, $37, $38, $39, $40, $41, $42, $43,
  $44, $45, $46, $47, $48, $49, $50, $51, $52, $53, $54, $55, $56, $57, $58, $59, $60, $61, $62, $63, $64,
  $65, $66)
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
RETURNING 1 AS stored;
-- INSERT INTO hp_account_lines AS stored (tenant, li … (as under "replace: the next version of a line")
INSERT INTO hp_statement_lines AS stored (tenant, line_key, payment_ids)
VALUES ($1, $2, $3), ($4, $5, $6)
ON CONFLICT (tenant, line_key) DO UPDATE
SET payment_ids = excluded.payment_ids
RETURNING 1 AS stored;
-- INSERT INTO hp_statement_lines AS stored (tenant, … (as under "replace: the next version of a line")
-- INSERT INTO hp_line_events AS stored (tenant, line … (as under "replace: a line is stored already")
-- INSERT INTO hp_line_events AS stored (tenant, line … (as under "replace: one change and a new line")
COMMIT;

-- replace: a new line and the first row of its account
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "insert: stored")
-- INSERT INTO hp_statement_lines (tenant, line_key, … (as under "replace: one change, with the key of a statement line")
-- INSERT INTO hp_account_lines AS stored (tenant, li … (as under "replace: one change and a new line")
-- INSERT INTO hp_line_events AS stored (tenant, line … (as under "replace: one change and a new line")
INSERT INTO hp_accounts (tenant, account, currency, balance, by_month, open_session_id, last_day, version)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
RETURNING 1 AS stored;
COMMIT;

-- replace: a new line and the next row of its account
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "insert: stored")
-- INSERT INTO hp_statement_lines (tenant, line_key, … (as under "replace: one change, with the key of a statement line")
-- INSERT INTO hp_account_lines AS stored (tenant, li … (as under "replace: one change and a new line")
-- INSERT INTO hp_line_events AS stored (tenant, line … (as under "replace: one change and a new line")
UPDATE hp_accounts
SET balance = $1, by_month = $2, open_session_id = $3, last_day = $4, version = $5
WHERE tenant = $6
AND account = $7
AND currency = $8
AND version = $9
RETURNING 1 AS stored;
COMMIT;

-- replace: an account has another version
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "insert: stored")
-- INSERT INTO hp_statement_lines (tenant, line_key, … (as under "replace: one change, with the key of a statement line")
-- INSERT INTO hp_account_lines AS stored (tenant, li … (as under "replace: one change and a new line")
-- INSERT INTO hp_line_events AS stored (tenant, line … (as under "replace: one change and a new line")
-- UPDATE hp_accounts SET balance = $1, by_month = $2 … (as under "replace: a new line and the next row of its account")
ROLLBACK;
-- SELECT line_key FROM hp_statement_lines WHERE tena … (as under "replace: the statement line is stored already")
-- SELECT line_key, account, import_id, file_row, dir … (as under "replace: a line has another version")
SELECT account, currency, balance, by_month, open_session_id, last_day, version
FROM hp_accounts
WHERE tenant = $1
AND account = $2
AND currency = $3;

-- replace: the next rows of two accounts
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "insert: stored")
-- UPDATE hp_accounts SET balance = $1, by_month = $2 … (as under "replace: a new line and the next row of its account")
-- UPDATE hp_accounts SET balance = $1, by_month = $2 … (as under "replace: a new line and the next row of its account")
COMMIT;

-- findRows: an account in all currencies
SELECT account, currency, balance, by_month, open_session_id, last_day, version
FROM hp_accounts
WHERE tenant = $1
AND account = ANY ((SELECT $2::text::text[])::text[]);

-- replace: a new refund with the change of its payment
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "insert: stored")
-- UPDATE hp_payments SET status = $1, instructions = … (as under "replace: one change")
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
INSERT INTO hp_refunds (tenant, id, status, payment_id, line_key, amount, currency, reason, note, reference,
  requested_by, approved_by, provider_transaction_id, amount_reconciled, returned_by, created_at, updated_at,
  paid_at, version, channel, idempotency_key, fingerprint, transaction_key)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22,
  $23)
RETURNING 1 AS stored;
COMMIT;

-- replace: a refund's next version
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "insert: stored")
-- UPDATE hp_payments SET status = $1, instructions = … (as under "replace: one change")
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
UPDATE hp_refunds
SET status = $1, note = CASE WHEN note IS NULL THEN NULL ELSE $2 END, approved_by = $3,
  provider_transaction_id = $4, amount_reconciled = $5, returned_by = $6, updated_at = $7, paid_at = $8,
  version = $9, transaction_key = $10
WHERE tenant = $11
AND id = $12
AND version = $13
AND COALESCE(payment_id, '') = $14
AND COALESCE(line_key, '') = $15
AND amount = $16
AND currency = $17
AND reason = $18
AND reference = $19
AND COALESCE(requested_by, '') = $20
AND created_at = $21
RETURNING 1 AS stored;
COMMIT;

-- replace: a new refund of a line, with an event of its own
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "insert: stored")
-- INSERT INTO hp_refunds (tenant, id, status, paymen … (as under "replace: a new refund with the change of its payment")
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
COMMIT;

-- replace: a refund has another version
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "insert: stored")
-- INSERT INTO hp_refunds (tenant, id, status, paymen … (as under "replace: a new refund with the change of its payment")
-- INSERT INTO hp_payment_events (tenant, id, created … (as under "insert: stored")
-- INSERT INTO hp_deliveries (tenant, event_id, payme … (as under "insert: stored")
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
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SELECT set_config(name, '0', true)
FROM pg_settings
WHERE name IN ('statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout');
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
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "insert: stored")
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
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "insert: stored")
-- UPDATE hp_closing_chains SET sequence = $1, hash = … (as under "addClosing: the first of a chain, with lines")
-- INSERT INTO hp_closings (tenant, account, sequence … (as under "addClosing: the first of a chain, with lines")
COMMIT;

-- addClosing: the chain ends elsewhere
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "insert: stored")
-- UPDATE hp_closing_chains SET sequence = $1, hash = … (as under "addClosing: the first of a chain, with lines")
-- INSERT INTO hp_closings (tenant, account, sequence … (as under "addClosing: the first of a chain, with lines")
ROLLBACK;

-- replace: a line, where the chain ends as it was read
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "insert: stored")
-- SELECT 1 AS stored FROM hp_account_lines WHERE ten … (as under "replace: the next version of a line")
-- INSERT INTO hp_account_lines AS stored (tenant, li … (as under "replace: the next version of a line")
-- INSERT INTO hp_statement_lines AS stored (tenant, … (as under "replace: the next version of a line")
-- INSERT INTO hp_line_events AS stored (tenant, line … (as under "replace: one change and a new line")
UPDATE hp_closing_chains
SET taken_back = taken_back + 1
WHERE tenant = $1
AND account = $2
AND sequence = $3
RETURNING 1 AS stored;
COMMIT;

-- addClosing: money was taken back since
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "insert: stored")
-- UPDATE hp_closing_chains SET sequence = $1, hash = … (as under "addClosing: the first of a chain, with lines")
-- INSERT INTO hp_closings (tenant, account, sequence … (as under "addClosing: the first of a chain, with lines")
ROLLBACK;

-- replace: the chain ends elsewhere
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "insert: stored")
-- INSERT INTO hp_statement_lines (tenant, line_key, … (as under "replace: one change, with the key of a statement line")
-- INSERT INTO hp_account_lines AS stored (tenant, li … (as under "replace: one change and a new line")
-- INSERT INTO hp_line_events AS stored (tenant, line … (as under "replace: one change and a new line")
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
-- BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; S … (as under "scanRefunds: of one status")
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
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "insert: stored")
INSERT INTO hp_receipt_parts (tenant, payment_id, ordinal, receipt_id, amount)
VALUES ($1, $2, $3, $4, $5)
RETURNING 1 AS stored;
INSERT INTO hp_counters AS stored (tenant, counter, scope, last)
VALUES ($1, $2, $3, $4)
ON CONFLICT (tenant, counter, scope) DO UPDATE
SET last = stored.last + 1
RETURNING 1 AS stored;
INSERT INTO hp_receipts (tenant, id, year, number, line_key, received, currency, tendered, change_given,
  payer_id, allocations, issued_at, issued_by, copies, version) SELECT tenant, $1, $2, last, $3, $4, $5, $6,
  $7, $8, $9, $10, $11, $12, $13
FROM hp_counters
WHERE tenant = $14
AND counter = $15
AND scope = $16
RETURNING 1 AS stored;
COMMIT;
SELECT id, year, number, line_key, received, currency, tendered, change_given, payer_id, allocations,
  issued_at, issued_by, copies, version
FROM hp_receipts
WHERE tenant = $1
AND id = ANY ((SELECT $2::text::text[])::text[]);

-- replace: a receipt, the next one
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "insert: stored")
-- INSERT INTO hp_receipt_parts (tenant, payment_id, … (as under "replace: a receipt, the first of a year")
-- INSERT INTO hp_counters AS stored (tenant, counter … (as under "replace: a receipt, the first of a year")
-- INSERT INTO hp_receipts (tenant, id, year, number, … (as under "replace: a receipt, the first of a year")
COMMIT;
-- SELECT id, year, number, line_key, received, curre … (as under "replace: a receipt, the first of a year")

-- replace: a receipt of a payment that has one, by its next part
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "insert: stored")
-- INSERT INTO hp_receipt_parts (tenant, payment_id, … (as under "replace: a receipt, the first of a year")
-- INSERT INTO hp_counters AS stored (tenant, counter … (as under "replace: a receipt, the first of a year")
-- INSERT INTO hp_receipts (tenant, id, year, number, … (as under "replace: a receipt, the first of a year")
COMMIT;
-- SELECT id, year, number, line_key, received, curre … (as under "replace: a receipt, the first of a year")

-- replace: a receipt is printed
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "insert: stored")
UPDATE hp_receipts
SET copies = $1, version = $2
WHERE tenant = $3
AND id = $4
AND version = $5
AND year = $6
AND number = $7
AND COALESCE(line_key, '') = $8
AND received = $9
AND currency = $10
AND COALESCE(tendered, -1) = $11
AND COALESCE(change_given, -1) = $12
AND COALESCE(payer_id, '') = $13
AND allocations = $14
AND issued_at = $15
AND COALESCE(issued_by, '') = $16
RETURNING 1 AS stored;
COMMIT;

-- replace: a receipt, the part of the payment has one
BEGIN ISOLATION LEVEL READ COMMITTED;
-- SELECT set_config('lock_timeout', $1, true), set_c … (as under "insert: stored")
-- INSERT INTO hp_receipt_parts (tenant, payment_id, … (as under "replace: a receipt, the first of a year")
-- INSERT INTO hp_counters AS stored (tenant, counter … (as under "replace: a receipt, the first of a year")
-- INSERT INTO hp_receipts (tenant, id, year, number, … (as under "replace: a receipt, the first of a year")
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
