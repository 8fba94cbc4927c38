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
  status TEXT NOT NULL,
  instructions TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  expires_at INTEGER,
  paid_at INTEGER,
  reversed_at INTEGER,
  canceled_at INTEGER,
  late INTEGER NOT NULL DEFAULT 0,
  amount_reconciled INTEGER NOT NULL DEFAULT 0,
  amount_refund_pending INTEGER NOT NULL DEFAULT 0,
  amount_refunded INTEGER NOT NULL DEFAULT 0,
  amount_written_off INTEGER NOT NULL DEFAULT 0,
  amount_waived INTEGER NOT NULL DEFAULT 0,
  attempt_id TEXT,
  version INTEGER NOT NULL,
  description TEXT,
  metadata TEXT,
  status_reason TEXT,
  provider_transaction_id TEXT,
  has_customer INTEGER NOT NULL DEFAULT 0,
  customer_name TEXT,
  customer_phone TEXT,
  customer_id TEXT,
  imported INTEGER NOT NULL DEFAULT 0,
  transaction_key TEXT,
  money_memory TEXT,
  given_back_unproved INTEGER,
  live_reference TEXT,
  idempotency_key TEXT,
  fingerprint TEXT,
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
  )
) STRICT;
CREATE INDEX hp_payments_by_created ON hp_payments (tenant, created_at, id);
CREATE INDEX hp_payments_by_status ON hp_payments (tenant, status, created_at, id);
CREATE INDEX hp_payments_by_reference ON hp_payments (tenant, reference, created_at, id);
CREATE INDEX hp_payments_by_customer ON hp_payments (tenant, customer_id, created_at, id) WHERE customer_id IS NOT NULL;
CREATE INDEX hp_payments_by_reversed ON hp_payments (tenant, reversed_at, id) WHERE reversed_at IS NOT NULL;
CREATE INDEX hp_payments_by_expires ON hp_payments (tenant, status, expires_at, id) WHERE expires_at IS NOT NULL;
CREATE INDEX hp_payments_given_back ON hp_payments (tenant, given_back_unproved) WHERE given_back_unproved IS NOT NULL;
CREATE INDEX hp_payments_by_reason ON hp_payments (tenant, status_reason, created_at, id) WHERE status_reason IS NOT NULL;
CREATE INDEX hp_payments_paid ON hp_payments (tenant, paid_at, id, currency, channel, status, late, amount, amount_waived) WHERE paid_at IS NOT NULL;
CREATE INDEX hp_payments_pending_of ON hp_payments (tenant, customer_id, currency, amount, amount_reconciled, amount_waived) WHERE customer_id IS NOT NULL AND status = 'pending';
CREATE UNIQUE INDEX hp_payments_idempotency_key ON hp_payments (tenant, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE UNIQUE INDEX hp_payments_live_reference ON hp_payments (tenant, live_reference) WHERE live_reference IS NOT NULL;
CREATE UNIQUE INDEX hp_payments_provider_transaction ON hp_payments (tenant, transaction_key, channel) WHERE transaction_key IS NOT NULL;
CREATE INDEX hp_payments_unproved ON hp_payments (tenant, channel, paid_at, currency, amount, amount_waived, amount_reconciled) WHERE status = 'succeeded' AND amount_reconciled < amount - amount_waived AND imported = 0;
CREATE INDEX hp_payments_under_paid ON hp_payments (tenant, created_at, id) WHERE amount_reconciled > 0 AND amount_reconciled < amount - amount_waived;
CREATE INDEX hp_payments_canceled ON hp_payments (tenant, created_at, id) WHERE canceled_at IS NOT NULL;
CREATE INDEX hp_payments_due ON hp_payments (expires_at, tenant) WHERE status = 'pending' AND expires_at IS NOT NULL AND amount_reconciled = 0 AND amount_waived = 0 AND attempt_id IS NULL;
CREATE TABLE hp_payment_events (
  tenant TEXT NOT NULL,
  id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  type TEXT NOT NULL,
  payment_id TEXT NOT NULL,
  reference TEXT NOT NULL,
  amount INTEGER NOT NULL,
  currency TEXT NOT NULL,
  status TEXT NOT NULL,
  previous_status TEXT,
  amount_reconciled INTEGER NOT NULL DEFAULT 0,
  version INTEGER NOT NULL,
  actor TEXT,
  reason TEXT,
  evidence TEXT,
  details TEXT,
  PRIMARY KEY (tenant, payment_id, version),
  CHECK (
    amount BETWEEN 1 AND 9007199254740991
    AND amount_reconciled BETWEEN 0 AND 9007199254740991
    AND version BETWEEN 1 AND 9007199254740991
  )
) STRICT, WITHOUT ROWID;
CREATE INDEX hp_payment_events_by_time ON hp_payment_events (tenant, created_at, id);
CREATE TABLE hp_deliveries (
  tenant TEXT NOT NULL,
  event_id TEXT NOT NULL,
  payment_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  dead INTEGER NOT NULL DEFAULT 0,
  free_at INTEGER NOT NULL DEFAULT 0,
  attempts INTEGER NOT NULL DEFAULT 0,
  owner TEXT,
  PRIMARY KEY (tenant, event_id),
  CHECK (
    version BETWEEN 1 AND 9007199254740991
    AND dead IN (0, 1)
    AND free_at BETWEEN 0 AND 9007199254740991
    AND attempts BETWEEN 0 AND 9007199254740991
  )
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX hp_deliveries_by_payment ON hp_deliveries (tenant, payment_id, version);
CREATE INDEX hp_deliveries_by_free ON hp_deliveries (tenant, dead, free_at, event_id);
CREATE INDEX hp_deliveries_due ON hp_deliveries (free_at, tenant) WHERE dead = 0;
CREATE TABLE hp_statement_lines (
  tenant TEXT NOT NULL,
  line_key TEXT NOT NULL CHECK (line_key <> ''),
  payment_ids TEXT NOT NULL,
  PRIMARY KEY (tenant, line_key)
) STRICT, WITHOUT ROWID;
CREATE TABLE hp_payment_terms (
  tenant TEXT NOT NULL,
  term TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  payment_id TEXT NOT NULL,
  PRIMARY KEY (tenant, term, created_at, payment_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE hp_account_lines (
  tenant TEXT NOT NULL,
  line_key TEXT NOT NULL,
  account TEXT NOT NULL,
  import_id TEXT,
  file_row INTEGER NOT NULL DEFAULT 0,
  direction TEXT NOT NULL,
  amount INTEGER NOT NULL,
  currency TEXT NOT NULL,
  value_date TEXT NOT NULL,
  booked_at INTEGER,
  outcome TEXT NOT NULL,
  status TEXT NOT NULL,
  held INTEGER NOT NULL DEFAULT 0,
  allocated INTEGER NOT NULL DEFAULT 0,
  given_back INTEGER NOT NULL DEFAULT 0,
  allocations TEXT NOT NULL,
  assignee TEXT,
  session_id TEXT,
  payer_id TEXT,
  payer_by_rule INTEGER,
  transfer_to TEXT,
  version INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  reference TEXT,
  provider_transaction_id TEXT,
  narration TEXT,
  search_text TEXT NOT NULL,
  narration_text TEXT,
  identity_mark TEXT,
  receipt_mark TEXT,
  entry_mark TEXT,
  reference_mark TEXT,
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
  )
) STRICT;
CREATE INDEX hp_account_lines_by_date ON hp_account_lines (tenant, value_date, line_key);
CREATE INDEX hp_account_lines_by_status ON hp_account_lines (tenant, status, value_date, line_key, outcome);
CREATE INDEX hp_account_lines_by_account ON hp_account_lines (tenant, account, value_date, line_key, version);
CREATE INDEX hp_account_lines_by_import ON hp_account_lines (tenant, import_id, value_date, line_key) WHERE import_id IS NOT NULL;
CREATE INDEX hp_account_lines_by_session ON hp_account_lines (tenant, session_id, value_date, line_key) WHERE session_id IS NOT NULL;
CREATE INDEX hp_account_lines_by_payer ON hp_account_lines (tenant, payer_id, status, value_date, line_key) WHERE payer_id IS NOT NULL;
CREATE INDEX hp_account_lines_by_payer_time ON hp_account_lines (tenant, payer_id, created_at, line_key) WHERE payer_id IS NOT NULL;
CREATE INDEX hp_account_lines_by_transfer ON hp_account_lines (tenant, transfer_to, status, value_date, line_key) WHERE transfer_to IS NOT NULL;
CREATE INDEX hp_account_lines_by_identity ON hp_account_lines (tenant, identity_mark) WHERE identity_mark IS NOT NULL;
CREATE INDEX hp_account_lines_by_receipt ON hp_account_lines (tenant, receipt_mark) WHERE receipt_mark IS NOT NULL;
CREATE INDEX hp_account_lines_by_entry ON hp_account_lines (tenant, entry_mark) WHERE entry_mark IS NOT NULL;
CREATE INDEX hp_account_lines_by_reference ON hp_account_lines (tenant, reference_mark) WHERE reference_mark IS NOT NULL;
CREATE INDEX hp_account_lines_open ON hp_account_lines (tenant, account, currency, direction, outcome, value_date, amount, allocated) WHERE status = 'open';
CREATE TABLE hp_line_events (
  tenant TEXT NOT NULL,
  line_key TEXT NOT NULL,
  version INTEGER NOT NULL,
  id TEXT NOT NULL,
  type TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  actor TEXT,
  reason TEXT,
  allocations TEXT NOT NULL,
  counted INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant, line_key, version),
  CHECK (
    version BETWEEN 1 AND 9007199254740991
    AND counted IN (0, 1)
  )
) STRICT, WITHOUT ROWID;
CREATE INDEX hp_line_events_by_time ON hp_line_events (tenant, created_at, id);
CREATE TABLE hp_closing_chains (
  tenant TEXT NOT NULL,
  account TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  hash TEXT,
  taken_back INTEGER NOT NULL,
  PRIMARY KEY (tenant, account),
  CHECK (
    sequence >= 0
    AND taken_back >= 0
  )
) STRICT, WITHOUT ROWID;
CREATE TABLE hp_closings (
  tenant TEXT NOT NULL,
  account TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  day TEXT NOT NULL,
  kind TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  hash TEXT NOT NULL,
  lines_hash TEXT NOT NULL,
  document TEXT NOT NULL,
  line_count INTEGER NOT NULL,
  line_versions INTEGER NOT NULL,
  PRIMARY KEY (tenant, account, sequence),
  CHECK (
    sequence >= 1
    AND kind IN ('closing', 'reopening')
  )
) STRICT;
CREATE INDEX hp_closings_by_day ON hp_closings (tenant, account, day, sequence);
CREATE INDEX hp_closings_by_created ON hp_closings (tenant, created_at, sequence, hash);
CREATE INDEX hp_closings_by_account ON hp_closings (tenant, account, created_at, sequence, hash);
CREATE INDEX hp_closings_by_date ON hp_closings (tenant, day, created_at, sequence, hash);
CREATE TABLE hp_closing_lines (
  tenant TEXT NOT NULL,
  account TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  part INTEGER NOT NULL,
  document TEXT NOT NULL,
  PRIMARY KEY (tenant, account, sequence, part)
) STRICT, WITHOUT ROWID;
CREATE TABLE hp_counters (
  tenant TEXT NOT NULL,
  counter TEXT NOT NULL,
  scope TEXT NOT NULL,
  last INTEGER NOT NULL,
  PRIMARY KEY (tenant, counter, scope),
  CHECK (
    last >= 0
  )
) STRICT, WITHOUT ROWID;
CREATE TABLE hp_row_events (
  tenant TEXT NOT NULL,
  stream TEXT NOT NULL,
  version INTEGER NOT NULL,
  id TEXT NOT NULL,
  type TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  actor TEXT,
  reason TEXT,
  document TEXT NOT NULL,
  PRIMARY KEY (tenant, stream, version),
  CHECK (
    version >= 1
  )
) STRICT, WITHOUT ROWID;
CREATE INDEX hp_row_events_by_time ON hp_row_events (tenant, created_at, id);
CREATE TABLE hp_maintenance (
  tenant TEXT NOT NULL,
  transaction_id TEXT NOT NULL,
  PRIMARY KEY (tenant)
) STRICT, WITHOUT ROWID;
CREATE TABLE hp_accounts (
  tenant TEXT NOT NULL,
  account TEXT NOT NULL,
  currency TEXT NOT NULL,
  balance TEXT NOT NULL,
  by_month TEXT NOT NULL,
  open_session_id TEXT,
  last_day TEXT,
  version INTEGER NOT NULL,
  PRIMARY KEY (tenant, account, currency),
  CHECK (
    version BETWEEN 1 AND 9007199254740991
  )
) STRICT, WITHOUT ROWID;
CREATE TABLE hp_moved_lines (
  tenant TEXT NOT NULL,
  line_key TEXT NOT NULL,
  account TEXT NOT NULL,
  import_id TEXT,
  direction TEXT NOT NULL,
  amount INTEGER NOT NULL,
  currency TEXT NOT NULL,
  value_date TEXT NOT NULL,
  reference TEXT,
  provider_transaction_id TEXT,
  line_version INTEGER NOT NULL,
  digest TEXT NOT NULL,
  session_id TEXT,
  moved_to TEXT NOT NULL,
  identity_mark TEXT,
  receipt_mark TEXT,
  entry_mark TEXT,
  reference_mark TEXT,
  PRIMARY KEY (tenant, line_key),
  CHECK (
    direction IN ('credit', 'debit')
    AND amount BETWEEN 1 AND 9007199254740991
    AND line_version BETWEEN 1 AND 9007199254740991
  )
) STRICT;
CREATE INDEX hp_moved_lines_by_account ON hp_moved_lines (tenant, account, value_date, line_key);
CREATE INDEX hp_moved_lines_of_identity_mark ON hp_moved_lines (tenant, identity_mark) WHERE identity_mark IS NOT NULL;
CREATE INDEX hp_moved_lines_of_receipt_mark ON hp_moved_lines (tenant, receipt_mark) WHERE receipt_mark IS NOT NULL;
CREATE INDEX hp_moved_lines_of_entry_mark ON hp_moved_lines (tenant, entry_mark) WHERE entry_mark IS NOT NULL;
CREATE INDEX hp_moved_lines_of_reference_mark ON hp_moved_lines (tenant, reference_mark) WHERE reference_mark IS NOT NULL;
CREATE INDEX hp_moved_lines_of_session_id ON hp_moved_lines (tenant, session_id) WHERE session_id IS NOT NULL;
CREATE TABLE hp_attempts (
  tenant TEXT NOT NULL,
  id TEXT NOT NULL,
  status TEXT NOT NULL,
  payment_id TEXT NOT NULL,
  provider TEXT NOT NULL,
  account TEXT NOT NULL,
  amount INTEGER NOT NULL,
  currency TEXT NOT NULL,
  instructions TEXT,
  failure TEXT,
  line_key TEXT,
  checks INTEGER NOT NULL DEFAULT 0,
  next_check_at INTEGER,
  created_by TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  payment_reference TEXT NOT NULL,
  reference TEXT NOT NULL,
  code TEXT NOT NULL,
  phone TEXT,
  had_phone INTEGER NOT NULL DEFAULT 0,
  phone_mark TEXT,
  return_url TEXT,
  is_answered INTEGER NOT NULL DEFAULT 0,
  session TEXT,
  session_mark TEXT,
  receipt TEXT NOT NULL,
  receipt_key TEXT,
  met_by TEXT,
  fee_key TEXT,
  fee_met_by TEXT,
  polls INTEGER NOT NULL DEFAULT 0,
  poll_at INTEGER,
  wakes INTEGER NOT NULL DEFAULT 0,
  woken_at INTEGER,
  leased_until INTEGER,
  events INTEGER NOT NULL,
  request_key TEXT,
  fingerprint TEXT NOT NULL,
  version INTEGER NOT NULL,
  stuck TEXT,
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
  )
) STRICT;
CREATE UNIQUE INDEX hp_attempts_unique_request ON hp_attempts (tenant, request_key) WHERE request_key IS NOT NULL;
CREATE UNIQUE INDEX hp_attempts_unique_code ON hp_attempts (tenant, code);
CREATE UNIQUE INDEX hp_attempts_unique_living ON hp_attempts (tenant, payment_id) WHERE status IN ('starting', 'pending', 'unknown');
CREATE UNIQUE INDEX hp_attempts_unique_session ON hp_attempts (tenant, provider, session_mark) WHERE session_mark IS NOT NULL;
CREATE UNIQUE INDEX hp_attempts_unique_line ON hp_attempts (tenant, line_key) WHERE line_key IS NOT NULL;
CREATE UNIQUE INDEX hp_attempts_unique_fee ON hp_attempts (tenant, fee_key) WHERE fee_key IS NOT NULL;
CREATE INDEX hp_attempts_by_created ON hp_attempts (tenant, created_at, id);
CREATE INDEX hp_attempts_by_status ON hp_attempts (tenant, status, created_at, id);
CREATE INDEX hp_attempts_by_provider ON hp_attempts (tenant, provider, created_at, id);
CREATE INDEX hp_attempts_by_payment ON hp_attempts (tenant, payment_id, created_at, id);
CREATE INDEX hp_attempts_by_account ON hp_attempts (tenant, account, created_at, id);
CREATE INDEX hp_attempts_by_due ON hp_attempts (tenant, next_check_at, id) WHERE next_check_at IS NOT NULL;
CREATE INDEX hp_attempts_by_stuck ON hp_attempts (tenant, stuck, created_at, id) WHERE stuck IS NOT NULL;
CREATE INDEX hp_attempts_of_reference ON hp_attempts (tenant, reference);
CREATE INDEX hp_attempts_of_receipt_key ON hp_attempts (tenant, receipt_key) WHERE receipt_key IS NOT NULL;
CREATE INDEX hp_attempts_of_met_by ON hp_attempts (tenant, met_by) WHERE met_by IS NOT NULL;
CREATE INDEX hp_attempts_of_fee_met_by ON hp_attempts (tenant, fee_met_by) WHERE fee_met_by IS NOT NULL;
CREATE INDEX hp_attempts_due ON hp_attempts (next_check_at, tenant) WHERE next_check_at IS NOT NULL;
CREATE TABLE hp_carried_forward (
  tenant TEXT NOT NULL,
  account TEXT NOT NULL,
  day TEXT NOT NULL,
  sums TEXT NOT NULL,
  version INTEGER NOT NULL,
  PRIMARY KEY (tenant, account, day),
  CHECK (
    version BETWEEN 1 AND 9007199254740991
  )
) STRICT, WITHOUT ROWID;
CREATE TABLE hp_statement_imports (
  tenant TEXT NOT NULL,
  id TEXT NOT NULL,
  document TEXT NOT NULL,
  account TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  completed_at INTEGER,
  from_day TEXT,
  to_day TEXT,
  format TEXT,
  layout TEXT,
  PRIMARY KEY (tenant, id)
) STRICT;
CREATE INDEX hp_statement_imports_by_created ON hp_statement_imports (tenant, created_at, id);
CREATE INDEX hp_statement_imports_by_account ON hp_statement_imports (tenant, account, created_at, id);
CREATE INDEX hp_statement_imports_by_begin ON hp_statement_imports (tenant, account, from_day, created_at, id) WHERE from_day IS NOT NULL;
CREATE INDEX hp_statement_imports_by_end ON hp_statement_imports (tenant, account, to_day, created_at, id) WHERE to_day IS NOT NULL;
CREATE INDEX hp_statement_imports_by_layout ON hp_statement_imports (tenant, account, layout, from_day, to_day, id);
CREATE TABLE hp_layouts (
  tenant TEXT NOT NULL,
  name TEXT NOT NULL,
  version INTEGER NOT NULL,
  mapping TEXT NOT NULL,
  csv_digest TEXT NOT NULL,
  xlsx_digest TEXT NOT NULL,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (tenant, name),
  CHECK (
    version BETWEEN 1 AND 9007199254740991
  )
) STRICT;
CREATE TABLE hp_layout_versions (
  tenant TEXT NOT NULL,
  name TEXT NOT NULL,
  mapping TEXT NOT NULL,
  csv_digest TEXT NOT NULL,
  xlsx_digest TEXT NOT NULL,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  number INTEGER NOT NULL,
  PRIMARY KEY (tenant, name, number),
  CHECK (
    number BETWEEN 1 AND 9007199254740991
  )
) STRICT;
CREATE INDEX hp_layout_versions_of_csv_digest ON hp_layout_versions (tenant, csv_digest);
CREATE INDEX hp_layout_versions_of_xlsx_digest ON hp_layout_versions (tenant, xlsx_digest);
CREATE TABLE hp_provider_messages (
  tenant TEXT NOT NULL,
  id TEXT NOT NULL,
  provider TEXT NOT NULL,
  status TEXT NOT NULL,
  received_at INTEGER NOT NULL,
  content TEXT,
  attempt_id TEXT,
  version INTEGER NOT NULL,
  PRIMARY KEY (tenant, id),
  CHECK (
    status IN ('new', 'done')
    AND version BETWEEN 1 AND 9007199254740991
  )
) STRICT;
CREATE INDEX hp_provider_messages_by_status ON hp_provider_messages (tenant, status, received_at, id);
CREATE INDEX hp_provider_messages_due ON hp_provider_messages (received_at, tenant) WHERE status IN ('new');
CREATE TABLE hp_line_notes (
  tenant TEXT NOT NULL,
  line_key TEXT NOT NULL,
  id TEXT NOT NULL,
  note TEXT NOT NULL,
  actor TEXT,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (tenant, line_key, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE hp_payer_entries (
  tenant TEXT NOT NULL,
  id TEXT NOT NULL,
  payer_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  payment_id TEXT,
  line_key TEXT,
  amount INTEGER NOT NULL,
  currency TEXT NOT NULL,
  PRIMARY KEY (tenant, id),
  CHECK (
    kind IN ('allocation', 'refund', 'waiver')
    AND amount BETWEEN -9007199254740991 AND 9007199254740991
  )
) STRICT, WITHOUT ROWID;
CREATE INDEX hp_payer_entries_by_payer ON hp_payer_entries (tenant, payer_id, at, id);
CREATE TABLE hp_receipt_parts (
  tenant TEXT NOT NULL,
  payment_id TEXT NOT NULL,
  ordinal INTEGER NOT NULL,
  receipt_id TEXT NOT NULL,
  amount INTEGER NOT NULL,
  PRIMARY KEY (tenant, payment_id, ordinal),
  CHECK (
    ordinal BETWEEN 1 AND 9007199254740991
    AND amount BETWEEN 1 AND 9007199254740991
  )
) STRICT, WITHOUT ROWID;
CREATE TABLE hp_receipts (
  tenant TEXT NOT NULL,
  id TEXT NOT NULL,
  year INTEGER NOT NULL,
  number INTEGER NOT NULL,
  line_key TEXT,
  received INTEGER NOT NULL,
  currency TEXT NOT NULL,
  tendered INTEGER,
  change_given INTEGER,
  payer_id TEXT,
  allocations TEXT NOT NULL,
  issued_at INTEGER NOT NULL,
  issued_by TEXT,
  copies INTEGER NOT NULL DEFAULT 0,
  version INTEGER NOT NULL,
  PRIMARY KEY (tenant, id),
  CHECK (
    year BETWEEN 1 AND 9007199254740991
    AND number BETWEEN 1 AND 9007199254740991
    AND received BETWEEN 1 AND 9007199254740991
    AND (tendered IS NULL OR tendered BETWEEN 0 AND 9007199254740991)
    AND (change_given IS NULL OR change_given BETWEEN 0 AND 9007199254740991)
    AND copies BETWEEN 0 AND 9007199254740991
    AND version BETWEEN 1 AND 9007199254740991
  )
) STRICT;
CREATE UNIQUE INDEX hp_receipts_unique_number ON hp_receipts (tenant, year, number);
CREATE INDEX hp_receipts_by_payer ON hp_receipts (tenant, payer_id, year, number) WHERE payer_id IS NOT NULL;
CREATE INDEX hp_receipts_by_actor ON hp_receipts (tenant, issued_by, year, number) WHERE issued_by IS NOT NULL;
CREATE INDEX hp_receipts_by_issued ON hp_receipts (tenant, issued_at, id);
CREATE INDEX hp_receipts_of_line_key ON hp_receipts (tenant, line_key) WHERE line_key IS NOT NULL;
CREATE TABLE hp_refunds (
  tenant TEXT NOT NULL,
  id TEXT NOT NULL,
  status TEXT NOT NULL,
  payment_id TEXT,
  line_key TEXT,
  amount INTEGER NOT NULL,
  currency TEXT NOT NULL,
  reason TEXT NOT NULL,
  note TEXT,
  reference TEXT NOT NULL,
  requested_by TEXT,
  approved_by TEXT,
  provider_transaction_id TEXT,
  amount_reconciled INTEGER NOT NULL DEFAULT 0,
  returned_by TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  paid_at INTEGER,
  version INTEGER NOT NULL,
  channel TEXT,
  idempotency_key TEXT,
  fingerprint TEXT,
  transaction_key TEXT,
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
  )
) STRICT;
CREATE UNIQUE INDEX hp_refunds_unique_key ON hp_refunds (tenant, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE UNIQUE INDEX hp_refunds_unique_transaction ON hp_refunds (tenant, transaction_key) WHERE transaction_key IS NOT NULL;
CREATE INDEX hp_refunds_by_created ON hp_refunds (tenant, created_at, id);
CREATE INDEX hp_refunds_by_paid ON hp_refunds (tenant, paid_at, id) WHERE paid_at IS NOT NULL;
CREATE INDEX hp_refunds_by_status ON hp_refunds (tenant, status, created_at, id);
CREATE INDEX hp_refunds_by_payment ON hp_refunds (tenant, payment_id, created_at, id) WHERE payment_id IS NOT NULL;
CREATE INDEX hp_refunds_of_reference ON hp_refunds (tenant, reference);
CREATE INDEX hp_refunds_of_line_key ON hp_refunds (tenant, line_key) WHERE line_key IS NOT NULL;
CREATE TABLE hp_request_keys (
  tenant TEXT NOT NULL,
  idempotency_key TEXT NOT NULL,
  space TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  subject TEXT NOT NULL,
  PRIMARY KEY (tenant, idempotency_key, space)
) STRICT, WITHOUT ROWID;
CREATE TABLE hp_rules (
  tenant TEXT NOT NULL,
  id TEXT NOT NULL,
  account TEXT,
  direction TEXT NOT NULL,
  text TEXT NOT NULL,
  amount INTEGER,
  currency TEXT,
  category TEXT NOT NULL,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  deleted_at INTEGER,
  version INTEGER NOT NULL,
  living TEXT,
  PRIMARY KEY (tenant, id),
  CHECK (
    direction IN ('credit', 'debit')
    AND (amount IS NULL OR amount BETWEEN 1 AND 9007199254740991)
    AND version BETWEEN 1 AND 9007199254740991
    AND (deleted_at IS NULL) = (version = 1) AND (amount IS NULL OR currency IS NOT NULL)
  )
) STRICT;
CREATE INDEX hp_rules_by_living ON hp_rules (tenant, living, created_at, id) WHERE living IS NOT NULL;
CREATE TABLE hp_saved_filters (
  tenant TEXT NOT NULL,
  id TEXT NOT NULL,
  actor TEXT NOT NULL,
  path TEXT NOT NULL,
  name TEXT NOT NULL,
  query TEXT NOT NULL,
  PRIMARY KEY (tenant, id)
) STRICT;
CREATE INDEX hp_saved_filters_by_name ON hp_saved_filters (tenant, actor, path, name, id);
CREATE TABLE hp_cash_sessions (
  tenant TEXT NOT NULL,
  id TEXT NOT NULL,
  point TEXT NOT NULL,
  account TEXT NOT NULL,
  currency TEXT NOT NULL,
  status TEXT NOT NULL,
  opened_by TEXT NOT NULL,
  opened_at INTEGER NOT NULL,
  opening_float INTEGER NOT NULL DEFAULT 0,
  float_difference INTEGER NOT NULL,
  float_reason TEXT,
  received INTEGER NOT NULL DEFAULT 0,
  paid_out INTEGER NOT NULL DEFAULT 0,
  sent INTEGER NOT NULL DEFAULT 0,
  confirmed TEXT NOT NULL,
  closed_by TEXT,
  closed_at INTEGER,
  expected INTEGER,
  counted INTEGER,
  difference INTEGER,
  denominations TEXT,
  reason TEXT,
  version INTEGER NOT NULL,
  unexplained TEXT,
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
  )
) STRICT;
CREATE UNIQUE INDEX hp_cash_sessions_unique_open ON hp_cash_sessions (tenant, point, currency) WHERE status IN ('open');
CREATE INDEX hp_cash_sessions_by_opened ON hp_cash_sessions (tenant, opened_at, id);
CREATE INDEX hp_cash_sessions_by_point ON hp_cash_sessions (tenant, point, opened_at, id);
CREATE INDEX hp_cash_sessions_by_status ON hp_cash_sessions (tenant, status, opened_at, id);
CREATE INDEX hp_cash_sessions_by_opener ON hp_cash_sessions (tenant, opened_by, opened_at, id);
CREATE INDEX hp_cash_sessions_by_unexplained ON hp_cash_sessions (tenant, unexplained, opened_at, id) WHERE unexplained IS NOT NULL;
CREATE TABLE hp_uploads (
  tenant TEXT NOT NULL,
  id TEXT NOT NULL,
  actor TEXT NOT NULL,
  status TEXT NOT NULL,
  file_name TEXT NOT NULL,
  form_fields TEXT NOT NULL,
  size INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  version INTEGER NOT NULL,
  PRIMARY KEY (tenant, id),
  CHECK (
    status IN ('coming', 'whole')
    AND size BETWEEN 0 AND 9007199254740991
    AND version BETWEEN 1 AND 9007199254740991
  )
) STRICT;
CREATE INDEX hp_uploads_by_created ON hp_uploads (tenant, created_at, id);
CREATE INDEX hp_uploads_by_actor ON hp_uploads (tenant, actor, created_at, id);
CREATE TABLE hp_upload_parts (
  tenant TEXT NOT NULL,
  upload_id TEXT NOT NULL,
  ordinal INTEGER NOT NULL,
  content TEXT NOT NULL,
  PRIMARY KEY (tenant, upload_id, ordinal),
  CHECK (
    ordinal BETWEEN 1 AND 9007199254740991
  )
) STRICT;
CREATE TABLE hp_waivers (
  tenant TEXT NOT NULL,
  id TEXT NOT NULL,
  status TEXT NOT NULL,
  payment_id TEXT NOT NULL,
  reference TEXT NOT NULL,
  amount INTEGER NOT NULL,
  currency TEXT NOT NULL,
  scheme TEXT NOT NULL,
  reason TEXT NOT NULL,
  note TEXT,
  requested_by TEXT NOT NULL,
  decided_by TEXT,
  decided_at INTEGER,
  revoked_by TEXT,
  revoked_at INTEGER,
  line_key TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL,
  PRIMARY KEY (tenant, id),
  CHECK (
    status IN ('requested', 'granted', 'rejected', 'canceled', 'revoked')
    AND amount BETWEEN 1 AND 9007199254740991
    AND version BETWEEN 1 AND 9007199254740991
    AND (line_key IS NULL) = (status NOT IN ('granted', 'revoked'))
  )
) STRICT;
CREATE INDEX hp_waivers_by_created ON hp_waivers (tenant, created_at, id);
CREATE INDEX hp_waivers_by_status ON hp_waivers (tenant, status, created_at, id);
CREATE INDEX hp_waivers_by_scheme ON hp_waivers (tenant, scheme, created_at, id);
CREATE INDEX hp_waivers_by_payment ON hp_waivers (tenant, payment_id, created_at, id);
INSERT INTO hp_migrations (name) VALUES ('0001_tables');

-- 0002_guards
CREATE TRIGGER hp_payment_events_no_update BEFORE UPDATE ON hp_payment_events BEGIN SELECT RAISE(ABORT, 'hp_payment_events is append-only: UPDATE is refused'); END;
CREATE TRIGGER hp_payment_events_no_delete BEFORE DELETE ON hp_payment_events WHEN NOT EXISTS (SELECT 1 FROM hp_maintenance WHERE tenant = OLD.tenant AND transaction_id = 'this') BEGIN SELECT RAISE(ABORT, 'hp_payment_events is append-only: DELETE is refused'); END;
CREATE TRIGGER hp_line_events_no_update BEFORE UPDATE ON hp_line_events BEGIN SELECT RAISE(ABORT, 'hp_line_events is append-only: UPDATE is refused'); END;
CREATE TRIGGER hp_line_events_no_delete BEFORE DELETE ON hp_line_events WHEN NOT EXISTS (SELECT 1 FROM hp_maintenance WHERE tenant = OLD.tenant AND transaction_id = 'this') BEGIN SELECT RAISE(ABORT, 'hp_line_events is append-only: DELETE is refused'); END;
CREATE TRIGGER hp_row_events_no_update BEFORE UPDATE ON hp_row_events BEGIN SELECT RAISE(ABORT, 'hp_row_events is append-only: UPDATE is refused'); END;
CREATE TRIGGER hp_row_events_no_delete BEFORE DELETE ON hp_row_events WHEN NOT EXISTS (SELECT 1 FROM hp_maintenance WHERE tenant = OLD.tenant AND transaction_id = 'this') BEGIN SELECT RAISE(ABORT, 'hp_row_events is append-only: DELETE is refused'); END;
CREATE TRIGGER hp_closings_no_update BEFORE UPDATE ON hp_closings BEGIN SELECT RAISE(ABORT, 'hp_closings is append-only: UPDATE is refused'); END;
CREATE TRIGGER hp_closings_no_delete BEFORE DELETE ON hp_closings WHEN NOT EXISTS (SELECT 1 FROM hp_maintenance WHERE tenant = OLD.tenant AND transaction_id = 'this') BEGIN SELECT RAISE(ABORT, 'hp_closings is append-only: DELETE is refused'); END;
CREATE TRIGGER hp_closing_lines_no_update BEFORE UPDATE ON hp_closing_lines BEGIN SELECT RAISE(ABORT, 'hp_closing_lines is append-only: UPDATE is refused'); END;
CREATE TRIGGER hp_closing_lines_no_delete BEFORE DELETE ON hp_closing_lines WHEN NOT EXISTS (SELECT 1 FROM hp_maintenance WHERE tenant = OLD.tenant AND transaction_id = 'this') BEGIN SELECT RAISE(ABORT, 'hp_closing_lines is append-only: DELETE is refused'); END;
CREATE TRIGGER hp_moved_lines_no_update BEFORE UPDATE ON hp_moved_lines BEGIN SELECT RAISE(ABORT, 'hp_moved_lines is append-only: UPDATE is refused'); END;
CREATE TRIGGER hp_moved_lines_no_delete BEFORE DELETE ON hp_moved_lines WHEN NOT EXISTS (SELECT 1 FROM hp_maintenance WHERE tenant = OLD.tenant AND transaction_id = 'this') BEGIN SELECT RAISE(ABORT, 'hp_moved_lines is append-only: DELETE is refused'); END;
CREATE TRIGGER hp_layout_versions_no_update BEFORE UPDATE ON hp_layout_versions BEGIN SELECT RAISE(ABORT, 'hp_layout_versions is append-only: UPDATE is refused'); END;
CREATE TRIGGER hp_layout_versions_no_delete BEFORE DELETE ON hp_layout_versions WHEN NOT EXISTS (SELECT 1 FROM hp_maintenance WHERE tenant = OLD.tenant AND transaction_id = 'this') BEGIN SELECT RAISE(ABORT, 'hp_layout_versions is append-only: DELETE is refused'); END;
CREATE TRIGGER hp_payer_entries_no_update BEFORE UPDATE ON hp_payer_entries BEGIN SELECT RAISE(ABORT, 'hp_payer_entries is append-only: UPDATE is refused'); END;
CREATE TRIGGER hp_payer_entries_no_delete BEFORE DELETE ON hp_payer_entries WHEN NOT EXISTS (SELECT 1 FROM hp_maintenance WHERE tenant = OLD.tenant AND transaction_id = 'this') BEGIN SELECT RAISE(ABORT, 'hp_payer_entries is append-only: DELETE is refused'); END;
CREATE TRIGGER hp_receipt_parts_no_update BEFORE UPDATE ON hp_receipt_parts BEGIN SELECT RAISE(ABORT, 'hp_receipt_parts is append-only: UPDATE is refused'); END;
CREATE TRIGGER hp_receipt_parts_no_delete BEFORE DELETE ON hp_receipt_parts WHEN NOT EXISTS (SELECT 1 FROM hp_maintenance WHERE tenant = OLD.tenant AND transaction_id = 'this') BEGIN SELECT RAISE(ABORT, 'hp_receipt_parts is append-only: DELETE is refused'); END;
CREATE TRIGGER hp_request_keys_no_update BEFORE UPDATE ON hp_request_keys BEGIN SELECT RAISE(ABORT, 'hp_request_keys is append-only: UPDATE is refused'); END;
CREATE TRIGGER hp_request_keys_no_delete BEFORE DELETE ON hp_request_keys WHEN NOT EXISTS (SELECT 1 FROM hp_maintenance WHERE tenant = OLD.tenant AND transaction_id = 'this') BEGIN SELECT RAISE(ABORT, 'hp_request_keys is append-only: DELETE is refused'); END;
CREATE TRIGGER hp_receipts_no_update BEFORE UPDATE ON hp_receipts WHEN OLD.tenant IS NOT NEW.tenant OR OLD.id IS NOT NEW.id OR OLD.year IS NOT NEW.year OR OLD.number IS NOT NEW.number OR OLD.line_key IS NOT NEW.line_key OR OLD.received IS NOT NEW.received OR OLD.currency IS NOT NEW.currency OR OLD.tendered IS NOT NEW.tendered OR OLD.change_given IS NOT NEW.change_given OR OLD.payer_id IS NOT NEW.payer_id OR OLD.allocations IS NOT NEW.allocations OR OLD.issued_at IS NOT NEW.issued_at OR OLD.issued_by IS NOT NEW.issued_by BEGIN SELECT RAISE(ABORT, 'hp_receipts is fixed: UPDATE of its money is refused'); END;
CREATE TRIGGER hp_receipts_no_delete BEFORE DELETE ON hp_receipts WHEN NOT EXISTS (SELECT 1 FROM hp_maintenance WHERE tenant = OLD.tenant AND transaction_id = 'this') BEGIN SELECT RAISE(ABORT, 'hp_receipts is kept: DELETE is refused'); END;
INSERT INTO hp_migrations (name) VALUES ('0002_guards');
