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
  status text COLLATE "C" NOT NULL,
  instructions text COLLATE "C" NOT NULL,
  updated_at bigint NOT NULL,
  expires_at bigint,
  paid_at bigint,
  reversed_at bigint,
  canceled_at bigint,
  late smallint NOT NULL DEFAULT 0,
  amount_reconciled bigint NOT NULL DEFAULT 0,
  amount_refund_pending bigint NOT NULL DEFAULT 0,
  amount_refunded bigint NOT NULL DEFAULT 0,
  amount_written_off bigint NOT NULL DEFAULT 0,
  amount_waived bigint NOT NULL DEFAULT 0,
  attempt_id text COLLATE "C",
  version bigint NOT NULL,
  description text COLLATE "C",
  metadata text COLLATE "C",
  status_reason text COLLATE "C",
  provider_transaction_id text COLLATE "C",
  has_customer smallint NOT NULL DEFAULT 0,
  customer_name text COLLATE "C",
  customer_phone text COLLATE "C",
  customer_id text COLLATE "C",
  imported smallint NOT NULL DEFAULT 0,
  transaction_key text COLLATE "C",
  money_memory text COLLATE "C",
  given_back_unproved bigint,
  live_reference text COLLATE "C",
  idempotency_key text COLLATE "C",
  fingerprint text COLLATE "C",
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
);
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
  tenant text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  type text COLLATE "C" NOT NULL,
  payment_id text COLLATE "C" NOT NULL,
  reference text COLLATE "C" NOT NULL,
  amount bigint NOT NULL,
  currency text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  previous_status text COLLATE "C",
  amount_reconciled bigint NOT NULL DEFAULT 0,
  version bigint NOT NULL,
  actor text COLLATE "C",
  reason text COLLATE "C",
  evidence text COLLATE "C",
  details text COLLATE "C",
  PRIMARY KEY (tenant, payment_id, version),
  CHECK (
    amount BETWEEN 1 AND 9007199254740991
    AND amount_reconciled BETWEEN 0 AND 9007199254740991
    AND version BETWEEN 1 AND 9007199254740991
  )
);
CREATE INDEX hp_payment_events_by_time ON hp_payment_events (tenant, created_at, id);
CREATE TABLE hp_deliveries (
  tenant text COLLATE "C" NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  payment_id text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  dead smallint NOT NULL DEFAULT 0,
  free_at bigint NOT NULL DEFAULT 0,
  attempts bigint NOT NULL DEFAULT 0,
  owner text COLLATE "C",
  PRIMARY KEY (tenant, event_id),
  CHECK (
    version BETWEEN 1 AND 9007199254740991
    AND dead IN (0, 1)
    AND free_at BETWEEN 0 AND 9007199254740991
    AND attempts BETWEEN 0 AND 9007199254740991
  )
);
CREATE UNIQUE INDEX hp_deliveries_by_payment ON hp_deliveries (tenant, payment_id, version);
CREATE INDEX hp_deliveries_by_free ON hp_deliveries (tenant, dead, free_at, event_id);
CREATE INDEX hp_deliveries_due ON hp_deliveries (free_at, tenant) WHERE dead = 0;
CREATE TABLE hp_statement_lines (
  tenant text COLLATE "C" NOT NULL,
  line_key text COLLATE "C" NOT NULL CHECK (line_key <> ''),
  payment_ids text COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant, line_key)
);
CREATE TABLE hp_payment_terms (
  tenant text COLLATE "C" NOT NULL,
  term text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  payment_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant, term, created_at, payment_id)
);
CREATE TABLE hp_account_lines (
  tenant text COLLATE "C" NOT NULL,
  line_key text COLLATE "C" NOT NULL,
  account text COLLATE "C" NOT NULL,
  import_id text COLLATE "C",
  file_row bigint NOT NULL DEFAULT 0,
  direction text COLLATE "C" NOT NULL,
  amount bigint NOT NULL,
  currency text COLLATE "C" NOT NULL,
  value_date text COLLATE "C" NOT NULL,
  booked_at bigint,
  outcome text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  held smallint NOT NULL DEFAULT 0,
  allocated bigint NOT NULL DEFAULT 0,
  given_back bigint NOT NULL DEFAULT 0,
  allocations text COLLATE "C" NOT NULL,
  assignee text COLLATE "C",
  session_id text COLLATE "C",
  payer_id text COLLATE "C",
  payer_by_rule smallint,
  transfer_to text COLLATE "C",
  version bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  reference text COLLATE "C",
  provider_transaction_id text COLLATE "C",
  narration text COLLATE "C",
  search_text text COLLATE "C" NOT NULL,
  narration_text text COLLATE "C",
  identity_mark text COLLATE "C",
  receipt_mark text COLLATE "C",
  entry_mark text COLLATE "C",
  reference_mark text COLLATE "C",
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
);
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
  tenant text COLLATE "C" NOT NULL,
  line_key text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  actor text COLLATE "C",
  reason text COLLATE "C",
  allocations text COLLATE "C" NOT NULL,
  counted smallint NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant, line_key, version),
  CHECK (
    version BETWEEN 1 AND 9007199254740991
    AND counted IN (0, 1)
  )
);
CREATE INDEX hp_line_events_by_time ON hp_line_events (tenant, created_at, id);
CREATE TABLE hp_closing_chains (
  tenant text COLLATE "C" NOT NULL,
  account text COLLATE "C" NOT NULL,
  sequence integer NOT NULL,
  hash text COLLATE "C",
  taken_back bigint NOT NULL,
  PRIMARY KEY (tenant, account),
  CHECK (
    sequence >= 0
    AND taken_back >= 0
  )
);
CREATE TABLE hp_closings (
  tenant text COLLATE "C" NOT NULL,
  account text COLLATE "C" NOT NULL,
  sequence integer NOT NULL,
  day text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  hash text COLLATE "C" NOT NULL,
  lines_hash text COLLATE "C" NOT NULL,
  document text COLLATE "C" NOT NULL,
  line_count bigint NOT NULL,
  line_versions bigint NOT NULL,
  PRIMARY KEY (tenant, account, sequence),
  CHECK (
    sequence >= 1
    AND kind IN ('closing', 'reopening')
  )
);
CREATE INDEX hp_closings_by_day ON hp_closings (tenant, account, day, sequence);
CREATE INDEX hp_closings_by_created ON hp_closings (tenant, created_at, sequence, hash);
CREATE INDEX hp_closings_by_account ON hp_closings (tenant, account, created_at, sequence, hash);
CREATE INDEX hp_closings_by_date ON hp_closings (tenant, day, created_at, sequence, hash);
CREATE TABLE hp_closing_lines (
  tenant text COLLATE "C" NOT NULL,
  account text COLLATE "C" NOT NULL,
  sequence integer NOT NULL,
  part integer NOT NULL,
  document text COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant, account, sequence, part)
);
CREATE TABLE hp_counters (
  tenant text COLLATE "C" NOT NULL,
  counter text COLLATE "C" NOT NULL,
  scope text COLLATE "C" NOT NULL,
  last bigint NOT NULL,
  PRIMARY KEY (tenant, counter, scope),
  CHECK (
    last >= 0
  )
);
CREATE TABLE hp_row_events (
  tenant text COLLATE "C" NOT NULL,
  stream text COLLATE "C" NOT NULL,
  version integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  actor text COLLATE "C",
  reason text COLLATE "C",
  document text COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant, stream, version),
  CHECK (
    version >= 1
  )
);
CREATE INDEX hp_row_events_by_time ON hp_row_events (tenant, created_at, id);
CREATE TABLE hp_maintenance (
  tenant text COLLATE "C" NOT NULL,
  transaction_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant)
);
CREATE TABLE hp_accounts (
  tenant text COLLATE "C" NOT NULL,
  account text COLLATE "C" NOT NULL,
  currency text COLLATE "C" NOT NULL,
  balance text COLLATE "C" NOT NULL,
  by_month text COLLATE "C" NOT NULL,
  open_session_id text COLLATE "C",
  last_day text COLLATE "C",
  version bigint NOT NULL,
  PRIMARY KEY (tenant, account, currency),
  CHECK (
    version BETWEEN 1 AND 9007199254740991
  )
);
CREATE TABLE hp_moved_lines (
  tenant text COLLATE "C" NOT NULL,
  line_key text COLLATE "C" NOT NULL,
  account text COLLATE "C" NOT NULL,
  import_id text COLLATE "C",
  direction text COLLATE "C" NOT NULL,
  amount bigint NOT NULL,
  currency text COLLATE "C" NOT NULL,
  value_date text COLLATE "C" NOT NULL,
  reference text COLLATE "C",
  provider_transaction_id text COLLATE "C",
  line_version bigint NOT NULL,
  digest text COLLATE "C" NOT NULL,
  session_id text COLLATE "C",
  moved_to text COLLATE "C" NOT NULL,
  identity_mark text COLLATE "C",
  receipt_mark text COLLATE "C",
  entry_mark text COLLATE "C",
  reference_mark text COLLATE "C",
  PRIMARY KEY (tenant, line_key),
  CHECK (
    direction IN ('credit', 'debit')
    AND amount BETWEEN 1 AND 9007199254740991
    AND line_version BETWEEN 1 AND 9007199254740991
  )
);
CREATE INDEX hp_moved_lines_by_account ON hp_moved_lines (tenant, account, value_date, line_key);
CREATE INDEX hp_moved_lines_of_identity_mark ON hp_moved_lines (tenant, identity_mark) WHERE identity_mark IS NOT NULL;
CREATE INDEX hp_moved_lines_of_receipt_mark ON hp_moved_lines (tenant, receipt_mark) WHERE receipt_mark IS NOT NULL;
CREATE INDEX hp_moved_lines_of_entry_mark ON hp_moved_lines (tenant, entry_mark) WHERE entry_mark IS NOT NULL;
CREATE INDEX hp_moved_lines_of_reference_mark ON hp_moved_lines (tenant, reference_mark) WHERE reference_mark IS NOT NULL;
CREATE INDEX hp_moved_lines_of_session_id ON hp_moved_lines (tenant, session_id) WHERE session_id IS NOT NULL;
CREATE TABLE hp_attempts (
  tenant text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  payment_id text COLLATE "C" NOT NULL,
  provider text COLLATE "C" NOT NULL,
  account text COLLATE "C" NOT NULL,
  amount bigint NOT NULL,
  currency text COLLATE "C" NOT NULL,
  instructions text COLLATE "C",
  failure text COLLATE "C",
  line_key text COLLATE "C",
  checks bigint NOT NULL DEFAULT 0,
  next_check_at bigint,
  created_by text COLLATE "C",
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  payment_reference text COLLATE "C" NOT NULL,
  reference text COLLATE "C" NOT NULL,
  code text COLLATE "C" NOT NULL,
  phone text COLLATE "C",
  had_phone smallint NOT NULL DEFAULT 0,
  phone_mark text COLLATE "C",
  return_url text COLLATE "C",
  is_answered smallint NOT NULL DEFAULT 0,
  session text COLLATE "C",
  session_mark text COLLATE "C",
  receipt text COLLATE "C" NOT NULL,
  receipt_key text COLLATE "C",
  met_by text COLLATE "C",
  fee_key text COLLATE "C",
  fee_met_by text COLLATE "C",
  polls bigint NOT NULL DEFAULT 0,
  poll_at bigint,
  wakes bigint NOT NULL DEFAULT 0,
  woken_at bigint,
  leased_until bigint,
  events bigint NOT NULL,
  request_key text COLLATE "C",
  fingerprint text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  stuck text COLLATE "C",
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
);
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
  tenant text COLLATE "C" NOT NULL,
  account text COLLATE "C" NOT NULL,
  day text COLLATE "C" NOT NULL,
  sums text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  PRIMARY KEY (tenant, account, day),
  CHECK (
    version BETWEEN 1 AND 9007199254740991
  )
);
CREATE TABLE hp_statement_imports (
  tenant text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  document text COLLATE "C" NOT NULL,
  account text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  completed_at bigint,
  from_day text COLLATE "C",
  to_day text COLLATE "C",
  format text COLLATE "C",
  layout text COLLATE "C",
  PRIMARY KEY (tenant, id)
);
CREATE INDEX hp_statement_imports_by_created ON hp_statement_imports (tenant, created_at, id);
CREATE INDEX hp_statement_imports_by_account ON hp_statement_imports (tenant, account, created_at, id);
CREATE INDEX hp_statement_imports_by_begin ON hp_statement_imports (tenant, account, from_day, created_at, id) WHERE from_day IS NOT NULL;
CREATE INDEX hp_statement_imports_by_end ON hp_statement_imports (tenant, account, to_day, created_at, id) WHERE to_day IS NOT NULL;
CREATE INDEX hp_statement_imports_by_layout ON hp_statement_imports (tenant, account, layout, from_day, to_day, id);
CREATE TABLE hp_layouts (
  tenant text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  mapping text COLLATE "C" NOT NULL,
  csv_digest text COLLATE "C" NOT NULL,
  xlsx_digest text COLLATE "C" NOT NULL,
  created_by text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (tenant, name),
  CHECK (
    version BETWEEN 1 AND 9007199254740991
  )
);
CREATE TABLE hp_layout_versions (
  tenant text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  mapping text COLLATE "C" NOT NULL,
  csv_digest text COLLATE "C" NOT NULL,
  xlsx_digest text COLLATE "C" NOT NULL,
  created_by text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  number bigint NOT NULL,
  PRIMARY KEY (tenant, name, number),
  CHECK (
    number BETWEEN 1 AND 9007199254740991
  )
);
CREATE INDEX hp_layout_versions_of_csv_digest ON hp_layout_versions (tenant, csv_digest);
CREATE INDEX hp_layout_versions_of_xlsx_digest ON hp_layout_versions (tenant, xlsx_digest);
CREATE TABLE hp_provider_messages (
  tenant text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  provider text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  received_at bigint NOT NULL,
  content text COLLATE "C",
  attempt_id text COLLATE "C",
  version bigint NOT NULL,
  PRIMARY KEY (tenant, id),
  CHECK (
    status IN ('new', 'done')
    AND version BETWEEN 1 AND 9007199254740991
  )
);
CREATE INDEX hp_provider_messages_by_status ON hp_provider_messages (tenant, status, received_at, id);
CREATE INDEX hp_provider_messages_due ON hp_provider_messages (received_at, tenant) WHERE status IN ('new');
CREATE TABLE hp_line_notes (
  tenant text COLLATE "C" NOT NULL,
  line_key text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  note text COLLATE "C" NOT NULL,
  actor text COLLATE "C",
  created_at bigint NOT NULL,
  PRIMARY KEY (tenant, line_key, id)
);
CREATE TABLE hp_payer_entries (
  tenant text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  payer_id text COLLATE "C" NOT NULL,
  at bigint NOT NULL,
  kind text COLLATE "C" NOT NULL,
  payment_id text COLLATE "C",
  line_key text COLLATE "C",
  amount bigint NOT NULL,
  currency text COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant, id),
  CHECK (
    kind IN ('allocation', 'refund', 'waiver')
    AND amount BETWEEN -9007199254740991 AND 9007199254740991
  )
);
CREATE INDEX hp_payer_entries_by_payer ON hp_payer_entries (tenant, payer_id, at, id);
CREATE TABLE hp_receipt_parts (
  tenant text COLLATE "C" NOT NULL,
  payment_id text COLLATE "C" NOT NULL,
  ordinal bigint NOT NULL,
  receipt_id text COLLATE "C" NOT NULL,
  amount bigint NOT NULL,
  PRIMARY KEY (tenant, payment_id, ordinal),
  CHECK (
    ordinal BETWEEN 1 AND 9007199254740991
    AND amount BETWEEN 1 AND 9007199254740991
  )
);
CREATE TABLE hp_receipts (
  tenant text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  year bigint NOT NULL,
  number bigint NOT NULL,
  line_key text COLLATE "C",
  received bigint NOT NULL,
  currency text COLLATE "C" NOT NULL,
  tendered bigint,
  change_given bigint,
  payer_id text COLLATE "C",
  allocations text COLLATE "C" NOT NULL,
  issued_at bigint NOT NULL,
  issued_by text COLLATE "C",
  copies bigint NOT NULL DEFAULT 0,
  version bigint NOT NULL,
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
);
CREATE UNIQUE INDEX hp_receipts_unique_number ON hp_receipts (tenant, year, number);
CREATE INDEX hp_receipts_by_payer ON hp_receipts (tenant, payer_id, year, number) WHERE payer_id IS NOT NULL;
CREATE INDEX hp_receipts_by_actor ON hp_receipts (tenant, issued_by, year, number) WHERE issued_by IS NOT NULL;
CREATE INDEX hp_receipts_by_issued ON hp_receipts (tenant, issued_at, id);
CREATE INDEX hp_receipts_of_line_key ON hp_receipts (tenant, line_key) WHERE line_key IS NOT NULL;
CREATE TABLE hp_refunds (
  tenant text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  payment_id text COLLATE "C",
  line_key text COLLATE "C",
  amount bigint NOT NULL,
  currency text COLLATE "C" NOT NULL,
  reason text COLLATE "C" NOT NULL,
  note text COLLATE "C",
  reference text COLLATE "C" NOT NULL,
  requested_by text COLLATE "C",
  approved_by text COLLATE "C",
  provider_transaction_id text COLLATE "C",
  amount_reconciled bigint NOT NULL DEFAULT 0,
  returned_by text COLLATE "C",
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  paid_at bigint,
  version bigint NOT NULL,
  channel text COLLATE "C",
  idempotency_key text COLLATE "C",
  fingerprint text COLLATE "C",
  transaction_key text COLLATE "C",
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
);
CREATE UNIQUE INDEX hp_refunds_unique_key ON hp_refunds (tenant, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE UNIQUE INDEX hp_refunds_unique_transaction ON hp_refunds (tenant, transaction_key) WHERE transaction_key IS NOT NULL;
CREATE INDEX hp_refunds_by_created ON hp_refunds (tenant, created_at, id);
CREATE INDEX hp_refunds_by_paid ON hp_refunds (tenant, paid_at, id) WHERE paid_at IS NOT NULL;
CREATE INDEX hp_refunds_by_status ON hp_refunds (tenant, status, created_at, id);
CREATE INDEX hp_refunds_by_payment ON hp_refunds (tenant, payment_id, created_at, id) WHERE payment_id IS NOT NULL;
CREATE INDEX hp_refunds_of_reference ON hp_refunds (tenant, reference);
CREATE INDEX hp_refunds_of_line_key ON hp_refunds (tenant, line_key) WHERE line_key IS NOT NULL;
CREATE TABLE hp_request_keys (
  tenant text COLLATE "C" NOT NULL,
  idempotency_key text COLLATE "C" NOT NULL,
  space text COLLATE "C" NOT NULL,
  fingerprint text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant, idempotency_key, space)
);
CREATE TABLE hp_rules (
  tenant text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  account text COLLATE "C",
  direction text COLLATE "C" NOT NULL,
  text text COLLATE "C" NOT NULL,
  amount bigint,
  currency text COLLATE "C",
  category text COLLATE "C" NOT NULL,
  created_by text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  deleted_at bigint,
  version bigint NOT NULL,
  living text COLLATE "C",
  PRIMARY KEY (tenant, id),
  CHECK (
    direction IN ('credit', 'debit')
    AND (amount IS NULL OR amount BETWEEN 1 AND 9007199254740991)
    AND version BETWEEN 1 AND 9007199254740991
    AND (deleted_at IS NULL) = (version = 1) AND (amount IS NULL OR currency IS NOT NULL)
  )
);
CREATE INDEX hp_rules_by_living ON hp_rules (tenant, living, created_at, id) WHERE living IS NOT NULL;
CREATE TABLE hp_saved_filters (
  tenant text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  actor text COLLATE "C" NOT NULL,
  path text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  query text COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant, id)
);
CREATE INDEX hp_saved_filters_by_name ON hp_saved_filters (tenant, actor, path, name, id);
CREATE TABLE hp_cash_sessions (
  tenant text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  point text COLLATE "C" NOT NULL,
  account text COLLATE "C" NOT NULL,
  currency text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  opened_by text COLLATE "C" NOT NULL,
  opened_at bigint NOT NULL,
  opening_float bigint NOT NULL DEFAULT 0,
  float_difference bigint NOT NULL,
  float_reason text COLLATE "C",
  received bigint NOT NULL DEFAULT 0,
  paid_out bigint NOT NULL DEFAULT 0,
  sent bigint NOT NULL DEFAULT 0,
  confirmed text COLLATE "C" NOT NULL,
  closed_by text COLLATE "C",
  closed_at bigint,
  expected bigint,
  counted bigint,
  difference bigint,
  denominations text COLLATE "C",
  reason text COLLATE "C",
  version bigint NOT NULL,
  unexplained text COLLATE "C",
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
);
CREATE UNIQUE INDEX hp_cash_sessions_unique_open ON hp_cash_sessions (tenant, point, currency) WHERE status IN ('open');
CREATE INDEX hp_cash_sessions_by_opened ON hp_cash_sessions (tenant, opened_at, id);
CREATE INDEX hp_cash_sessions_by_point ON hp_cash_sessions (tenant, point, opened_at, id);
CREATE INDEX hp_cash_sessions_by_status ON hp_cash_sessions (tenant, status, opened_at, id);
CREATE INDEX hp_cash_sessions_by_opener ON hp_cash_sessions (tenant, opened_by, opened_at, id);
CREATE INDEX hp_cash_sessions_by_unexplained ON hp_cash_sessions (tenant, unexplained, opened_at, id) WHERE unexplained IS NOT NULL;
CREATE TABLE hp_uploads (
  tenant text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  actor text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  file_name text COLLATE "C" NOT NULL,
  form_fields text COLLATE "C" NOT NULL,
  size bigint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL,
  version bigint NOT NULL,
  PRIMARY KEY (tenant, id),
  CHECK (
    status IN ('coming', 'whole')
    AND size BETWEEN 0 AND 9007199254740991
    AND version BETWEEN 1 AND 9007199254740991
  )
);
CREATE INDEX hp_uploads_by_created ON hp_uploads (tenant, created_at, id);
CREATE INDEX hp_uploads_by_actor ON hp_uploads (tenant, actor, created_at, id);
CREATE TABLE hp_upload_parts (
  tenant text COLLATE "C" NOT NULL,
  upload_id text COLLATE "C" NOT NULL,
  ordinal bigint NOT NULL,
  content text COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant, upload_id, ordinal),
  CHECK (
    ordinal BETWEEN 1 AND 9007199254740991
  )
);
CREATE TABLE hp_waivers (
  tenant text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  payment_id text COLLATE "C" NOT NULL,
  reference text COLLATE "C" NOT NULL,
  amount bigint NOT NULL,
  currency text COLLATE "C" NOT NULL,
  scheme text COLLATE "C" NOT NULL,
  reason text COLLATE "C" NOT NULL,
  note text COLLATE "C",
  requested_by text COLLATE "C" NOT NULL,
  decided_by text COLLATE "C",
  decided_at bigint,
  revoked_by text COLLATE "C",
  revoked_at bigint,
  line_key text COLLATE "C",
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  version bigint NOT NULL,
  PRIMARY KEY (tenant, id),
  CHECK (
    status IN ('requested', 'granted', 'rejected', 'canceled', 'revoked')
    AND amount BETWEEN 1 AND 9007199254740991
    AND version BETWEEN 1 AND 9007199254740991
    AND (line_key IS NULL) = (status NOT IN ('granted', 'revoked'))
  )
);
CREATE INDEX hp_waivers_by_created ON hp_waivers (tenant, created_at, id);
CREATE INDEX hp_waivers_by_status ON hp_waivers (tenant, status, created_at, id);
CREATE INDEX hp_waivers_by_scheme ON hp_waivers (tenant, scheme, created_at, id);
CREATE INDEX hp_waivers_by_payment ON hp_waivers (tenant, payment_id, created_at, id);
INSERT INTO hp_migrations (name) VALUES ('0001_tables');

-- 0002_guards
CREATE OR REPLACE FUNCTION hp_refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN IF TG_OP = ''DELETE'' AND EXISTS (SELECT 1 FROM hp_maintenance WHERE transaction_id = CAST(txid_current() AS text)) THEN RETURN OLD; END IF; IF TG_NAME LIKE ''%\_fixed'' THEN RAISE EXCEPTION ''% is fixed: UPDATE of its money is refused'', TG_TABLE_NAME; ELSIF TG_NAME LIKE ''%\_kept'' THEN RAISE EXCEPTION ''% is kept: % is refused'', TG_TABLE_NAME, TG_OP; END IF; RAISE EXCEPTION ''% is append-only: % is refused'', TG_TABLE_NAME, TG_OP; END';
CREATE TRIGGER hp_payment_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON hp_payment_events FOR EACH STATEMENT EXECUTE FUNCTION hp_refuse_change();
CREATE TRIGGER hp_line_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON hp_line_events FOR EACH STATEMENT EXECUTE FUNCTION hp_refuse_change();
CREATE TRIGGER hp_row_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON hp_row_events FOR EACH STATEMENT EXECUTE FUNCTION hp_refuse_change();
CREATE TRIGGER hp_closings_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON hp_closings FOR EACH STATEMENT EXECUTE FUNCTION hp_refuse_change();
CREATE TRIGGER hp_closing_lines_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON hp_closing_lines FOR EACH STATEMENT EXECUTE FUNCTION hp_refuse_change();
CREATE TRIGGER hp_moved_lines_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON hp_moved_lines FOR EACH STATEMENT EXECUTE FUNCTION hp_refuse_change();
CREATE TRIGGER hp_layout_versions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON hp_layout_versions FOR EACH STATEMENT EXECUTE FUNCTION hp_refuse_change();
CREATE TRIGGER hp_payer_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON hp_payer_entries FOR EACH STATEMENT EXECUTE FUNCTION hp_refuse_change();
CREATE TRIGGER hp_receipt_parts_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON hp_receipt_parts FOR EACH STATEMENT EXECUTE FUNCTION hp_refuse_change();
CREATE TRIGGER hp_request_keys_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON hp_request_keys FOR EACH STATEMENT EXECUTE FUNCTION hp_refuse_change();
CREATE TRIGGER hp_receipts_fixed BEFORE UPDATE ON hp_receipts FOR EACH ROW WHEN (OLD.tenant IS DISTINCT FROM NEW.tenant OR OLD.id IS DISTINCT FROM NEW.id OR OLD.year IS DISTINCT FROM NEW.year OR OLD.number IS DISTINCT FROM NEW.number OR OLD.line_key IS DISTINCT FROM NEW.line_key OR OLD.received IS DISTINCT FROM NEW.received OR OLD.currency IS DISTINCT FROM NEW.currency OR OLD.tendered IS DISTINCT FROM NEW.tendered OR OLD.change_given IS DISTINCT FROM NEW.change_given OR OLD.payer_id IS DISTINCT FROM NEW.payer_id OR OLD.allocations IS DISTINCT FROM NEW.allocations OR OLD.issued_at IS DISTINCT FROM NEW.issued_at OR OLD.issued_by IS DISTINCT FROM NEW.issued_by) EXECUTE FUNCTION hp_refuse_change();
CREATE TRIGGER hp_receipts_kept BEFORE DELETE OR TRUNCATE ON hp_receipts FOR EACH STATEMENT EXECUTE FUNCTION hp_refuse_change();
INSERT INTO hp_migrations (name) VALUES ('0002_guards');
