/** Codes by which servers refuse, by name. */
type Codes = Readonly<Record<'postgres' | 'mysql', Readonly<Record<string, string | number>>>>

/** Others were in the way. */
export const passing: Codes = {
  postgres: { 'serialization failure': '40001', deadlock: '40P01', 'lock timeout': '55P03' },
  mysql: { deadlock: 1213, 'lock timeout': 1205, 'changed since the snapshot': 1020 },
}

/** This server is one to leave, and another may be reached. */
export const leaving: Codes = {
  postgres: { 'starting up': '57P03' },
  mysql: { 'read-only': 1290, 'read-only mode': 1836, 'cut off from its cluster': 1047 },
}

/** Another try would fail the same way. */
export const lasting: Codes = {
  postgres: {
    'disk full': '53100',
    'read-only': '25006',
    'missing table': '42P01',
    'missing right': '42501',
    check: '23514',
  },
  mysql: {
    'table full': 1114,
    'disk full': 1021,
    'read-only session': 1792,
    'missing table': 1146,
    'missing right': 1142,
    check: 4025,
  },
}
