/** Codes of calls that no route makes yet: those of attempts. */
export const withoutRoute = [
  'unsupported_provider',
  'attempt_not_found',
  'attempt_conflict',
  'provider_unavailable',
] as const
