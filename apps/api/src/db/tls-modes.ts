/** Modes of TLS that PostgreSQL's driver knows, in `sslmode` of an address and in `PGSSLMODE`. */
export const TLS_MODES: readonly string[] = [
  'disable',
  'prefer',
  'require',
  'verify-ca',
  'verify-full',
  'no-verify',
]
