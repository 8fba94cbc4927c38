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
  status VARBINARY(32) NOT NULL,
  instructions MEDIUMTEXT NOT NULL,
  updated_at BIGINT NOT NULL,
  expires_at BIGINT,
  paid_at BIGINT,
  reversed_at BIGINT,
  canceled_at BIGINT,
  late SMALLINT NOT NULL DEFAULT 0,
  amount_reconciled BIGINT NOT NULL DEFAULT 0,
  amount_refund_pending BIGINT NOT NULL DEFAULT 0,
  amount_refunded BIGINT NOT NULL DEFAULT 0,
  amount_written_off BIGINT NOT NULL DEFAULT 0,
  amount_waived BIGINT NOT NULL DEFAULT 0,
  attempt_id VARBINARY(64),
  version BIGINT NOT NULL,
  description VARCHAR(500),
  metadata MEDIUMTEXT,
  status_reason VARCHAR(500),
  provider_transaction_id VARBINARY(1020),
  has_customer SMALLINT NOT NULL DEFAULT 0,
  customer_name VARCHAR(200),
  customer_phone VARCHAR(16),
  customer_id VARBINARY(64),
  imported SMALLINT NOT NULL DEFAULT 0,
  transaction_key VARBINARY(1020),
  money_memory MEDIUMTEXT,
  given_back_unproved BIGINT,
  live_reference VARBINARY(1085),
  idempotency_key VARBINARY(255),
  fingerprint VARBINARY(64),
  unique_key VARBINARY(511) GENERATED ALWAYS AS (CONCAT(tenant, 0x00, idempotency_key)) STORED,
  unique_live VARBINARY(1341) GENERATED ALWAYS AS (CONCAT(tenant, 0x00, live_reference)) STORED,
  unique_transaction VARBINARY(1341) GENERATED ALWAYS AS (CONCAT(tenant, 0x00, channel, 0x00, transaction_key)) STORED,
  unproved_channel VARBINARY(64) GENERATED ALWAYS AS (CASE WHEN status = 'succeeded' AND amount_reconciled < amount - amount_waived AND imported = 0 THEN channel END) STORED,
  is_canceled TINYINT GENERATED ALWAYS AS (CASE WHEN canceled_at IS NOT NULL THEN 1 END) STORED,
  expiry_at BIGINT GENERATED ALWAYS AS (CASE WHEN status = 'pending' AND expires_at IS NOT NULL AND amount_reconciled = 0 AND amount_waived = 0 AND attempt_id IS NULL THEN expires_at END) STORED,
  under_paid_at BIGINT GENERATED ALWAYS AS (CASE WHEN amount_reconciled > 0 AND amount_reconciled < amount - amount_waived THEN created_at END) STORED,
  PRIMARY KEY (tenant, id),
  CHECK (
    amount BETWEEN 1 AND 9007199254740991
    AND status IN ('pending', 'succeeded', 'failed', 'expired', 'reversed')
    AND late IN (0, 1)
    AND amount_reconciled BETWEEN 0 AND 9007199254740991
    AND amount_refund_pending BETWEEN 0 AND 9007199254740991
    AND amount_refunded BETWEEN 0 AND 9007199254740991
    AND amount_written_off BETWEEN 0 AND 9007199254740991
    AND amount_waived BETWEEN 0 AND 9007199254740991
    AND version BETWEEN 1 AND 9007199254740991
    AND has_customer IN (0, 1)
    AND imported IN (0, 1)
    AND (given_back_unproved IS NULL OR given_back_unproved BETWEEN 1 AND 9007199254740991)
    AND amount_refund_pending + amount_refunded <= amount - amount_waived - amount_written_off
    AND amount_written_off <= amount_reconciled
    AND (idempotency_key IS NOT NULL OR fingerprint IS NULL)
    AND (provider_transaction_id IS NULL) = (transaction_key IS NULL)
  ),
  INDEX hp_payments_by_created (tenant, created_at, id),
  INDEX hp_payments_by_status (tenant, status, created_at, id),
  INDEX hp_payments_by_reference (tenant, reference, created_at, id),
  INDEX hp_payments_by_customer (tenant, customer_id, created_at, id),
  INDEX hp_payments_by_reversed (tenant, reversed_at, id),
  INDEX hp_payments_by_expires (tenant, status, expires_at, id),
  INDEX hp_payments_given_back (tenant, given_back_unproved),
  INDEX hp_payments_by_reason (tenant, status_reason, created_at, id),
  INDEX hp_payments_paid (tenant, paid_at, id, currency, channel, status, late, amount, amount_waived),
  INDEX hp_payments_pending_of (tenant, customer_id, status, currency, amount, amount_reconciled, amount_waived),
  UNIQUE INDEX hp_payments_unique_key (unique_key),
  UNIQUE INDEX hp_payments_unique_live (unique_live),
  UNIQUE INDEX hp_payments_unique_transaction (unique_transaction),
  INDEX hp_payments_by_transaction (tenant, transaction_key),
  INDEX hp_payments_unproved (tenant, unproved_channel, paid_at, currency, amount, amount_waived, amount_reconciled),
  INDEX hp_payments_under_paid (tenant, under_paid_at, id),
  INDEX hp_payments_canceled (tenant, is_canceled, created_at, id),
  INDEX hp_payments_due (expiry_at, tenant)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
CREATE TABLE IF NOT EXISTS hp_payment_events (
  tenant VARBINARY(255) NOT NULL,
  id VARBINARY(64) NOT NULL,
  created_at BIGINT NOT NULL,
  type VARBINARY(64) NOT NULL,
  payment_id VARBINARY(64) NOT NULL,
  reference VARBINARY(1020) NOT NULL,
  amount BIGINT NOT NULL,
  currency VARBINARY(3) NOT NULL,
  status VARBINARY(16) NOT NULL,
  previous_status VARBINARY(16),
  amount_reconciled BIGINT NOT NULL DEFAULT 0,
  version BIGINT NOT NULL,
  actor VARCHAR(255),
  reason VARCHAR(500),
  evidence MEDIUMTEXT,
  details MEDIUMTEXT,
  PRIMARY KEY (tenant, payment_id, version),
  CHECK (
    amount BETWEEN 1 AND 9007199254740991
    AND amount_reconciled BETWEEN 0 AND 9007199254740991
    AND version BETWEEN 1 AND 9007199254740991
  ),
  INDEX hp_payment_events_by_time (tenant, created_at, id)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
CREATE TABLE IF NOT EXISTS hp_deliveries (
  tenant VARBINARY(255) NOT NULL,
  event_id VARBINARY(64) NOT NULL,
  payment_id VARBINARY(64) NOT NULL,
  version BIGINT NOT NULL,
  dead SMALLINT NOT NULL DEFAULT 0,
  free_at BIGINT NOT NULL DEFAULT 0,
  attempts BIGINT NOT NULL DEFAULT 0,
  owner VARBINARY(1020),
  PRIMARY KEY (tenant, event_id),
  CHECK (
    version BETWEEN 1 AND 9007199254740991
    AND dead IN (0, 1)
    AND free_at BETWEEN 0 AND 9007199254740991
    AND attempts BETWEEN 0 AND 9007199254740991
  ),
  UNIQUE INDEX hp_deliveries_by_payment (tenant, payment_id, version),
  INDEX hp_deliveries_by_free (tenant, dead, free_at, event_id),
  INDEX hp_deliveries_due (dead, free_at, tenant)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
CREATE TABLE IF NOT EXISTS hp_statement_lines (
  tenant VARBINARY(255) NOT NULL,
  line_key VARBINARY(1020) NOT NULL CHECK (line_key <> ''),
  payment_ids MEDIUMTEXT NOT NULL,
  PRIMARY KEY (tenant, line_key)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
CREATE TABLE IF NOT EXISTS hp_payment_terms (
  tenant VARBINARY(255) NOT NULL,
  term VARBINARY(2048) NOT NULL,
  created_at BIGINT NOT NULL,
  payment_id VARBINARY(64) NOT NULL,
  PRIMARY KEY (tenant, term, created_at, payment_id)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
CREATE TABLE IF NOT EXISTS hp_account_lines (
  tenant VARBINARY(255) NOT NULL,
  line_key VARBINARY(1020) NOT NULL,
  account VARBINARY(1020) NOT NULL,
  import_id VARBINARY(64),
  file_row BIGINT NOT NULL DEFAULT 0,
  direction VARBINARY(32) NOT NULL,
  amount BIGINT NOT NULL,
  currency VARBINARY(3) NOT NULL,
  value_date VARBINARY(10) NOT NULL,
  booked_at BIGINT,
  outcome VARBINARY(32) NOT NULL,
  status VARBINARY(32) NOT NULL,
  held SMALLINT NOT NULL DEFAULT 0,
  allocated BIGINT NOT NULL DEFAULT 0,
  given_back BIGINT NOT NULL DEFAULT 0,
  allocations MEDIUMTEXT NOT NULL,
  assignee VARBINARY(1020),
  session_id VARBINARY(64),
  payer_id VARBINARY(64),
  payer_by_rule SMALLINT,
  transfer_to VARBINARY(1020),
  version BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  reference MEDIUMTEXT,
  provider_transaction_id MEDIUMTEXT,
  narration MEDIUMTEXT,
  search_text MEDIUMTEXT NOT NULL,
  narration_text MEDIUMTEXT,
  identity_mark VARBINARY(64),
  receipt_mark VARBINARY(64),
  entry_mark VARBINARY(64),
  reference_mark VARBINARY(64),
  PRIMARY KEY (tenant, line_key),
  CHECK (
    line_key <> ''
    AND file_row BETWEEN 0 AND 9007199254740991
    AND direction IN ('credit', 'debit')
    AND amount BETWEEN 1 AND 9007199254740991
    AND status IN ('open', 'settled')
    AND held IN (0, 1)
    AND allocated BETWEEN 0 AND 9007199254740991
    AND given_back BETWEEN 0 AND 9007199254740991
    AND (payer_by_rule IS NULL OR payer_by_rule IN (0, 1))
    AND version BETWEEN 1 AND 9007199254740991
    AND allocated <= amount
    AND (status = 'settled') = (allocated = amount)
  ),
  INDEX hp_account_lines_by_date (tenant, value_date, line_key),
  INDEX hp_account_lines_by_status (tenant, status, value_date, line_key, outcome),
  INDEX hp_account_lines_by_account (tenant, account, value_date, line_key, version),
  INDEX hp_account_lines_by_import (tenant, import_id, value_date, line_key),
  INDEX hp_account_lines_by_session (tenant, session_id, value_date, line_key),
  INDEX hp_account_lines_by_payer (tenant, payer_id, status, value_date, line_key),
  INDEX hp_account_lines_by_payer_time (tenant, payer_id, created_at, line_key),
  INDEX hp_account_lines_by_transfer (tenant, transfer_to, status, value_date, line_key),
  INDEX hp_account_lines_by_identity (tenant, identity_mark),
  INDEX hp_account_lines_by_receipt (tenant, receipt_mark),
  INDEX hp_account_lines_by_entry (tenant, entry_mark),
  INDEX hp_account_lines_by_reference (tenant, reference_mark),
  INDEX hp_account_lines_open (tenant, status, account, currency, direction, outcome, value_date, amount, allocated)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
CREATE TABLE IF NOT EXISTS hp_line_events (
  tenant VARBINARY(255) NOT NULL,
  line_key VARBINARY(1020) NOT NULL,
  version BIGINT NOT NULL,
  id VARBINARY(64) NOT NULL,
  type VARBINARY(64) NOT NULL,
  created_at BIGINT NOT NULL,
  actor VARCHAR(255),
  reason VARCHAR(500),
  allocations MEDIUMTEXT NOT NULL,
  counted SMALLINT NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant, line_key, version),
  CHECK (
    version BETWEEN 1 AND 9007199254740991
    AND counted IN (0, 1)
  ),
  INDEX hp_line_events_by_time (tenant, created_at, id)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
CREATE TABLE IF NOT EXISTS hp_closing_chains (
  tenant VARBINARY(255) NOT NULL,
  account VARBINARY(1020) NOT NULL,
  sequence INT NOT NULL,
  hash VARBINARY(64),
  taken_back BIGINT NOT NULL,
  PRIMARY KEY (tenant, account),
  CHECK (
    sequence >= 0
    AND taken_back >= 0
  )
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
CREATE TABLE IF NOT EXISTS hp_closings (
  tenant VARBINARY(255) NOT NULL,
  account VARBINARY(1020) NOT NULL,
  sequence INT NOT NULL,
  day VARBINARY(10) NOT NULL,
  kind VARBINARY(16) NOT NULL,
  created_at BIGINT NOT NULL,
  hash VARBINARY(64) NOT NULL,
  lines_hash VARBINARY(64) NOT NULL,
  document MEDIUMTEXT NOT NULL,
  line_count BIGINT NOT NULL,
  line_versions BIGINT NOT NULL,
  PRIMARY KEY (tenant, account, sequence),
  CHECK (
    sequence >= 1
    AND kind IN ('closing', 'reopening')
  ),
  INDEX hp_closings_by_day (tenant, account, day, sequence),
  INDEX hp_closings_by_created (tenant, created_at, sequence, hash),
  INDEX hp_closings_by_account (tenant, account, created_at, sequence, hash),
  INDEX hp_closings_by_date (tenant, day, created_at, sequence, hash)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
CREATE TABLE IF NOT EXISTS hp_closing_lines (
  tenant VARBINARY(255) NOT NULL,
  account VARBINARY(1020) NOT NULL,
  sequence INT NOT NULL,
  part INT NOT NULL,
  document MEDIUMTEXT NOT NULL,
  PRIMARY KEY (tenant, account, sequence, part)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
CREATE TABLE IF NOT EXISTS hp_counters (
  tenant VARBINARY(255) NOT NULL,
  counter VARBINARY(64) NOT NULL,
  scope VARBINARY(64) NOT NULL,
  last BIGINT NOT NULL,
  PRIMARY KEY (tenant, counter, scope),
  CHECK (
    last >= 0
  )
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
CREATE TABLE IF NOT EXISTS hp_row_events (
  tenant VARBINARY(255) NOT NULL,
  stream VARBINARY(64) NOT NULL,
  version INT NOT NULL,
  id VARBINARY(64) NOT NULL,
  type VARBINARY(64) NOT NULL,
  created_at BIGINT NOT NULL,
  actor VARCHAR(255),
  reason VARCHAR(500),
  document MEDIUMTEXT NOT NULL,
  PRIMARY KEY (tenant, stream, version),
  CHECK (
    version >= 1
  ),
  INDEX hp_row_events_by_time (tenant, created_at, id)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
CREATE TABLE IF NOT EXISTS hp_maintenance (
  tenant VARBINARY(255) NOT NULL,
  transaction_id VARBINARY(64) NOT NULL,
  PRIMARY KEY (tenant)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
CREATE TABLE IF NOT EXISTS hp_accounts (
  tenant VARBINARY(255) NOT NULL,
  account VARBINARY(1020) NOT NULL,
  currency VARBINARY(3) NOT NULL,
  balance VARBINARY(40) NOT NULL,
  by_month MEDIUMTEXT NOT NULL,
  open_session_id VARBINARY(64),
  last_day VARBINARY(10),
  version BIGINT NOT NULL,
  PRIMARY KEY (tenant, account, currency),
  CHECK (
    version BETWEEN 1 AND 9007199254740991
  )
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
CREATE TABLE IF NOT EXISTS hp_moved_lines (
  tenant VARBINARY(255) NOT NULL,
  line_key VARBINARY(1020) NOT NULL,
  account VARBINARY(1020) NOT NULL,
  import_id VARBINARY(64),
  direction VARBINARY(32) NOT NULL,
  amount BIGINT NOT NULL,
  currency VARBINARY(3) NOT NULL,
  value_date VARBINARY(10) NOT NULL,
  reference MEDIUMTEXT,
  provider_transaction_id MEDIUMTEXT,
  line_version BIGINT NOT NULL,
  digest VARBINARY(64) NOT NULL,
  session_id VARBINARY(64),
  moved_to VARBINARY(32) NOT NULL,
  identity_mark VARBINARY(64),
  receipt_mark VARBINARY(64),
  entry_mark VARBINARY(64),
  reference_mark VARBINARY(64),
  PRIMARY KEY (tenant, line_key),
  CHECK (
    direction IN ('credit', 'debit')
    AND amount BETWEEN 1 AND 9007199254740991
    AND line_version BETWEEN 1 AND 9007199254740991
  ),
  INDEX hp_moved_lines_by_account (tenant, account, value_date, line_key),
  INDEX hp_moved_lines_of_identity_mark (tenant, identity_mark),
  INDEX hp_moved_lines_of_receipt_mark (tenant, receipt_mark),
  INDEX hp_moved_lines_of_entry_mark (tenant, entry_mark),
  INDEX hp_moved_lines_of_reference_mark (tenant, reference_mark),
  INDEX hp_moved_lines_of_session_id (tenant, session_id)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
CREATE TABLE IF NOT EXISTS hp_attempts (
  tenant VARBINARY(255) NOT NULL,
  id VARBINARY(64) NOT NULL,
  status VARBINARY(32) NOT NULL,
  payment_id VARBINARY(64) NOT NULL,
  provider VARBINARY(64) NOT NULL,
  account VARBINARY(1020) NOT NULL,
  amount BIGINT NOT NULL,
  currency VARBINARY(3) NOT NULL,
  instructions MEDIUMTEXT,
  failure MEDIUMTEXT,
  line_key VARBINARY(1020),
  checks BIGINT NOT NULL DEFAULT 0,
  next_check_at BIGINT,
  created_by VARCHAR(255),
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  payment_reference VARBINARY(1020) NOT NULL,
  reference VARBINARY(1020) NOT NULL,
  code VARBINARY(10) NOT NULL,
  phone VARCHAR(16),
  had_phone SMALLINT NOT NULL DEFAULT 0,
  phone_mark VARBINARY(64),
  return_url MEDIUMTEXT,
  is_answered SMALLINT NOT NULL DEFAULT 0,
  session MEDIUMTEXT,
  session_mark VARBINARY(64),
  receipt VARBINARY(32) NOT NULL,
  receipt_key VARBINARY(1020),
  met_by VARBINARY(1020),
  fee_key VARBINARY(1020),
  fee_met_by VARBINARY(1020),
  polls BIGINT NOT NULL DEFAULT 0,
  poll_at BIGINT,
  wakes BIGINT NOT NULL DEFAULT 0,
  woken_at BIGINT,
  leased_until BIGINT,
  events BIGINT NOT NULL,
  request_key VARBINARY(255),
  fingerprint VARBINARY(64) NOT NULL,
  version BIGINT NOT NULL,
  stuck VARBINARY(8),
  unique_request VARBINARY(511) GENERATED ALWAYS AS (CONCAT(tenant, 0x00, request_key)) STORED,
  unique_living VARBINARY(320) GENERATED ALWAYS AS (CASE WHEN status IN ('starting', 'pending', 'unknown') THEN CONCAT(tenant, 0x00, payment_id) END) STORED,
  unique_session VARBINARY(385) GENERATED ALWAYS AS (CONCAT(tenant, 0x00, provider, 0x00, session_mark)) STORED,
  unique_line VARBINARY(1276) GENERATED ALWAYS AS (CONCAT(tenant, 0x00, line_key)) STORED,
  unique_fee VARBINARY(1276) GENERATED ALWAYS AS (CONCAT(tenant, 0x00, fee_key)) STORED,
  PRIMARY KEY (tenant, id),
  CHECK (
    status IN ('starting', 'pending', 'paid', 'failed', 'unknown')
    AND amount BETWEEN 1 AND 9007199254740991
    AND checks BETWEEN 0 AND 9007199254740991
    AND had_phone IN (0, 1)
    AND is_answered IN (0, 1)
    AND receipt IN ('none', 'hint', 'proved')
    AND polls BETWEEN 0 AND 9007199254740991
    AND wakes BETWEEN 0 AND 9007199254740991
    AND events BETWEEN 1 AND 9007199254740991
    AND version BETWEEN 1 AND 9007199254740991
    AND (status = 'failed') = (failure IS NOT NULL) AND (line_key IS NULL OR status = 'paid')
  ),
  UNIQUE INDEX hp_attempts_unique_request (unique_request),
  UNIQUE INDEX hp_attempts_unique_code (tenant, code),
  UNIQUE INDEX hp_attempts_unique_living (unique_living),
  UNIQUE INDEX hp_attempts_unique_session (unique_session),
  UNIQUE INDEX hp_attempts_unique_line (unique_line),
  UNIQUE INDEX hp_attempts_unique_fee (unique_fee),
  INDEX hp_attempts_by_created (tenant, created_at, id),
  INDEX hp_attempts_by_status (tenant, status, created_at, id),
  INDEX hp_attempts_by_provider (tenant, provider, created_at, id),
  INDEX hp_attempts_by_payment (tenant, payment_id, created_at, id),
  INDEX hp_attempts_by_account (tenant, account, created_at, id),
  INDEX hp_attempts_by_due (tenant, next_check_at, id),
  INDEX hp_attempts_by_stuck (tenant, stuck, created_at, id),
  INDEX hp_attempts_of_reference (tenant, reference),
  INDEX hp_attempts_of_line_key (tenant, line_key),
  INDEX hp_attempts_of_receipt_key (tenant, receipt_key),
  INDEX hp_attempts_of_met_by (tenant, met_by),
  INDEX hp_attempts_of_fee_key (tenant, fee_key),
  INDEX hp_attempts_of_fee_met_by (tenant, fee_met_by),
  INDEX hp_attempts_due (next_check_at, tenant)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
CREATE TABLE IF NOT EXISTS hp_carried_forward (
  tenant VARBINARY(255) NOT NULL,
  account VARBINARY(1020) NOT NULL,
  day VARBINARY(10) NOT NULL,
  sums MEDIUMTEXT NOT NULL,
  version BIGINT NOT NULL,
  PRIMARY KEY (tenant, account, day),
  CHECK (
    version BETWEEN 1 AND 9007199254740991
  )
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
CREATE TABLE IF NOT EXISTS hp_statement_imports (
  tenant VARBINARY(255) NOT NULL,
  id VARBINARY(64) NOT NULL,
  document MEDIUMTEXT NOT NULL,
  account VARBINARY(1020) NOT NULL,
  created_at BIGINT NOT NULL,
  completed_at BIGINT,
  from_day VARBINARY(10),
  to_day VARBINARY(10),
  format VARBINARY(1020),
  layout VARBINARY(64),
  PRIMARY KEY (tenant, id),
  INDEX hp_statement_imports_by_created (tenant, created_at, id),
  INDEX hp_statement_imports_by_account (tenant, account, created_at, id),
  INDEX hp_statement_imports_by_begin (tenant, account, from_day, created_at, id),
  INDEX hp_statement_imports_by_end (tenant, account, to_day, created_at, id),
  INDEX hp_statement_imports_by_layout (tenant, account, layout, from_day, to_day, id)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
CREATE TABLE IF NOT EXISTS hp_layouts (
  tenant VARBINARY(255) NOT NULL,
  name VARBINARY(64) NOT NULL,
  version BIGINT NOT NULL,
  mapping MEDIUMTEXT NOT NULL,
  csv_digest VARBINARY(64) NOT NULL,
  xlsx_digest VARBINARY(64) NOT NULL,
  created_by VARCHAR(255) NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (tenant, name),
  CHECK (
    version BETWEEN 1 AND 9007199254740991
  )
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
CREATE TABLE IF NOT EXISTS hp_layout_versions (
  tenant VARBINARY(255) NOT NULL,
  name VARBINARY(64) NOT NULL,
  mapping MEDIUMTEXT NOT NULL,
  csv_digest VARBINARY(64) NOT NULL,
  xlsx_digest VARBINARY(64) NOT NULL,
  created_by VARCHAR(255) NOT NULL,
  created_at BIGINT NOT NULL,
  number BIGINT NOT NULL,
  PRIMARY KEY (tenant, name, number),
  CHECK (
    number BETWEEN 1 AND 9007199254740991
  ),
  INDEX hp_layout_versions_of_csv_digest (tenant, csv_digest),
  INDEX hp_layout_versions_of_xlsx_digest (tenant, xlsx_digest)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
CREATE TABLE IF NOT EXISTS hp_provider_messages (
  tenant VARBINARY(255) NOT NULL,
  id VARBINARY(64) NOT NULL,
  provider VARBINARY(64) NOT NULL,
  status VARBINARY(32) NOT NULL,
  received_at BIGINT NOT NULL,
  content MEDIUMTEXT,
  attempt_id VARBINARY(64),
  version BIGINT NOT NULL,
  PRIMARY KEY (tenant, id),
  CHECK (
    status IN ('new', 'done')
    AND version BETWEEN 1 AND 9007199254740991
  ),
  INDEX hp_provider_messages_by_status (tenant, status, received_at, id),
  INDEX hp_provider_messages_due (status, received_at, tenant)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
CREATE TABLE IF NOT EXISTS hp_line_notes (
  tenant VARBINARY(255) NOT NULL,
  line_key VARBINARY(1020) NOT NULL,
  id VARBINARY(64) NOT NULL,
  note MEDIUMTEXT NOT NULL,
  actor VARCHAR(255),
  created_at BIGINT NOT NULL,
  PRIMARY KEY (tenant, line_key, id)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
CREATE TABLE IF NOT EXISTS hp_payer_entries (
  tenant VARBINARY(255) NOT NULL,
  id VARBINARY(64) NOT NULL,
  payer_id VARBINARY(64) NOT NULL,
  at BIGINT NOT NULL,
  kind VARBINARY(32) NOT NULL,
  payment_id VARBINARY(64),
  line_key VARBINARY(1020),
  amount BIGINT NOT NULL,
  currency VARBINARY(3) NOT NULL,
  PRIMARY KEY (tenant, id),
  CHECK (
    kind IN ('allocation', 'refund', 'waiver')
    AND amount BETWEEN -9007199254740991 AND 9007199254740991
  ),
  INDEX hp_payer_entries_by_payer (tenant, payer_id, at, id)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
CREATE TABLE IF NOT EXISTS hp_receipt_parts (
  tenant VARBINARY(255) NOT NULL,
  payment_id VARBINARY(64) NOT NULL,
  ordinal BIGINT NOT NULL,
  receipt_id VARBINARY(64) NOT NULL,
  amount BIGINT NOT NULL,
  PRIMARY KEY (tenant, payment_id, ordinal),
  CHECK (
    ordinal BETWEEN 1 AND 9007199254740991
    AND amount BETWEEN 1 AND 9007199254740991
  )
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
CREATE TABLE IF NOT EXISTS hp_receipts (
  tenant VARBINARY(255) NOT NULL,
  id VARBINARY(64) NOT NULL,
  year BIGINT NOT NULL,
  number BIGINT NOT NULL,
  line_key VARBINARY(1020),
  received BIGINT NOT NULL,
  currency VARBINARY(3) NOT NULL,
  tendered BIGINT,
  change_given BIGINT,
  payer_id VARBINARY(64),
  allocations MEDIUMTEXT NOT NULL,
  issued_at BIGINT NOT NULL,
  issued_by VARBINARY(1020),
  copies BIGINT NOT NULL DEFAULT 0,
  version BIGINT NOT NULL,
  PRIMARY KEY (tenant, id),
  CHECK (
    year BETWEEN 1 AND 9007199254740991
    AND number BETWEEN 1 AND 9007199254740991
    AND received BETWEEN 1 AND 9007199254740991
    AND (tendered IS NULL OR tendered BETWEEN 0 AND 9007199254740991)
    AND (change_given IS NULL OR change_given BETWEEN 0 AND 9007199254740991)
    AND copies BETWEEN 0 AND 9007199254740991
    AND version BETWEEN 1 AND 9007199254740991
  ),
  UNIQUE INDEX hp_receipts_unique_number (tenant, year, number),
  INDEX hp_receipts_by_payer (tenant, payer_id, year, number),
  INDEX hp_receipts_by_actor (tenant, issued_by, year, number),
  INDEX hp_receipts_by_issued (tenant, issued_at, id),
  INDEX hp_receipts_of_line_key (tenant, line_key)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
CREATE TABLE IF NOT EXISTS hp_refunds (
  tenant VARBINARY(255) NOT NULL,
  id VARBINARY(64) NOT NULL,
  status VARBINARY(32) NOT NULL,
  payment_id VARBINARY(64),
  line_key VARBINARY(1020),
  amount BIGINT NOT NULL,
  currency VARBINARY(3) NOT NULL,
  reason VARBINARY(32) NOT NULL,
  note MEDIUMTEXT,
  reference VARBINARY(1020) NOT NULL,
  requested_by VARCHAR(255),
  approved_by VARCHAR(255),
  provider_transaction_id VARBINARY(1020),
  amount_reconciled BIGINT NOT NULL DEFAULT 0,
  returned_by VARBINARY(1020),
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  paid_at BIGINT,
  version BIGINT NOT NULL,
  channel VARBINARY(64),
  idempotency_key VARBINARY(255),
  fingerprint VARBINARY(64),
  transaction_key VARBINARY(1020),
  unique_key VARBINARY(511) GENERATED ALWAYS AS (CONCAT(tenant, 0x00, idempotency_key)) STORED,
  unique_transaction VARBINARY(1276) GENERATED ALWAYS AS (CONCAT(tenant, 0x00, transaction_key)) STORED,
  PRIMARY KEY (tenant, id),
  CHECK (
    status IN ('requested', 'pending', 'succeeded', 'failed', 'canceled')
    AND amount BETWEEN 1 AND 9007199254740991
    AND reason IN ('duplicate', 'overpayment', 'service_not_given', 'price_corrected', 'insurance_paid', 'other')
    AND amount_reconciled BETWEEN 0 AND 9007199254740991
    AND version BETWEEN 1 AND 9007199254740991
    AND amount_reconciled IN (0, amount)
    AND (returned_by IS NULL OR status = 'failed')
    AND (payment_id IS NULL) <> (line_key IS NULL)
    AND (payment_id IS NULL) = (channel IS NULL)
    AND (idempotency_key IS NULL) = (fingerprint IS NULL)
    AND (provider_transaction_id IS NULL) = (transaction_key IS NULL)
  ),
  UNIQUE INDEX hp_refunds_unique_key (unique_key),
  UNIQUE INDEX hp_refunds_unique_transaction (unique_transaction),
  INDEX hp_refunds_by_created (tenant, created_at, id),
  INDEX hp_refunds_by_paid (tenant, paid_at, id),
  INDEX hp_refunds_by_status (tenant, status, created_at, id),
  INDEX hp_refunds_by_payment (tenant, payment_id, created_at, id),
  INDEX hp_refunds_of_reference (tenant, reference),
  INDEX hp_refunds_of_transaction_key (tenant, transaction_key),
  INDEX hp_refunds_of_line_key (tenant, line_key)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
CREATE TABLE IF NOT EXISTS hp_request_keys (
  tenant VARBINARY(255) NOT NULL,
  idempotency_key VARBINARY(255) NOT NULL,
  space VARBINARY(32) NOT NULL,
  fingerprint VARBINARY(64) NOT NULL,
  subject VARBINARY(1020) NOT NULL,
  PRIMARY KEY (tenant, idempotency_key, space)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
CREATE TABLE IF NOT EXISTS hp_rules (
  tenant VARBINARY(255) NOT NULL,
  id VARBINARY(64) NOT NULL,
  account VARBINARY(1020),
  direction VARBINARY(32) NOT NULL,
  text VARCHAR(255) NOT NULL,
  amount BIGINT,
  currency VARBINARY(3),
  category VARBINARY(64) NOT NULL,
  created_by VARCHAR(128) NOT NULL,
  created_at BIGINT NOT NULL,
  deleted_at BIGINT,
  version BIGINT NOT NULL,
  living VARBINARY(8),
  PRIMARY KEY (tenant, id),
  CHECK (
    direction IN ('credit', 'debit')
    AND (amount IS NULL OR amount BETWEEN 1 AND 9007199254740991)
    AND version BETWEEN 1 AND 9007199254740991
    AND (deleted_at IS NULL) = (version = 1) AND (amount IS NULL OR currency IS NOT NULL)
  ),
  INDEX hp_rules_by_living (tenant, living, created_at, id)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
CREATE TABLE IF NOT EXISTS hp_saved_filters (
  tenant VARBINARY(255) NOT NULL,
  id VARBINARY(64) NOT NULL,
  actor VARBINARY(512) NOT NULL,
  path VARBINARY(60) NOT NULL,
  name VARBINARY(240) NOT NULL,
  query VARCHAR(1000) NOT NULL,
  PRIMARY KEY (tenant, id),
  INDEX hp_saved_filters_by_name (tenant, actor, path, name, id)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
CREATE TABLE IF NOT EXISTS hp_cash_sessions (
  tenant VARBINARY(255) NOT NULL,
  id VARBINARY(64) NOT NULL,
  point VARBINARY(40) NOT NULL,
  account VARBINARY(1020) NOT NULL,
  currency VARBINARY(3) NOT NULL,
  status VARBINARY(32) NOT NULL,
  opened_by VARBINARY(512) NOT NULL,
  opened_at BIGINT NOT NULL,
  opening_float BIGINT NOT NULL DEFAULT 0,
  float_difference BIGINT NOT NULL,
  float_reason VARCHAR(500),
  received BIGINT NOT NULL DEFAULT 0,
  paid_out BIGINT NOT NULL DEFAULT 0,
  sent BIGINT NOT NULL DEFAULT 0,
  confirmed MEDIUMTEXT NOT NULL,
  closed_by VARCHAR(255),
  closed_at BIGINT,
  expected BIGINT,
  counted BIGINT,
  difference BIGINT,
  denominations MEDIUMTEXT,
  reason VARCHAR(500),
  version BIGINT NOT NULL,
  unexplained VARBINARY(8),
  unique_open VARBINARY(300) GENERATED ALWAYS AS (CASE WHEN status IN ('open') THEN CONCAT(tenant, 0x00, point, 0x00, currency) END) STORED,
  PRIMARY KEY (tenant, id),
  CHECK (
    status IN ('open', 'closed')
    AND opening_float BETWEEN 0 AND 9007199254740991
    AND float_difference BETWEEN -9007199254740991 AND 9007199254740991
    AND received BETWEEN 0 AND 9007199254740991
    AND paid_out BETWEEN 0 AND 9007199254740991
    AND sent BETWEEN 0 AND 9007199254740991
    AND (expected IS NULL OR expected BETWEEN 0 AND 9007199254740991)
    AND (counted IS NULL OR counted BETWEEN 0 AND 9007199254740991)
    AND (difference IS NULL OR difference BETWEEN -9007199254740991 AND 9007199254740991)
    AND version BETWEEN 1 AND 9007199254740991
  ),
  UNIQUE INDEX hp_cash_sessions_unique_open (unique_open),
  INDEX hp_cash_sessions_by_opened (tenant, opened_at, id),
  INDEX hp_cash_sessions_by_point (tenant, point, opened_at, id),
  INDEX hp_cash_sessions_by_status (tenant, status, opened_at, id),
  INDEX hp_cash_sessions_by_opener (tenant, opened_by, opened_at, id),
  INDEX hp_cash_sessions_by_unexplained (tenant, unexplained, opened_at, id)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
CREATE TABLE IF NOT EXISTS hp_uploads (
  tenant VARBINARY(255) NOT NULL,
  id VARBINARY(64) NOT NULL,
  actor VARBINARY(512) NOT NULL,
  status VARBINARY(32) NOT NULL,
  file_name VARCHAR(255) NOT NULL,
  form_fields MEDIUMTEXT NOT NULL,
  size BIGINT NOT NULL DEFAULT 0,
  created_at BIGINT NOT NULL,
  version BIGINT NOT NULL,
  PRIMARY KEY (tenant, id),
  CHECK (
    status IN ('coming', 'whole')
    AND size BETWEEN 0 AND 9007199254740991
    AND version BETWEEN 1 AND 9007199254740991
  ),
  INDEX hp_uploads_by_created (tenant, created_at, id),
  INDEX hp_uploads_by_actor (tenant, actor, created_at, id)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
CREATE TABLE IF NOT EXISTS hp_upload_parts (
  tenant VARBINARY(255) NOT NULL,
  upload_id VARBINARY(64) NOT NULL,
  ordinal BIGINT NOT NULL,
  content MEDIUMTEXT NOT NULL,
  PRIMARY KEY (tenant, upload_id, ordinal),
  CHECK (
    ordinal BETWEEN 1 AND 9007199254740991
  )
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
CREATE TABLE IF NOT EXISTS hp_waivers (
  tenant VARBINARY(255) NOT NULL,
  id VARBINARY(64) NOT NULL,
  status VARBINARY(32) NOT NULL,
  payment_id VARBINARY(64) NOT NULL,
  reference VARBINARY(1020) NOT NULL,
  amount BIGINT NOT NULL,
  currency VARBINARY(3) NOT NULL,
  scheme VARBINARY(40) NOT NULL,
  reason VARBINARY(40) NOT NULL,
  note MEDIUMTEXT,
  requested_by VARCHAR(255) NOT NULL,
  decided_by VARCHAR(255),
  decided_at BIGINT,
  revoked_by VARCHAR(255),
  revoked_at BIGINT,
  line_key VARBINARY(1020),
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  version BIGINT NOT NULL,
  PRIMARY KEY (tenant, id),
  CHECK (
    status IN ('requested', 'granted', 'rejected', 'canceled', 'revoked')
    AND amount BETWEEN 1 AND 9007199254740991
    AND version BETWEEN 1 AND 9007199254740991
    AND (line_key IS NULL) = (status NOT IN ('granted', 'revoked'))
  ),
  INDEX hp_waivers_by_created (tenant, created_at, id),
  INDEX hp_waivers_by_status (tenant, status, created_at, id),
  INDEX hp_waivers_by_scheme (tenant, scheme, created_at, id),
  INDEX hp_waivers_by_payment (tenant, payment_id, created_at, id)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
INSERT INTO hp_migrations (name) VALUES ('0001_tables');

-- 0002_guards
DROP TRIGGER IF EXISTS hp_payment_events_no_update;
CREATE TRIGGER hp_payment_events_no_update BEFORE UPDATE ON hp_payment_events FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'hp_payment_events is append-only: UPDATE is refused';
DROP TRIGGER IF EXISTS hp_payment_events_no_delete;
CREATE TRIGGER hp_payment_events_no_delete BEFORE DELETE ON hp_payment_events FOR EACH ROW INSERT INTO hp_refusals (refusal) SELECT @hp_refusal := 'hp_payment_events is append-only: DELETE is refused' FROM DUAL WHERE NOT EXISTS (SELECT 1 FROM hp_maintenance WHERE tenant = OLD.tenant AND transaction_id = CAST(CONNECTION_ID() AS CHAR));
DROP TRIGGER IF EXISTS hp_line_events_no_update;
CREATE TRIGGER hp_line_events_no_update BEFORE UPDATE ON hp_line_events FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'hp_line_events is append-only: UPDATE is refused';
DROP TRIGGER IF EXISTS hp_line_events_no_delete;
CREATE TRIGGER hp_line_events_no_delete BEFORE DELETE ON hp_line_events FOR EACH ROW INSERT INTO hp_refusals (refusal) SELECT @hp_refusal := 'hp_line_events is append-only: DELETE is refused' FROM DUAL WHERE NOT EXISTS (SELECT 1 FROM hp_maintenance WHERE tenant = OLD.tenant AND transaction_id = CAST(CONNECTION_ID() AS CHAR));
DROP TRIGGER IF EXISTS hp_row_events_no_update;
CREATE TRIGGER hp_row_events_no_update BEFORE UPDATE ON hp_row_events FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'hp_row_events is append-only: UPDATE is refused';
DROP TRIGGER IF EXISTS hp_row_events_no_delete;
CREATE TRIGGER hp_row_events_no_delete BEFORE DELETE ON hp_row_events FOR EACH ROW INSERT INTO hp_refusals (refusal) SELECT @hp_refusal := 'hp_row_events is append-only: DELETE is refused' FROM DUAL WHERE NOT EXISTS (SELECT 1 FROM hp_maintenance WHERE tenant = OLD.tenant AND transaction_id = CAST(CONNECTION_ID() AS CHAR));
DROP TRIGGER IF EXISTS hp_closings_no_update;
CREATE TRIGGER hp_closings_no_update BEFORE UPDATE ON hp_closings FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'hp_closings is append-only: UPDATE is refused';
DROP TRIGGER IF EXISTS hp_closings_no_delete;
CREATE TRIGGER hp_closings_no_delete BEFORE DELETE ON hp_closings FOR EACH ROW INSERT INTO hp_refusals (refusal) SELECT @hp_refusal := 'hp_closings is append-only: DELETE is refused' FROM DUAL WHERE NOT EXISTS (SELECT 1 FROM hp_maintenance WHERE tenant = OLD.tenant AND transaction_id = CAST(CONNECTION_ID() AS CHAR));
DROP TRIGGER IF EXISTS hp_closing_lines_no_update;
CREATE TRIGGER hp_closing_lines_no_update BEFORE UPDATE ON hp_closing_lines FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'hp_closing_lines is append-only: UPDATE is refused';
DROP TRIGGER IF EXISTS hp_closing_lines_no_delete;
CREATE TRIGGER hp_closing_lines_no_delete BEFORE DELETE ON hp_closing_lines FOR EACH ROW INSERT INTO hp_refusals (refusal) SELECT @hp_refusal := 'hp_closing_lines is append-only: DELETE is refused' FROM DUAL WHERE NOT EXISTS (SELECT 1 FROM hp_maintenance WHERE tenant = OLD.tenant AND transaction_id = CAST(CONNECTION_ID() AS CHAR));
DROP TRIGGER IF EXISTS hp_moved_lines_no_update;
CREATE TRIGGER hp_moved_lines_no_update BEFORE UPDATE ON hp_moved_lines FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'hp_moved_lines is append-only: UPDATE is refused';
DROP TRIGGER IF EXISTS hp_moved_lines_no_delete;
CREATE TRIGGER hp_moved_lines_no_delete BEFORE DELETE ON hp_moved_lines FOR EACH ROW INSERT INTO hp_refusals (refusal) SELECT @hp_refusal := 'hp_moved_lines is append-only: DELETE is refused' FROM DUAL WHERE NOT EXISTS (SELECT 1 FROM hp_maintenance WHERE tenant = OLD.tenant AND transaction_id = CAST(CONNECTION_ID() AS CHAR));
DROP TRIGGER IF EXISTS hp_layout_versions_no_update;
CREATE TRIGGER hp_layout_versions_no_update BEFORE UPDATE ON hp_layout_versions FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'hp_layout_versions is append-only: UPDATE is refused';
DROP TRIGGER IF EXISTS hp_layout_versions_no_delete;
CREATE TRIGGER hp_layout_versions_no_delete BEFORE DELETE ON hp_layout_versions FOR EACH ROW INSERT INTO hp_refusals (refusal) SELECT @hp_refusal := 'hp_layout_versions is append-only: DELETE is refused' FROM DUAL WHERE NOT EXISTS (SELECT 1 FROM hp_maintenance WHERE tenant = OLD.tenant AND transaction_id = CAST(CONNECTION_ID() AS CHAR));
DROP TRIGGER IF EXISTS hp_payer_entries_no_update;
CREATE TRIGGER hp_payer_entries_no_update BEFORE UPDATE ON hp_payer_entries FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'hp_payer_entries is append-only: UPDATE is refused';
DROP TRIGGER IF EXISTS hp_payer_entries_no_delete;
CREATE TRIGGER hp_payer_entries_no_delete BEFORE DELETE ON hp_payer_entries FOR EACH ROW INSERT INTO hp_refusals (refusal) SELECT @hp_refusal := 'hp_payer_entries is append-only: DELETE is refused' FROM DUAL WHERE NOT EXISTS (SELECT 1 FROM hp_maintenance WHERE tenant = OLD.tenant AND transaction_id = CAST(CONNECTION_ID() AS CHAR));
DROP TRIGGER IF EXISTS hp_receipt_parts_no_update;
CREATE TRIGGER hp_receipt_parts_no_update BEFORE UPDATE ON hp_receipt_parts FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'hp_receipt_parts is append-only: UPDATE is refused';
DROP TRIGGER IF EXISTS hp_receipt_parts_no_delete;
CREATE TRIGGER hp_receipt_parts_no_delete BEFORE DELETE ON hp_receipt_parts FOR EACH ROW INSERT INTO hp_refusals (refusal) SELECT @hp_refusal := 'hp_receipt_parts is append-only: DELETE is refused' FROM DUAL WHERE NOT EXISTS (SELECT 1 FROM hp_maintenance WHERE tenant = OLD.tenant AND transaction_id = CAST(CONNECTION_ID() AS CHAR));
DROP TRIGGER IF EXISTS hp_request_keys_no_update;
CREATE TRIGGER hp_request_keys_no_update BEFORE UPDATE ON hp_request_keys FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'hp_request_keys is append-only: UPDATE is refused';
DROP TRIGGER IF EXISTS hp_request_keys_no_delete;
CREATE TRIGGER hp_request_keys_no_delete BEFORE DELETE ON hp_request_keys FOR EACH ROW INSERT INTO hp_refusals (refusal) SELECT @hp_refusal := 'hp_request_keys is append-only: DELETE is refused' FROM DUAL WHERE NOT EXISTS (SELECT 1 FROM hp_maintenance WHERE tenant = OLD.tenant AND transaction_id = CAST(CONNECTION_ID() AS CHAR));
DROP TRIGGER IF EXISTS hp_receipts_no_update;
CREATE TRIGGER hp_receipts_no_update BEFORE UPDATE ON hp_receipts FOR EACH ROW INSERT INTO hp_refusals (refusal) SELECT @hp_refusal := 'hp_receipts is fixed: UPDATE of its money is refused' FROM DUAL WHERE NOT (OLD.tenant <=> NEW.tenant) OR NOT (OLD.id <=> NEW.id) OR NOT (OLD.year <=> NEW.year) OR NOT (OLD.number <=> NEW.number) OR NOT (OLD.line_key <=> NEW.line_key) OR NOT (OLD.received <=> NEW.received) OR NOT (OLD.currency <=> NEW.currency) OR NOT (OLD.tendered <=> NEW.tendered) OR NOT (OLD.change_given <=> NEW.change_given) OR NOT (OLD.payer_id <=> NEW.payer_id) OR NOT (OLD.allocations <=> NEW.allocations) OR NOT (OLD.issued_at <=> NEW.issued_at) OR NOT (OLD.issued_by <=> NEW.issued_by);
DROP TRIGGER IF EXISTS hp_receipts_no_delete;
CREATE TRIGGER hp_receipts_no_delete BEFORE DELETE ON hp_receipts FOR EACH ROW INSERT INTO hp_refusals (refusal) SELECT @hp_refusal := 'hp_receipts is kept: DELETE is refused' FROM DUAL WHERE NOT EXISTS (SELECT 1 FROM hp_maintenance WHERE tenant = OLD.tenant AND transaction_id = CAST(CONNECTION_ID() AS CHAR));
CREATE TABLE IF NOT EXISTS hp_refusals (refusal VARCHAR(128) NOT NULL PRIMARY KEY) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
DROP TRIGGER IF EXISTS hp_refusals_refuse;
CREATE TRIGGER hp_refusals_refuse BEFORE INSERT ON hp_refusals FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = @hp_refusal;
INSERT INTO hp_migrations (name) VALUES ('0002_guards');
