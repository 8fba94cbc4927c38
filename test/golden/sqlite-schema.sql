-- The schema of hospital-payments for SQLite
CREATE TABLE IF NOT EXISTS hp_migrations (
  name TEXT NOT NULL PRIMARY KEY,
  applied_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
) STRICT, WITHOUT ROWID;

-- 0001_tables
CREATE TABLE hp_payments (
  tenant TEXT NOT NULL,
  id TEXT NOT NULL,
  reference TEXT NOT NULL,
  amount INTEGER NOT NULL,
  currency TEXT NOT NULL,
  channel TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  status TEXT NOT NULL,
  instructions TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  paid_at INTEGER,
  reversed_at INTEGER,
  late INTEGER NOT NULL,
  amount_reconciled INTEGER NOT NULL,
  version INTEGER NOT NULL,
  description TEXT,
  has_customer INTEGER NOT NULL,
  customer_name TEXT,
  customer_phone TEXT,
  metadata TEXT,
  status_reason TEXT,
  provider_transaction_id TEXT,
  live_reference TEXT,
  idempotency_key TEXT,
  fingerprint TEXT,
  PRIMARY KEY (tenant, id),
  CHECK (
    amount BETWEEN 1 AND 9007199254740991
    AND amount_reconciled BETWEEN 0 AND 9007199254740991
    AND version >= 1
    AND status IN ('pending', 'succeeded', 'failed', 'expired', 'reversed')
    AND late IN (0, 1)
    AND has_customer IN (0, 1)
    AND (idempotency_key IS NULL) = (fingerprint IS NULL)
  )
) STRICT;
CREATE UNIQUE INDEX hp_payments_idempotency_key ON hp_payments (tenant, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE UNIQUE INDEX hp_payments_live_reference ON hp_payments (tenant, live_reference) WHERE live_reference IS NOT NULL;
CREATE UNIQUE INDEX hp_payments_provider_transaction ON hp_payments (tenant, provider_transaction_id, channel) WHERE provider_transaction_id IS NOT NULL;
CREATE INDEX hp_payments_by_created ON hp_payments (tenant, created_at, id);
CREATE INDEX hp_payments_by_status ON hp_payments (tenant, status, created_at, id);
CREATE INDEX hp_payments_by_reference ON hp_payments (tenant, reference, created_at, id);
CREATE INDEX hp_payments_by_paid ON hp_payments (tenant, paid_at, id) WHERE paid_at IS NOT NULL;
CREATE INDEX hp_payments_by_reversed ON hp_payments (tenant, reversed_at, id) WHERE reversed_at IS NOT NULL;
CREATE INDEX hp_payments_by_expires ON hp_payments (tenant, status, expires_at, id) WHERE expires_at IS NOT NULL;
CREATE TABLE hp_payment_events (
  tenant TEXT NOT NULL,
  payment_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  id TEXT NOT NULL,
  type TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  reference TEXT NOT NULL,
  amount INTEGER NOT NULL,
  currency TEXT NOT NULL,
  status TEXT NOT NULL,
  previous_status TEXT,
  amount_reconciled INTEGER NOT NULL,
  actor TEXT,
  reason TEXT,
  evidence TEXT,
  PRIMARY KEY (tenant, payment_id, version),
  CHECK (
    amount BETWEEN 1 AND 9007199254740991
    AND amount_reconciled BETWEEN 0 AND 9007199254740991
    AND version >= 1
  )
) STRICT, WITHOUT ROWID;
CREATE TABLE hp_deliveries (
  tenant TEXT NOT NULL,
  event_id TEXT NOT NULL,
  payment_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  dead INTEGER NOT NULL,
  free_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  owner TEXT,
  PRIMARY KEY (tenant, event_id),
  CHECK (
    dead IN (0, 1)
    AND attempts >= 0
  )
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX hp_deliveries_by_payment ON hp_deliveries (tenant, payment_id, version);
CREATE INDEX hp_deliveries_by_free ON hp_deliveries (tenant, dead, free_at, event_id);
CREATE TABLE hp_statement_lines (
  tenant TEXT NOT NULL,
  line_key TEXT NOT NULL CHECK (line_key <> ''),
  payment_ids TEXT NOT NULL,
  PRIMARY KEY (tenant, line_key)
) STRICT, WITHOUT ROWID;
INSERT INTO hp_migrations (name) VALUES ('0001_tables');

-- 0002_guards
CREATE TRIGGER hp_payment_events_no_update BEFORE UPDATE ON hp_payment_events BEGIN SELECT RAISE(ABORT, 'hp_payment_events is append-only: UPDATE is refused'); END;
CREATE TRIGGER hp_payment_events_no_delete BEFORE DELETE ON hp_payment_events BEGIN SELECT RAISE(ABORT, 'hp_payment_events is append-only: DELETE is refused'); END;
INSERT INTO hp_migrations (name) VALUES ('0002_guards');
