-- The schema of hospital-payments for PostgreSQL
CREATE TABLE IF NOT EXISTS hp_migrations (
  name text COLLATE "C" NOT NULL PRIMARY KEY,
  applied_at timestamptz NOT NULL DEFAULT now()
);

-- 0001_tables
CREATE TABLE hp_payments (
  tenant text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  reference text COLLATE "C" NOT NULL,
  amount bigint NOT NULL,
  currency text COLLATE "C" NOT NULL,
  channel text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  expires_at bigint,
  status text COLLATE "C" NOT NULL,
  instructions text COLLATE "C" NOT NULL,
  updated_at bigint NOT NULL,
  paid_at bigint,
  reversed_at bigint,
  late smallint NOT NULL,
  amount_reconciled bigint NOT NULL,
  version integer NOT NULL,
  description text COLLATE "C",
  has_customer smallint NOT NULL,
  customer_name text COLLATE "C",
  customer_phone text COLLATE "C",
  metadata text COLLATE "C",
  status_reason text COLLATE "C",
  provider_transaction_id text COLLATE "C",
  live_reference text COLLATE "C",
  idempotency_key text COLLATE "C",
  fingerprint text COLLATE "C",
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
);
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
  tenant text COLLATE "C" NOT NULL,
  payment_id text COLLATE "C" NOT NULL,
  version integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  reference text COLLATE "C" NOT NULL,
  amount bigint NOT NULL,
  currency text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  previous_status text COLLATE "C",
  amount_reconciled bigint NOT NULL,
  actor text COLLATE "C",
  reason text COLLATE "C",
  evidence text COLLATE "C",
  PRIMARY KEY (tenant, payment_id, version),
  CHECK (
    amount BETWEEN 1 AND 9007199254740991
    AND amount_reconciled BETWEEN 0 AND 9007199254740991
    AND version >= 1
  )
);
CREATE TABLE hp_deliveries (
  tenant text COLLATE "C" NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  payment_id text COLLATE "C" NOT NULL,
  version integer NOT NULL,
  dead smallint NOT NULL,
  free_at bigint NOT NULL,
  attempts integer NOT NULL,
  owner text COLLATE "C",
  PRIMARY KEY (tenant, event_id),
  CHECK (
    dead IN (0, 1)
    AND attempts >= 0
  )
);
CREATE UNIQUE INDEX hp_deliveries_by_payment ON hp_deliveries (tenant, payment_id, version);
CREATE INDEX hp_deliveries_by_free ON hp_deliveries (tenant, dead, free_at, event_id);
CREATE TABLE hp_statement_lines (
  tenant text COLLATE "C" NOT NULL,
  line_key text COLLATE "C" NOT NULL CHECK (line_key <> ''),
  payment_ids text COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant, line_key)
);
INSERT INTO hp_migrations (name) VALUES ('0001_tables');

-- 0002_guards
CREATE OR REPLACE FUNCTION hp_refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''% is append-only: % is refused'', TG_TABLE_NAME, TG_OP; END';
CREATE TRIGGER hp_payment_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON hp_payment_events FOR EACH STATEMENT EXECUTE FUNCTION hp_refuse_change();
INSERT INTO hp_migrations (name) VALUES ('0002_guards');
