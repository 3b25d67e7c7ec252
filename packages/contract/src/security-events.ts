/** Every security event with its meaning, as the guide to production lists them. Endpoints name theirs by status. */
export const SECURITY_EVENTS = {
  login: 'Somebody logged in.',
  login_failed: 'An account does not exist, or its password is wrong.',
  login_locked: 'Too many passwords for an account or from an address: none is tried for some minutes.',
  signup: 'An account was created.',
  logout: 'A customer ended a session, or all but one.',
  otp_requested: 'Somebody asked for a code, to reset a password or to verify an e-mail address.',
  otp_wrong: 'A code is wrong, expired or used up.',
  email_verified: 'A customer has proven an e-mail address.',
  email_changed: 'A customer has corrected an e-mail address that was not verified.',
  email_change_refused: 'The password is wrong, so the e-mail address stays.',
  password_reset: 'A code replaced a password; all sessions of the account ended.',
  password_reset_refused: 'The code is wrong, expired or used up, or the new password is not allowed.',
  password_changed: 'A customer changed the password; the other sessions ended.',
  password_change_refused: 'The current password is wrong, or the new one is not allowed.',
  session_refused: 'A token is forged or expired, or its session has ended.',
  access_refused: 'A request names another customer, or comes from another site.',
  rate_limited: 'Too many requests of one address or customer.',
  cod_order_refused: 'A customer or a phone number has too many undelivered cash on delivery orders.',
  blocked_customer_refused: 'A blocked customer gave the right password, or tried to order.',
  payment_callback_refused: 'A callback has no valid signature, or does not match its order.',
} as const
export type SecurityEvent = keyof typeof SECURITY_EVENTS
