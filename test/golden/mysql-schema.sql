-- The schema of hospital-payments for MySQL and MariaDB
CREATE TABLE IF NOT EXISTS hp_migrations (
  name VARCHAR(64) NOT NULL PRIMARY KEY,
  applied_at DATETIME(3) NOT NULL DEFAULT (UTC_TIMESTAMP(3))
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- 0001_tables
CREATE TABLE IF NOT EXISTS hp_payments (
  tenant VARBINARY(255) NOT NULL,
  id VARBINARY(64) NOT NULL,
  reference VARBINARY(1020) NOT NULL,
  amount BIGINT NOT NULL,
  currency VARBINARY(3) NOT NULL,
  channel VARBINARY(64) NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT,
  status VARBINARY(16) NOT NULL,
  instructions MEDIUMTEXT NOT NULL,
  updated_at BIGINT NOT NULL,
  paid_at BIGINT,
  reversed_at BIGINT,
  late SMALLINT NOT NULL,
  amount_reconciled BIGINT NOT NULL,
  version INT NOT NULL,
  description VARCHAR(500),
  has_customer SMALLINT NOT NULL,
  customer_name VARCHAR(200),
  customer_phone VARCHAR(16),
  metadata MEDIUMTEXT,
  status_reason VARCHAR(500),
  provider_transaction_id VARBINARY(1020),
  live_reference VARBINARY(1020),
  idempotency_key VARBINARY(255),
  fingerprint VARBINARY(64),
  PRIMARY KEY (tenant, id),
  CHECK (
    amount BETWEEN 1 AND 9007199254740991
    AND amount_reconciled BETWEEN 0 AND 9007199254740991
    AND version >= 1
    AND status IN ('pending', 'succeeded', 'failed', 'expired', 'reversed')
    AND late IN (0, 1)
    AND has_customer IN (0, 1)
    AND (idempotency_key IS NULL) = (fingerprint IS NULL)
  ),
  UNIQUE INDEX hp_payments_idempotency_key (tenant, idempotency_key),
  UNIQUE INDEX hp_payments_live_reference (tenant, live_reference),
  UNIQUE INDEX hp_payments_provider_transaction (tenant, provider_transaction_id, channel),
  INDEX hp_payments_by_created (tenant, created_at, id),
  INDEX hp_payments_by_status (tenant, status, created_at, id),
  INDEX hp_payments_by_reference (tenant, reference, created_at, id),
  INDEX hp_payments_by_paid (tenant, paid_at, id),
  INDEX hp_payments_by_reversed (tenant, reversed_at, id),
  INDEX hp_payments_by_expires (tenant, status, expires_at, id)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
CREATE TABLE IF NOT EXISTS hp_payment_events (
  tenant VARBINARY(255) NOT NULL,
  payment_id VARBINARY(64) NOT NULL,
  version INT NOT NULL,
  id VARBINARY(64) NOT NULL,
  type VARBINARY(64) NOT NULL,
  created_at BIGINT NOT NULL,
  reference VARBINARY(1020) NOT NULL,
  amount BIGINT NOT NULL,
  currency VARBINARY(3) NOT NULL,
  status VARBINARY(16) NOT NULL,
  previous_status VARBINARY(16),
  amount_reconciled BIGINT NOT NULL,
  actor VARCHAR(255),
  reason VARCHAR(500),
  evidence MEDIUMTEXT,
  PRIMARY KEY (tenant, payment_id, version),
  CHECK (
    amount BETWEEN 1 AND 9007199254740991
    AND amount_reconciled BETWEEN 0 AND 9007199254740991
    AND version >= 1
  )
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
CREATE TABLE IF NOT EXISTS hp_deliveries (
  tenant VARBINARY(255) NOT NULL,
  event_id VARBINARY(64) NOT NULL,
  payment_id VARBINARY(64) NOT NULL,
  version INT NOT NULL,
  dead SMALLINT NOT NULL,
  free_at BIGINT NOT NULL,
  attempts INT NOT NULL,
  owner VARBINARY(1020),
  PRIMARY KEY (tenant, event_id),
  CHECK (
    dead IN (0, 1)
    AND attempts >= 0
  ),
  UNIQUE INDEX hp_deliveries_by_payment (tenant, payment_id, version),
  INDEX hp_deliveries_by_free (tenant, dead, free_at, event_id)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
CREATE TABLE IF NOT EXISTS hp_statement_lines (
  tenant VARBINARY(255) NOT NULL,
  line_key VARBINARY(1020) NOT NULL CHECK (line_key <> ''),
  payment_ids MEDIUMTEXT NOT NULL,
  PRIMARY KEY (tenant, line_key)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
INSERT INTO hp_migrations (name) VALUES ('0001_tables');

-- 0002_guards
DROP TRIGGER IF EXISTS hp_payment_events_no_update;
CREATE TRIGGER hp_payment_events_no_update BEFORE UPDATE ON hp_payment_events FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'hp_payment_events is append-only: UPDATE is refused';
DROP TRIGGER IF EXISTS hp_payment_events_no_delete;
CREATE TRIGGER hp_payment_events_no_delete BEFORE DELETE ON hp_payment_events FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'hp_payment_events is append-only: DELETE is refused';
INSERT INTO hp_migrations (name) VALUES ('0002_guards');

-- 0003_unique_keys
ALTER TABLE hp_payments
  ADD COLUMN unique_key VARBINARY(511) GENERATED ALWAYS AS (CONCAT(tenant, 0x00, idempotency_key)) STORED,
  ADD COLUMN unique_live VARBINARY(1276) GENERATED ALWAYS AS (CONCAT(tenant, 0x00, live_reference)) STORED,
  ADD COLUMN unique_transaction VARBINARY(1341) GENERATED ALWAYS AS (CONCAT(tenant, 0x00, channel, 0x00, provider_transaction_id)) STORED,
  ADD UNIQUE INDEX hp_payments_unique_key (unique_key),
  ADD UNIQUE INDEX hp_payments_unique_live (unique_live),
  ADD UNIQUE INDEX hp_payments_unique_transaction (unique_transaction),
  ADD INDEX hp_payments_by_transaction (tenant, provider_transaction_id),
  DROP INDEX hp_payments_idempotency_key,
  DROP INDEX hp_payments_live_reference,
  DROP INDEX hp_payments_provider_transaction;
INSERT INTO hp_migrations (name) VALUES ('0003_unique_keys');
