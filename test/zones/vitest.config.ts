import { defineConfig } from 'vitest/config'
import { shared } from '../../vitest.config.js'

/**
 * The tests of everything that could come out otherwise in another time zone: sources that use date-fns or Intl or have
 * Date read a text, each with its own tests and those of what shows its days. Nothing else reads the host's zone: the
 * other sources have their days and instants from these, and databases get times as numbers. The examples run under
 * another zone in tests of their own. `test/projects.test.ts` finds a source that is not named here.
 */
export const readsZones: Readonly<Record<string, readonly string[]>> = {
  'src/desk/options.ts': ['test/desk/safety.test.ts'],
  'src/desk/parts/view.ts': [
    'test/desk/messages.test.ts',
    'test/desk/line.test.ts',
    'test/desk/days.test.ts',
    'test/desk/pages.test.ts',
  ],
  'src/domain/calendar.ts': [
    'test/domain/calendar/days-and-months.test.ts',
    'test/domain/calendar/local-instant.test.ts',
    'test/domain/calendar/start-of-day.test.ts',
    'test/operations/reports/export-csv.test.ts',
    'test/operations/reports/paging.test.ts',
    'test/operations/reports/report-payments.test.ts',
    'test/reconciliation/late-money.test.ts',
    'test/reconciliation/paid-at.test.ts',
    'test/reconciliation/payment-side.test.ts',
    'test/statements/camt/entry.test.ts',
    'test/statements/mt940/entry.test.ts',
  ],
  'src/domain/instant.ts': [
    'test/domain/instant.test.ts',
    'test/http/request/query.test.ts',
    'test/operations/payments/create-request-optional.test.ts',
    'test/operations/payments/paid-at.test.ts',
  ],
  'src/statements/csv/dates.ts': [
    'test/statements/csv/dates.test.ts',
    'test/statements/csv/layouts.test.ts',
    'test/statements/csv/read-csv-statement.test.ts',
    'test/statements/csv/real-files.test.ts',
    'test/statements/csv/round-trip.test.ts',
  ],
  'src/providers/mpesa/nairobi-time.ts': ['test/providers/mpesa/nairobi-time.test.ts'],
  'src/webhooks/retry-after.ts': ['test/webhooks/retry-after.test.ts'],
}

const inZone = (name: string, zone: string) => ({
  ...shared,
  test: {
    ...shared.test,
    name,
    include: ['test/zones/*.test.ts', ...Object.values(readsZones).flat()],
    env: { TZ: zone },
    isolate: false,
  },
})

export default defineConfig({
  ...shared,
  test: {
    projects: [inZone('west of UTC', 'America/New_York'), inZone('east of UTC', 'Asia/Kathmandu')],
  },
})
